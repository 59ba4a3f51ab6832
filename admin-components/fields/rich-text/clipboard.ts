/** Makes copy and paste between our editors lossless, across fields and tabs: the clipboard holds the original JSON next to its HTML, and the
 * text that it comes from. Pasted back into that text, it is left unchanged, even if the field no longer allows it.
 * A secret stamp proves that the content came from here; otherwise any page could inject arbitrary nodes.
 * Tested by test/admin-components/rich-text-arrivals.test.ts.
 */
import { type Editor, Extension } from '@tiptap/core'
import { DOMParser, DOMSerializer, Fragment, type ParseOptions, Slice } from '@tiptap/pm/model'
import { Plugin } from '@tiptap/pm/state'
import { copiedText } from './copied-text.ts'
import { noteOrigin, originOf } from './paste/origin.ts'
import { readForeign } from './paste/paste.ts'

const KEY = 'galley:clipboard'

export const Clipboard = Extension.create({
  name: 'clipboard',
  addProseMirrorPlugins() {
    const { editor } = this
    const stamp = stampOfThisBrowser()
    return [
      new Plugin({
        props: {
          clipboardSerializer: serializer(editor, stamp),
          clipboardParser: parser(editor, stamp),
          clipboardTextSerializer: (slice) => copiedText(editor, slice),
        },
      }),
    ]
  },
})

function serializer(editor: Editor, stamp: string): DOMSerializer {
  const usual = DOMSerializer.fromSchema(editor.schema)
  const stamped = Object.create(usual) as DOMSerializer
  stamped.serializeFragment = (fragment, options, target) => {
    const made = usual.serializeFragment(fragment, options, target)
    const first = made.firstChild
    if (first?.nodeType === Node.ELEMENT_NODE) {
      const { dataset } = first as HTMLElement
      dataset['galley'] = stamp
      dataset['galleyOrigin'] = JSON.stringify(originOf(editor, fragment))
      dataset['galleyText'] = JSON.stringify(fragment)
    }
    return made
  }
  return stamped
}

function parser(editor: Editor, stamp: string): DOMParser {
  const { schema } = editor
  const usual = DOMParser.fromSchema(schema)
  const reading = Object.create(usual) as DOMParser
  reading.parseSlice = (dom: HTMLElement, options?: ParseOptions) => {
    const { galleyText, galleyOrigin } = dom.querySelector<HTMLElement>(`[data-galley="${stamp}"]`)?.dataset ?? {}
    noteOrigin(editor, galleyOrigin === undefined ? undefined : JSON.parse(galleyOrigin))
    return galleyText ? Slice.maxOpen(Fragment.fromJSON(schema, JSON.parse(galleyText))) : readForeign(editor, usual, dom, options)
  }
  return reading
}

/** The same in all tabs of this browser; without storage, each editor has its own. */
function stampOfThisBrowser(): string {
  const fresh = crypto.getRandomValues(new Uint32Array(4)).join('')
  try {
    const known = localStorage.getItem(KEY)
    if (known && /^\d+$/.test(known)) return known
    localStorage.setItem(KEY, fresh)
  } catch {
    // The browser stores nothing for this site.
  }
  return fresh
}
