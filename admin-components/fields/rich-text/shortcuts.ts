/** The shortcuts of the commands, as the table of commands has them. Tested by test/admin-components/text-shortcuts.test.ts. */
import { type Editor, Extension } from '@tiptap/core'
import { hostOf } from './text-host.ts'

export const Shortcuts = Extension.create({
  name: 'shortcuts',
  // Before those of the nodes and marks.
  priority: 1000,
  addKeyboardShortcuts() {
    /** Also without anything to do, no other command of the editor or the browser takes the keys. */
    const press = (editor: Editor, name: string) => {
      const tool = hostOf(editor).tools.find((one) => one.name === name)
      if (tool?.canRun(editor)) tool.run(editor)
      return tool !== undefined
    }
    const tools = hostOf(this.editor).tools
    return Object.fromEntries(
      tools.flatMap(({ shortcut, name }) =>
        shortcut ? [[shortcut, ({ editor }) => press(editor, name)] as [string, (of: { editor: Editor }) => boolean]] : [],
      ),
    )
  },
})
