/** Offers to adapt a text after a save refused parts of it: its words stay, and what the field doesn't allow or nothing can store becomes plain or goes, in one step
 * of undo. Tested by test/admin-components/rich-text-settings.test.ts.
 */
import type { Editor } from '@tiptap/core'
import { type Node, Slice } from '@tiptap/pm/model'
import { html, nothing, type TemplateResult } from 'lit'
import type { CmsElement } from '../../element.ts'
import type { Editing } from '../editing.ts'
import { fitText } from './paste/fit.ts'

export function unfitNote(host: CmsElement, { form, path }: Editing, editor: Editor | undefined): TemplateResult | typeof nothing {
  const isRefused = [...form.problems.keys()].some((one) => one === path || one.startsWith(`${path}.content.`))
  if (!editor || !isRefused || fitting(editor) === editor.state.doc) return nothing
  return html`
    <div class="note warn row apart" role="status">
      <span>${host.t('text.unfit')}</span>
      <button type="button" @click=${() => adapt(editor)}>${host.t('text.unfit.adapt')}</button>
    </div>
  `
}

const fitting = (editor: Editor): Node => fitText(editor.state.doc, editor)

function adapt(editor: Editor): void {
  const { state, view } = editor
  view.dispatch(state.tr.replace(0, state.doc.content.size, new Slice(fitting(editor).content, 0, 0)))
  view.focus()
}
