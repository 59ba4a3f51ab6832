/** The shortcuts of the commands, as the table of commands has them, and what browsers format on their own. Tested by test/admin-components/text-shortcuts.test.ts. */
import { type Editor, Extension } from '@tiptap/core'
import { Plugin } from '@tiptap/pm/state'
import { hostOf } from './text-host.ts'

export const Shortcuts = Extension.create({
  name: 'shortcuts',
  // Before those of the nodes and marks.
  priority: 1000,
  addKeyboardShortcuts() {
    return Object.fromEntries(
      hostOf(this.editor).tools.flatMap(({ shortcut, name }) =>
        shortcut ? [[shortcut, ({ editor }) => press(editor, name)] as [string, (of: { editor: Editor }) => boolean]] : [],
      ),
    )
  },
  addProseMirrorPlugins() {
    const { editor } = this
    /** Another field, or one in a card, in which a key is pressed. */
    let pressed: HTMLElement | undefined
    const note = (event: Event) => {
      const [target] = event.composedPath()
      const isField = (target as Element).matches?.(FIELD) && target !== editor.view.dom
      pressed = isField && event.type === 'keydown' ? (target as HTMLElement) : undefined
    }
    return [
      new Plugin({
        props: { handleDOMEvents: { beforeinput: (_, event) => staysIn(pressed, event) || runInstead(editor, event) } },
        view: ({ dom: { ownerDocument } }) => {
          for (const type of KEYS) ownerDocument.addEventListener(type, note, true)
          return {
            destroy: () => {
              for (const type of KEYS) ownerDocument.removeEventListener(type, note, true)
            },
          }
        },
      }),
    ]
  },
})

/** Also without anything to do, no other command of the editor or the browser takes the keys. */
function press(editor: Editor, name: string): boolean {
  const tool = hostOf(editor).tools.find((one) => one.name === name)
  if (tool?.canRun(editor)) tool.run(editor)
  return tool !== undefined
}

/** What browsers do by their own shortcuts, their menus and the gestures of phones. */
const OF_BROWSERS: Readonly<Record<string, string>> = {
  formatBold: 'bold',
  formatItalic: 'italic',
  formatUnderline: 'underline',
  formatStrikeThrough: 'strike',
  formatSubscript: 'subscript',
  formatSuperscript: 'superscript',
  historyUndo: 'undo',
  historyRedo: 'redo',
}

const FIELD = 'input, textarea, [contenteditable="true"]'
const KEYS = ['keydown', 'keyup'] as const

/** Once a field has nothing left to undo, Chrome goes on in the text, even behind a dialog. */
function staysIn(field: HTMLElement | undefined, event: InputEvent): boolean {
  if (!field || !event.inputType.startsWith('history') || event.composedPath()[0] === field) return false
  event.preventDefault()
  field.focus()
  return true
}

/** They are commands of the field; a format that the field doesn't have must not come from the browser either. */
function runInstead(editor: Editor, event: InputEvent): boolean {
  const name = OF_BROWSERS[event.inputType]
  if (name === undefined && !event.inputType.startsWith('format')) return false
  event.preventDefault()
  if (name !== undefined) press(editor, name)
  return true
}
