/** The space behind a mention that was just chosen: it is there for the next word, so a space that is typed doesn't add a second one, and punctuation takes
 * its place.
 * Tested by test/admin-components/own-space.test.ts.
 */
import { Extension } from '@tiptap/core'
import { Plugin, PluginKey, type Transaction } from '@tiptap/pm/state'

const key = new PluginKey<number | undefined>('ownSpace')

/** What follows a word directly. */
const PUNCTUATION = /^[.,;:!?…)\]}»”’'"。、，．；：！？）」』】》〉]$/u

/** Says that the caret is behind a space that was not typed. */
export const markOwnSpace = (tr: Transaction): Transaction => tr.setMeta(key, tr.selection.from)

export const OwnSpace = Extension.create({
  name: 'ownSpace',
  // Before what is typed is read as Markdown.
  priority: 1000,
  addProseMirrorPlugins: () => [
    new Plugin<number | undefined>({
      key,
      state: {
        init: () => undefined,
        apply: (tr, at) => tr.getMeta(key) ?? (tr.docChanged || tr.selectionSet ? undefined : at),
      },
      props: {
        handleTextInput: (view, from, to, text) => {
          const { state } = view
          if (key.getState(state) !== from || from !== to) return false
          if (text === ' ') {
            view.dispatch(state.tr.setMeta(key, NONE))
            return true
          }
          if (!PUNCTUATION.test(text)) return false
          view.dispatch(state.tr.insertText(text, from - 1, to).scrollIntoView())
          return true
        },
      },
    }),
  ],
})

/** No place in a text. */
const NONE = -1
