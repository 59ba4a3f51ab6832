/** A rich text editor that no page shows: keys, typed characters and pasted slices act on its state, as fast as the commands themselves. */
import { Editor, type Extensions } from '@tiptap/core'
import { Slice } from '@tiptap/pm/model'
import { AllSelection, EditorState, NodeSelection, type Plugin, type Selection, TextSelection, type Transaction } from '@tiptap/pm/state'
import { CellSelection, cellAround } from '@tiptap/pm/tables'
import { expect } from 'chai'
import { extensionsFor } from '../../admin-components/fields/rich-text/extensions.ts'
import { settingsOf } from '../../admin-components/fields/rich-text/settings.ts'
import { StoredText } from '../../admin-components/fields/rich-text/stored.ts'
import { toolsFor } from '../../admin-components/fields/rich-text/tools.ts'
import { writingExtensions } from '../../admin-components/fields/rich-text/writing.ts'
import { TEXT_FEATURES } from '../../lib/rich-text/kinds.ts'

interface Manager {
  plugins: Plugin[]
  dispatchTransaction(base: (tr: Transaction) => void): (tr: Transaction) => void
}

const settings = settingsOf({ name: 'body', path: 'body', type: 'richText', features: [...TEXT_FEATURES] } as never)
const app = { collection: (slug: string) => ({ slug, useAsTitle: 'name', fields: [] }), say: () => undefined, language: 'en' }
const host = {
  element: { t: (key: string) => key, app },
  settings,
  tools: toolsFor(settings, ({ slug }) => slug),
  place: () => 'posts/1/body',
  targets: {
    get: (_: string, id: number) => ({ id, name: `Person ${id}`, title: `Person ${id}` }),
    nameOf: (_: string, id: number) => `Person ${id}`,
    takeTitle: () => undefined,
  },
}

export class UnmountedEditor {
  readonly editor: Editor
  readonly #text: StoredText
  readonly #plugins: Plugin[]
  #state: EditorState

