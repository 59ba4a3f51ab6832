/** The menu that `/` opens at the start of a block or after a space: every command that turns a block into another or inserts something.
 * Tested by test/admin-components/writing-menus.test.ts.
 */
import { type Editor, Extension, type Range } from '@tiptap/core'
import { inEnglish } from '../../texts/texts.ts'
import { leaveNewItem } from './new-item.ts'
import { shortcutOf } from './shortcut.ts'
import { suggesting } from './suggesting.ts'
import { type Choice, hostOf } from './text-host.ts'
import { offersBlocks, type Tool } from './tool.ts'
import { asOneStep } from './undo-steps.ts'

export const Slash = Extension.create({
  name: 'slash',
  addProseMirrorPlugins() {
    if (!offersBlocks(hostOf(this.editor).tools)) return []
    return [
      suggesting(this.editor, {
        name: 'slash',
        pattern: /(^|\s)\/((?:[^\s/]+ ?){0,3})$/u,
        label: 'text.insert',
        nothing: 'text.insert.nothing',
        choices: (editor, typed, range) => commandsFor(editor, typed).map((tool) => choiceOf(editor, tool, range)),
      }),
    ]
  },
})

/** The commands whose name, in the language of the admin or in English, contains what was typed. The best come first. */
function commandsFor(editor: Editor, typed: string): Tool[] {
  const offered = hostOf(editor).tools.filter((tool) => tool.group === 'turn' || (tool.group === 'insert' && tool.canRun(editor)))
  const wanted = typed.trim().toLowerCase()
  if (wanted === '') return offered
  return offered
    .map((tool) => ({ tool, rank: rankOfTool(editor, tool, wanted) }))
    .filter(({ rank }) => rank < NOT_FOUND)
    .sort((one, other) => one.rank - other.rank)
    .map(({ tool }) => tool)
}

/** What other editors call a command. */
const ALSO_CALLED: Readonly<Record<string, readonly string[]>> = {
  image: ['picture', 'photo'],
  horizontalRule: ['line', 'rule', 'separator'],
  taskList: ['to-do', 'todo', 'checklist'],
  embed: ['video'],
}

/** The words of the menu count more than other names, such as `blockquote` in the code. */
function rankOfTool(editor: Editor, { key, values, name }: Tool, wanted: string): number {
  const shown = [hostOf(editor).element.t(key, values), inEnglish(key, values)]
  const others = [name.toLowerCase(), ...(ALSO_CALLED[name] ?? [])]
  return Math.min(...shown.map((one) => rankOf(one.toLowerCase(), wanted)), ...others.map((one) => Math.max(1, rankOf(one, wanted))))
}

const NOT_FOUND = 3

function rankOf(name: string, wanted: string): number {
  if (name.startsWith(wanted)) return 0
  if (name.split(/\s+/).some((word) => word.startsWith(wanted))) return 1
  // `h2` finds “Heading 2”.
  const short = name.replace(/(\p{L})\p{L}*\s*(?=\d)/gu, '$1')
  return short.startsWith(wanted) ? 1 : name.includes(wanted) ? 2 : NOT_FOUND
}

function choiceOf(editor: Editor, tool: Tool, range: Range): Choice {
  const { element } = hostOf(editor)
  return {
    label: element.t(tool.key, tool.values),
    hint: tool.markdown ?? shortcutOf(tool) ?? '',
    icon: tool.icon,
    group: element.t(tool.group === 'turn' ? 'text.group.turn' : 'text.group.insert'),
    run: () =>
      asOneStep(editor, () => {
        editor.chain().focus().deleteRange(range).run()
        if (tool.group === 'insert' && tool.name !== 'mention') leaveNewItem(editor)
        tool.run(editor)
      }),
  }
}
