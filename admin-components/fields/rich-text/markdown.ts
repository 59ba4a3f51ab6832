/** Markdown that Tiptap's own rules leave out: heading levels that the field doesn't have, and links.
 * Tested by test/admin-components/writing-markdown.test.ts.
 */
import { Extension, InputRule, textblockTypeInputRule } from '@tiptap/core'
import { HEADING_LEVELS } from '../../../lib/rich-text/kinds.ts'
import { addressIn } from './link-address.ts'
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
            new InputRule({
              find: /\[([^[\]]+)\]\(([^\s()]+)\)$/,
              handler: ({ state, range, match }) => {
                const href = addressIn(match[2] ?? '')
                if (!href) return null
                state.tr
                  .replaceWith(range.from, range.to, state.schema.text(match[1] ?? '', [link.create({ href })]))
                  .removeStoredMark(link)
                return undefined
              },
            }),
          ]
        : []),
    ]
  },
})