  constructor(more: Extensions = []) {
    const editor = new Editor({
      element: null,
      content: { type: 'doc', content: [{ type: 'paragraph' }] },
      extensions: [...extensionsFor(host as never), ...writingExtensions(undefined), ...more],
    })
    const { extensionManager } = editor as unknown as { extensionManager: Manager }
    this.#text = new StoredText(editor.schema)
    this.#plugins = withNavigator(() => extensionManager.plugins)
    this.#state = editor.state
    const dispatch = extensionManager.dispatchTransaction((tr) => {
      this.#state = this.#state.apply(tr)
    })
    const isOneLine = { endOfTextblock: () => true, coordsAtPos: () => ({ top: 0, bottom: 1 }), nodeDOM: () => null }
    const view = {
      dispatch,
      hasFocus: () => true,
      focus: () => undefined,
      editable: true,
      composing: false,
      input: {},
      dom: {},
      ...isOneLine,
    }
    const state = { get: () => this.#state }
    Object.defineProperty(view, 'state', state)
    Object.defineProperties(editor, { state, view: { value: view } })
    this.editor = editor
  }

  /** A document, with nothing to undo. Making an editor takes longer than using it. */
  open(doc: object): this {
    this.#state = EditorState.create({ doc: this.#text.open(doc), plugins: this.#plugins })
    return this
  }

  /** What would be stored. */
  get value(): unknown {
    const { doc } = this.editor.state
    doc.check()
    return this.#text.valueOf(doc)
  }

  /** Puts the caret before the given words, or after them. */
  caret(words: string, place: 'before' | 'after' = 'before'): this {
    const at = this.#find(words) + (place === 'after' ? words.length : 0)
    return this.#select(TextSelection.create(this.editor.state.doc, at))
  }

  /** From the start of some words to the end of others. */
  select(first: string, last = first): this {
    return this.#select(TextSelection.create(this.editor.state.doc, this.#find(first), this.#find(last) + last.length))
  }

  /** As far as the start of other words. */
  extendTo(words: string): this {
    return this.#select(TextSelection.create(this.editor.state.doc, this.editor.state.selection.from, this.#find(words)))
  }

  /** Puts the caret into the block with this number that has no words. */
  intoEmpty(wanted = 0): this {
    let [count, found] = [0, -1]
    this.editor.state.doc.descendants((node, at) => {
      if (node.isTextblock && node.content.size === 0 && count++ === wanted) found = at + 1
    })
    return this.#select(TextSelection.create(this.editor.state.doc, found))
  }

  /** Selects the last block of this type, or the one with these words, as a whole. */
  selectWhole(type: string, words = ''): this {
    let found = -1
    this.editor.state.doc.descendants((node, at) => {
      if (node.type.name === type && node.textContent.includes(words)) found = at
    })
    return this.#select(NodeSelection.create(this.editor.state.doc, found))
  }

  /** The cells between those that begin with these words. */
  selectCells(first: string, last: string): this {
    const { doc } = this.editor.state
    const [anchor, head] = [first, last].map((words) => cellAround(doc.resolve(this.#find(words)))!.pos)
    return this.#select(CellSelection.create(doc, anchor!, head))
  }

  /** Runs a command of the toolbar or its menus. */
  tool(name: string): this {
    host.tools.find((tool) => tool.name === name)!.run(this.editor)
    return this
  }

  /** The type of the card that is selected. */
  get card(): string | undefined {
    const { selection } = this.editor.state
    return selection instanceof NodeSelection ? selection.node.type.name : undefined
  }

  press(...keys: string[]): this {
    for (const key of keys) this.#handle('handleKeyDown', eventOf(key))
    return this
  }

  type(words: string): this {
    for (const letter of words) {
      const { from, to } = this.editor.state.selection
      const insert = () => this.editor.state.tr.insertText(letter, from, to)
      if (!this.#handle('handleTextInput', from, to, letter, insert)) this.editor.view.dispatch(insert())
    }
    return this
  }

  selectAll(): this {
    this.editor.view.dispatch(this.editor.state.tr.setSelection(new AllSelection(this.editor.state.doc)))
    return this
  }

  copy(): Slice {
    return this.editor.state.selection.content()
  }

  paste(copied: Slice): this {
    const { view } = this.editor
    let slice = Slice.fromJSON(this.editor.schema, copied.toJSON())
    for (const { props } of this.editor.state.plugins) slice = props.transformPasted?.call({} as never, slice, view, false) ?? slice
    if (!this.#handle('handlePaste', { clipboardData: null }, slice))
      view.dispatch(this.editor.state.tr.replaceSelection(slice).setMeta('paste', true).setMeta('uiEvent', 'paste'))
    return this
  }

  #select(selection: Selection): this {
    this.editor.view.dispatch(this.editor.state.tr.setSelection(selection))
    return this
  }

  #find(words: string): number {
    let found = -1
    this.editor.state.doc.descendants((node, at) => {
      const index = node.text?.indexOf(words) ?? -1
      if (found === -1 && index !== -1) found = at + index
    })
    if (found === -1) throw new Error(`'${words}' is not in the text`)
    return found
  }

  #handle(name: 'handleKeyDown' | 'handleTextInput' | 'handlePaste', ...given: unknown[]): boolean {
    return this.editor.state.plugins.some((plugin) => {
      const handler = plugin.props[name] as ((...all: unknown[]) => unknown) | undefined
      return handler?.call(plugin, this.editor.view, ...given) === true
    })
  }
}

/** What is there, what somebody does, and what is stored then. */
export type Writing = [what: string, before: object, act: (text: UnmountedEditor) => unknown, after: object | null]

export function itWrites(cases: readonly Writing[]): void {
  const written = new UnmountedEditor()
  for (const [what, before, act, after] of cases)
    it(what, () => {
      act(written.open(before))
      expect(written.value).to.deep.equal(after)
    })
}

/** Some extensions ask which machine they are on. */
function withNavigator<T>(make: () => T): T {
  const before = Object.getOwnPropertyDescriptor(globalThis, 'navigator')
  Object.defineProperty(globalThis, 'navigator', { value: { platform: 'Linux', userAgent: '' }, configurable: true })
  try {
    return make()
  } finally {
    if (before) Object.defineProperty(globalThis, 'navigator', before)
    else Reflect.deleteProperty(globalThis, 'navigator')
  }
}

/** Of a keyboard in the US. */
function eventOf(keys: string): object {
  const [key = '', ...held] = keys.split('+').reverse()
  return {
    key,
    keyCode: key.length === 1 ? key.toUpperCase().charCodeAt(0) : 0,
    ctrlKey: held.includes('Control'),
    altKey: held.includes('Alt'),
    shiftKey: held.includes('Shift'),
    metaKey: false,
    preventDefault: () => undefined,
  }
}
