/** What is copied here and pasted here, in this field, another one or another tab, arrives without loss: the clipboard holds it as it is beside its HTML.
 * A stamp that no other site knows says that it came from here: pages could else put anything into a text.
 */
import { Extension } from '@tiptap/core'
import { DOMParser, DOMSerializer, Fragment, type ParseOptions, type Schema, Slice } from '@tiptap/pm/model'
import { Plugin } from '@tiptap/pm/state'

const KEY = 'galley:clipboard'

export const Clipboard = Extension.create({
  name: 'clipboard',
  addProseMirrorPlugins() {
    const { schema } = this.editor
    const stamp = stampOfThisBrowser()
    return [new Plugin({ props: { clipboardSerializer: serializer(schema, stamp), clipboardParser: parser(schema, stamp) } })]
  },
})

function serializer(schema: Schema, stamp: string): DOMSerializer {
  const usual = DOMSerializer.fromSchema(schema)
  const stamped = Object.create(usual) as DOMSerializer
  stamped.serializeFragment = (fragment, options, target) => {
    const made = usual.serializeFragment(fragment, options, target)
    const first = made.firstChild
    if (first?.nodeType === Node.ELEMENT_NODE) {
      const { dataset } = first as HTMLElement
      dataset['galley'] = stamp
      dataset['galleyText'] = JSON.stringify(fragment)
    }
    return made
  }
  return stamped
}

function parser(schema: Schema, stamp: string): DOMParser {
  const usual = DOMParser.fromSchema(schema)
  const reading = Object.create(usual) as DOMParser
  reading.parseSlice = (dom: HTMLElement, options?: ParseOptions) => {
    const ours = dom.querySelector<HTMLElement>(`[data-galley="${stamp}"]`)?.dataset['galleyText']
    return ours ? Slice.maxOpen(Fragment.fromJSON(schema, JSON.parse(ours))) : usual.parseSlice(dom, options)
  }
  return reading
}

/** The same in all tabs of this browser; of one editor alone where nothing can be remembered. */
function stampOfThisBrowser(): string {
  const fresh = crypto.getRandomValues(new Uint32Array(4)).join('')
  try {
    const known = localStorage.getItem(KEY)
    if (known && /^\d+$/.test(known)) return known
    localStorage.setItem(KEY, fresh)
  } catch {
    // The browser keeps nothing for this site.
  }
  return fresh
}
