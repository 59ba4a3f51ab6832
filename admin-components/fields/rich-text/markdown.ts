/** Markdown that Tiptap's own rules leave out: heading levels that the field doesn't have, and links.
 * Tested by test/admin-components/writing-markdown.test.ts.
 */
import { Extension, InputRule, type InputRuleMatch, textblockTypeInputRule } from '@tiptap/core'
import { HEADING_LEVELS } from '../../../lib/rich-text/kinds.ts'
import { addressIn } from './link-address.ts'
import { isInCode, outsideMarks } from './mark-rules.ts'
import { hostOf } from './text-host.ts'

export const Markdown = Extension.create({
  name: 'markdown',
  addInputRules() {
    const { settings } = hostOf(this.editor)
    const { heading } = this.editor.schema.nodes
    const { link } = this.editor.schema.marks
    const lowest = Math.min(...settings.headings)
    const others = HEADING_LEVELS.filter((level) => level < lowest)
    return [
      // `# ` is the largest heading that the field has.
      ...(heading && settings.features.has('heading')
        ? others.map((level) =>
            textblockTypeInputRule({ find: new RegExp(`^(#{${level}})\\s$`), type: heading, getAttributes: { level: lowest } }),
          )
        : []),
      ...(link && settings.features.has('link')
        ? [
            outsideMarks(
              new InputRule({
                find: (text) => (isInCode(text) ? null : linkIn(text)),
                handler: ({ state: { tr }, range: { from, to }, match }) => {
                  const { words, href } = match.data as TypedLink
                  const end = from + 1 + words.length
                  tr.delete(end, to)
                    .delete(from, from + 1)
                    .addMark(from, end - 1, link.create({ href }))
                  return undefined
                },
              }),
            ),
          ]
        : []),
    ]
  },
})

interface TypedLink {
  words: string
  href: string
}

/** A picture stays as it is typed, because its file isn't in the library. */
function linkIn(text: string): InputRuleMatch | null {
  const match = /(?<!!)\[([^[\]]+)\]\(((?:[^\s()]|\([^\s()]*\))+)\)$/.exec(text)
  const [whole, words = '', address = ''] = match ?? []
  const href = addressIn(address)
  return match && href ? { index: match.index, text: whole ?? '', data: { words, href } satisfies TypedLink } : null
}
