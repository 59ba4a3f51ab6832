/** Switches off what a field's features leave out: its shortcuts and its Markdown. The schema stays whole, so that stored content stays as it is.
 * Tested by test/admin-components/rich-text-settings.test.ts.
 */
import { type AnyExtension, type Editor, textblockTypeInputRule } from '@tiptap/core'
import type { MarkType, NodeType } from '@tiptap/pm/model'
import { MARKS, NODES, type TextFeature } from '../../../lib/rich-text/kinds.ts'
import { listFromNumber, markerAgain } from './list-kinds.ts'
import { hasDelimiters, markInputRules, markPasteRules } from './mark-rules.ts'
import { isAsWritten } from './paste/plain.ts'
import { hostOf } from './text-host.ts'

interface Context {
  editor: Editor
  type: NodeType & MarkType
  parent?: () => never
}

/** The Markdown of tasks belongs to their items. */
const featureOf = (name: string): TextFeature | undefined =>
  name === 'taskItem' ? 'taskList' : (Object.hasOwn(NODES, name) ? NODES[name] : MARKS[name])?.feature

export function withFeature(one: AnyExtension): AnyExtension {
  const feature = featureOf(one.name)
  if (!feature) return one
  const isOn = ({ editor }: Context) => hostOf(editor).settings.features.has(feature)
  return (one as unknown as { extend(more: object): AnyExtension }).extend({
    addInputRules(this: Context) {
      if (!isOn(this)) return []
      if (one.name === 'heading') return headingRules(this)
      if (one.name === 'orderedList') return [...markerAgain(this.type), listFromNumber(this.type)]
      return hasDelimiters(one.name) ? markInputRules(this.type) : [...markerAgain(this.type), ...(this.parent?.() ?? [])]
    },
    /** It would take code of code editors before it is fitted to the field. */
    ...(one.name === 'codeBlock' && {
      addProseMirrorPlugins(this: Context) {
        return isOn(this) ? (this.parent?.() ?? []) : []
      },
    }),
    addPasteRules(this: Context) {
      if (!isOn(this)) return []
      return hasDelimiters(one.name)
        ? markPasteRules(this.type, (event) => isAsWritten(this.editor.view, event?.clipboardData))
        : (this.parent?.() ?? [])
    },
    addKeyboardShortcuts(this: Context) {
      const shortcuts = Object.entries(this.parent?.() ?? {})
      // Those of the commands are in `shortcuts.ts`: here, `Mod-B` would take the keys of `Mod-Shift-b`.
      const isOffered = (key: string) => !key.startsWith('Mod-') || (isOn(this) && /Backspace|Delete/.test(key))
      return Object.fromEntries(shortcuts.filter(([key]) => isOffered(key)))
    },
  })
}

/** One, two or more `#` make a heading of that level, if the field has it. */
const headingRules = ({ editor, type }: Context) =>
  hostOf(editor).settings.headings.map((level) =>
    textblockTypeInputRule({ find: new RegExp(`^#{${level}}\\s$`), type, getAttributes: { level } }),
  )
