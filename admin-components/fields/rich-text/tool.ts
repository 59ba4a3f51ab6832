/** The shape of a command of the rich text editor. `tools.ts` lists them. Tested by test/admin-components/rich-text.test.ts. */
import type { Editor } from '@tiptap/core'
import type { TextFeature } from '../../../lib/rich-text/kinds.ts'
import type { Key, Values } from '../../texts/texts.ts'

/** The effect of a command: it marks a selection, turns blocks into others, inserts something, works inside a table, undoes, moves whole blocks, or changes how one works. */
export type ToolGroup = 'mark' | 'turn' | 'insert' | 'table' | 'history' | 'block' | 'view'

export interface Tool {
  /** Unique among the commands of a field. */
  name: string
  icon: string
  /** Its text, for `t(key, values)`. */
  key: Key
  values?: Values
  /** The feature that a field needs for it; without one, every field has it. */
  feature?: TextFeature
  group: ToolGroup
  /** In the editor's spelling, such as `Mod-Shift-7`. `Mod` is the Command key on Apple's machines, otherwise Ctrl. */
  shortcut?: string
  /** The start of a line that does the same, such as `##`. */
  markdown?: string
  run(editor: Editor): void
  isOn(editor: Editor): boolean
  canRun(editor: Editor): boolean
}

const isForBlocks = ({ group }: Tool): boolean => group === 'turn' || group === 'insert'

/** Whether there are blocks to choose from: some fields have only paragraphs with marks. */
export const offersBlocks = (tools: readonly Tool[]): boolean => tools.filter(isForBlocks).length > 1
