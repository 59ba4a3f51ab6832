/** Turns a copied part of a text into plain text for other programs: its words, with the names of what it refers to.
 * Tested by test/admin-components/rich-text-arrivals.test.ts.
 */
import type { Editor } from '@tiptap/core'
import type { Fragment, Node, Slice } from '@tiptap/pm/model'
import { toText } from '../../../lib/rich-text/to-text.ts'
import { hostOf } from './text-host.ts'

export function copiedText(editor: Editor, slice: Slice): string {
  const host = hostOf(editor)
  const content = partIn(slice)
  const only = content.childCount === 1 ? content.firstChild : null
  // A few words keep the spaces around them.
  if (only?.isTextblock) return only.textBetween(0, only.content.size, '', (leaf) => nameOf(leaf))
  return toText({ type: 'doc', content: JSON.parse(JSON.stringify(content), withName) })

  function nameOf({ type, attrs }: Node): string {
    if (type.name === 'hardBreak') return '\n'
    return type.name === 'mention' ? `@${host.targets.nameOf(attrs['collection'], attrs['id'])}` : ''
  }

  function withName(_: string, value: Partial<Referring> | null): unknown {
    const { type, attrs } = value ?? {}
    if (type === 'mention' && attrs) return named(attrs, { name: host.targets.nameOf(attrs.collection, attrs.id) })
    if (type === 'file' && attrs) return named(attrs, { originalName: host.targets.nameOf('media', attrs.media) })
    return value

    function named(attrs: object, name: object): object {
      return { type, attrs: { ...attrs, value: name } }
    }
  }
}

/** Leaves out the table or list around a part of one cell or item. */
function partIn({ content, openStart, openEnd }: Slice): Fragment {
  let part = content
  for (let depth = 0; depth < Math.min(openStart, openEnd) && content.childCount === 1; depth++) {
    const inner: Node | null = content.firstChild
    if (!inner || inner.isTextblock) break
    content = inner.content
    if (content.firstChild?.type.isInGroup('block')) part = content
  }
  return part
}

/** A node that refers to a document. */
interface Referring {
  type: string
  attrs: { collection: string; id: number; media: number }
}
