/** Opens a list of suggestions when a character such as `/` or `@` is typed, and follows what is typed after it.
 * Tested by test/admin-components/writing-menus.test.ts.
 */
import type { Editor, Range } from '@tiptap/core'
import { isHistoryTransaction } from '@tiptap/pm/history'
import { type Plugin, PluginKey } from '@tiptap/pm/state'
import { Suggestion } from '@tiptap/suggestion'
import { type Choice, hostOf } from './text-host.ts'

export interface Suggesting {
  /** Unique among the suggestions of an editor. */
  name: string
  /** Finds the character and what was typed after it, at the end of the text before the caret; its second group is what was typed. */
  pattern: RegExp
  label: string
  /** Said if there are no choices. */
  nothing: string
  /** The wait after a letter before choices are searched, in milliseconds. */
  wait?: number
  /** `range`: the character and what was typed, to be replaced. */
  choices(editor: Editor, typed: string, range: Range): readonly Choice[] | Promise<readonly Choice[]>
}

const NOT_TEXT = '\ufffc'

export function suggesting(editor: Editor, { name, pattern, label, nothing, wait = 0, choices }: Suggesting): Plugin {
  const { suggestions } = hostOf(editor)
  const key = new PluginKey(name)
  return Suggestion<Choice>({
    editor,
    pluginKey: key,
    debounce: wait,
    decorationClass: 'suggesting',
    findSuggestionMatch: ({ $position }) => {
      const before = $position.parent.textBetween(0, $position.parentOffset, undefined, NOT_TEXT)
      const found = pattern.exec(before)
      if (!found) return null
      const [all, lead = '', query = ''] = found
      const text = all.slice(lead.length)
      return { range: { from: $position.pos - text.length, to: $position.pos }, query, text }
    },
    allow: ({ state, editor }) => !state.selection.$from.parent.type.spec.code && !editor.isActive('code'),
    shouldShow: ({ transaction }) => !isHistoryTransaction(transaction),
    items: async ({ editor, query }) => [...(await choices(editor, query, rangeOf(key, editor)))],
    dismissOnOutsideClick: false,
    render: () => ({
      onStart: ({ clientRect }) => suggestions.open(label, () => clientRect?.() ?? null),
      onUpdate: ({ items, loading }) => suggestions.show(loading ? undefined : items, nothing),
      onKeyDown: ({ event }) => event.key !== 'Escape' && suggestions.press(event),
      onExit: () => suggestions.close(),
    }),
  })
}

/** Where the character and what was typed after it are now. */
const rangeOf = (key: PluginKey, { state }: Editor): Range => (key.getState(state) as { range: Range }).range
