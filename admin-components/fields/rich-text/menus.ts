/** Menus of commands: the kind of a block, which the toolbar and the selection's bar show, and the menu of a block.
 * Tested by test/admin-components/writing-toolbar.test.ts.
 */
import type { Editor } from '@tiptap/core'
import { html, nothing, type TemplateResult } from 'lit'
import type { CmsElement } from '../../element.ts'
import { icon } from '../../parts/icon.ts'
import type { Item } from '../../parts/menu.ts'
import { shortcutOf } from './shortcut.ts'
import type { Tool } from './tool.ts'
import { asOneStep } from './undo-steps.ts'

/** The button names the kind of the block at the caret. It is missing if the field has only one kind. */
export function turnMenu(
  host: CmsElement,
  editor: Editor | undefined,
  tools: readonly Tool[],
  look: string,
): TemplateResult | typeof nothing {
  const kinds = tools.filter(({ group }) => group === 'turn')
  if (!hasChoice(kinds, editor)) return nothing
  const now = editor && (kinds.findLast((tool) => tool.name !== 'paragraph' && tool.isOn(editor)) ?? kinds.find(isParagraph))
  const name = now ? host.t(now.key, now.values) : ''
  return html`
    <cms-menu
      class="kind"
      .look=${look}
      .leave=${() => editor?.view.focus()}
      .label=${host.t('text.kind', { what: name })}
      .face=${html`
        <span class="clip">${name}</span>
        ${icon('chevron-down')}
      `}
      .items=${() => (editor ? turnItems(host, editor, kinds, now) : [])}></cms-menu>
  `
}

/** A field with paragraphs only may still hold other blocks, which can become paragraphs. */
const hasChoice = (kinds: readonly Tool[], editor: Editor | undefined): boolean =>
  kinds.length > 1 || (editor !== undefined && kinds.some((kind) => !kind.isOn(editor)))

const isParagraph = ({ name }: Tool): boolean => name === 'paragraph'

function turnItems(host: CmsElement, editor: Editor, kinds: readonly Tool[], now: Tool | undefined): Item[] {
  return kinds.map((tool) => ({ ...itemOf(host, editor, tool), isOn: tool === now, run: () => turnInto(editor, kinds, tool) }))
}

/** A heading or code leaves its list or quote first; the others go around what is there. */
function turnInto(editor: Editor, kinds: readonly Tool[], tool: Tool): void {
  if (tool.isOn(editor)) {
    editor.commands.focus()
    return
  }
  const isInside = /^(heading|codeBlock)/.test(tool.name)
  asOneStep(editor, () => {
    if (isInside) kinds.find(isParagraph)?.run(editor)
    press(editor, tool)
  })
}

/** Runs a command from a bar or a menu. What is typed next belongs in the text at once, unless the command asks for something first. */
export function press(editor: Editor, tool: Tool): void {
  tool.run(editor)
  const asksFirst = tool.group === 'insert' || tool.group === 'view' || tool.name === 'link'
  if (!asksFirst) editor.view.focus()
}

export function itemOf(host: CmsElement, editor: Editor, tool: Tool): Item {
  return {
    label: host.t(tool.key, tool.values),
    icon: tool.icon,
    hint: shortcutOf(tool) ?? '',
    isDangerous: tool.name === 'remove',
    ...(tool.group === 'mark' && { isOn: tool.isOn(editor) }),
    run: () => press(editor, tool),
  }
}

/** What can be done with the block at the caret. */
export function blockItems(host: CmsElement, editor: Editor, tools: readonly Tool[]) {
  const kinds = tools.filter(({ group }) => group === 'turn')
  const now = kinds.findLast((tool) => !isParagraph(tool) && tool.isOn(editor)) ?? kinds.find(isParagraph)
  return [
    ...tools.filter(({ group }) => group === 'block').map((tool) => ({ ...itemOf(host, editor, tool), isOff: !tool.canRun(editor) })),
    ...(hasChoice(kinds, editor) ? [{ heading: host.t('text.group.turn') }, ...turnItems(host, editor, kinds, now)] : []),
  ]
}
