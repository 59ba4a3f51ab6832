/** Opens a list of suggestions when a character such as `/` or `@` is typed, and follows what is typed after it.
 * Tiptap's own extension brings a library that positions menus, which the admin already does; so this is our own.
 * Tested by test/admin-components/writing-menus.test.ts.
 */
import type { Editor, Range } from '@tiptap/core'
import { isHistoryTransaction } from '@tiptap/pm/history'
import { type EditorState, Plugin, PluginKey } from '@tiptap/pm/state'
import { Decoration, DecorationSet, type EditorView } from '@tiptap/pm/view'
import type { Key } from '../../texts/texts.ts'
import { type Choice, hostOf } from './text-host.ts'

export interface Suggesting {
  /** Unique among the suggestions of an editor. */
  name: string
  /** Finds the character and what was typed after it, at the end of the text before the caret. Its groups: what is before it, what was typed. */
  pattern: RegExp
  label: Key
  /** Shown when nothing matches. */
  nothing: Key
  /** Shown instead while nothing has been typed after it. */
  hint?: Key
  /** The wait after a letter before choices are searched, in milliseconds. */
  wait?: number
  /** `range`: the character and what was typed, to be replaced. */
  choices(editor: Editor, typed: string, range: Range): readonly Choice[] | Promise<readonly Choice[]>
}

interface Typed extends Range {
  query: string
}

interface Status {
  now: Typed | undefined
  /** Where Escape has closed the list. It stays closed there. */
  dismissed: number | undefined
}

const NONE: Status = { now: undefined, dismissed: undefined }
const NOT_TEXT = '\ufffc'

export function suggesting(editor: Editor, of: Suggesting): Plugin {
  const key = new PluginKey<Status>(of.name)
  const { suggestions } = hostOf(editor)
  return new Plugin<Status>({
    key,
    state: {
      init: () => NONE,
      apply(tr, before, _, state) {
        const dismissed = before.dismissed === undefined ? undefined : tr.mapping.map(before.dismissed)
        const found = typedIn(state, of.pattern)
        if (!found || !editor.isEditable) return NONE
        if (tr.getMeta(key) === 'dismiss' || dismissed === found.from) return { now: undefined, dismissed: found.from }
        // It opens when something is typed, not when the caret passes by or an undo brings it back.
        const isTyped = before.now !== undefined || (tr.docChanged && !isHistoryTransaction(tr))
        return isTyped ? { now: found, dismissed: undefined } : NONE
      },
    },
    props: {
      decorations(state) {
        const now = key.getState(state)?.now
        return now && DecorationSet.create(state.doc, [Decoration.inline(now.from, now.to, { class: 'suggesting' })])
      },
      handleKeyDown(view, event) {
        if (!key.getState(view.state)?.now) return false
        if (event.key !== 'Escape') return suggestions.press(event)
        view.dispatch(view.state.tr.setMeta(key, 'dismiss'))
        return true
      },
    },
    view: (view) => new Follower(editor, view, key, of),
  })
}

function typedIn({ selection }: EditorState, pattern: RegExp): Typed | undefined {
  const { $from, empty } = selection
  if (!empty || !$from.parent.isTextblock || $from.parent.type.spec.code || $from.marks().some(({ type }) => type.name === 'code')) return
  const found = pattern.exec($from.parent.textBetween(0, $from.parentOffset, undefined, NOT_TEXT))
  if (!found) return undefined
  const [all, before = '', query = ''] = found
  return { from: $from.pos - all.length + before.length, to: $from.pos, query }
}

/** Shows the list of what the state says. */
class Follower {
  readonly #editor: Editor
  readonly #key: PluginKey<Status>
  readonly #of: Suggesting
  #isOpen = false
  #timer: ReturnType<typeof setTimeout> | undefined
  /** The count of searches; only the answer of the last one is shown. */
  #searches = 0

  constructor(editor: Editor, view: EditorView, key: PluginKey<Status>, of: Suggesting) {
    this.#editor = editor
    this.#key = key
    this.#of = of
    this.update(view, view.state)
  }

  update(view: EditorView, before: EditorState): void {
    const now = this.#key.getState(view.state)?.now
    const was = this.#key.getState(before)?.now
    if (!now) {
      if (this.#isOpen) this.#close()
    } else if (!this.#isOpen || now.query !== was?.query || now.from !== was.from) this.#open(view, now)
  }

  destroy(): void {
    if (this.#isOpen) this.#close()
  }

  #open(view: EditorView, { query, from, to }: Typed): void {
    const { suggestions, element } = hostOf(this.#editor)
    if (!this.#isOpen) suggestions.open(element.t(this.#of.label), () => rectAt(view, this.#key.getState(view.state)?.now?.from))
    this.#isOpen = true
    clearTimeout(this.#timer)
    const search = ++this.#searches
    const show = (choices: readonly Choice[]) =>
      search === this.#searches && suggestions.show(choices, element.t(query === '' && this.#of.hint ? this.#of.hint : this.#of.nothing))
    const ask = async () => show(await Promise.resolve(this.#of.choices(this.#editor, query, { from, to })).catch(() => []))
    suggestions.show(undefined, '')
    if (this.#of.wait) this.#timer = setTimeout(ask, this.#of.wait)
    else void ask()
  }

  #close(): void {
    this.#isOpen = false
    this.#searches++
    clearTimeout(this.#timer)
    hostOf(this.#editor).suggestions.close()
  }
}

function rectAt(view: EditorView, at: number | undefined): DOMRect | null {
  if (at === undefined) return null
  const { left, top, bottom } = view.coordsAtPos(at)
  return new DOMRect(left, top, 1, bottom - top)
}
