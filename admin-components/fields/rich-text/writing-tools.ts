/** The commands that move whole blocks, and those that change how one works with the text.
 * Tested by test/admin-components/writing-blocks.test.ts.
 */
import type { Editor } from '@tiptap/core'
import { announce } from '../../parts/announce.ts'
import { canMove, duplicateBlocks, moveBlocks, placeOf, removeBlocks } from './blocks.ts'
import { hostOf } from './text-host.ts'
import type { Tool } from './tool.ts'

const isEditable = (e: Editor): boolean => e.isEditable

/** Writing goes on in the text, also after a menu. */
function inText(act: (editor: Editor) => void): Tool['run'] {
  return (editor) => {
    act(editor)
    editor.view.focus()
  }
}

function moveAndSay(editor: Editor, by: -1 | 1): void {
  moveBlocks(editor, by)
  sayPlace(editor)
}

/** Announces the new place of the block that moved, which is still selected. */
export function sayPlace(editor: Editor): void {
  const { element } = hostOf(editor)
  announce(element, element.t('move.done', placeOf(editor)))
}

export const WRITING: readonly Tool[] = [
  {
    name: 'moveUp',
    icon: 'arrow-up',
    key: 'text.block.up',
    group: 'block',
    shortcut: 'Alt-Shift-ArrowUp',
    run: inText((e) => moveAndSay(e, -1)),
    isOn: () => false,
    canRun: (e) => canMove(e, -1),
  },
  {
    name: 'moveDown',
    icon: 'arrow-down',
    key: 'text.block.down',
    group: 'block',
    shortcut: 'Alt-Shift-ArrowDown',
    run: inText((e) => moveAndSay(e, 1)),
    isOn: () => false,
    canRun: (e) => canMove(e, 1),
  },
  {
    name: 'duplicate',
    icon: 'copy',
    key: 'text.block.duplicate',
    group: 'block',
    shortcut: 'Mod-d',
    run: inText(duplicateBlocks),
    isOn: () => false,
    canRun: isEditable,
  },
  {
    name: 'remove',
    icon: 'trash-2',
    key: 'text.block.remove',
    group: 'block',
    shortcut: 'Mod-Shift-Backspace',
    run: inText(removeBlocks),
    isOn: () => false,
    canRun: isEditable,
  },
  viewTool('blockMenu', 'grip-vertical', 'text.block.menu', 'Alt-Enter', 'openBlockMenu', isEditable),
  viewTool('toolbar', 'panel-top', 'text.toolbar.focus', 'Alt-F10', 'enterNextBar', isEditable),
  viewTool('find', 'search', 'text.find', 'Mod-f', 'find'),
  viewTool('fullScreen', 'maximize-2', 'text.fullScreen', 'Mod-Shift-f', 'toggleFullScreen'),
  viewTool('keys', 'keyboard', 'text.keys', 'Mod-/', 'showKeys'),
]

type View = 'openBlockMenu' | 'enterNextBar' | 'find' | 'toggleFullScreen' | 'showKeys'

function viewTool(name: string, icon: string, key: Tool['key'], shortcut: string, act: View, canRun = (_: Editor) => true): Tool {
  return { name, icon, key, group: 'view', shortcut, run: (e) => hostOf(e)[act](), isOn: () => false, canRun }
}
