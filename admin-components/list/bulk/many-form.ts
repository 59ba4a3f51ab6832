/** The form of an edit of many documents, whose fields begin empty. Those that hold several values offer what to do with them.
 * Tested by test/admin-components/several-in-bulk.test.ts.
 */
import { html, nothing, type TemplateResult } from 'lit'
import { Form } from '../../document/form.ts'
import { type EditedForm, type Editing, idOf, labelOf } from '../../fields/editing.ts'
import { type ListEdit, listEditsOf } from './several.ts'

export class ManyForm extends Form implements EditedForm {
  readonly isForMany = true
  /** The choices for fields with several values, by path. */
  readonly listEdits = new Map<string, ListEdit>()

  readonly beforeEditor = (e: Editing): TemplateResult | typeof nothing => {
    const { field, host, path } = e
    const offered = IN_ROW.test(path) ? [] : listEditsOf(field)
    if (offered.length === 0) return nothing
    const chosen = this.listEdits.get(path) ?? 'add'
    const choose = (listEdit: ListEdit) => {
      this.listEdits.set(path, listEdit)
      this.dispatchEvent(new Event('change'))
    }
    return html`
      <div class="row" role="radiogroup" aria-label=${labelOf(host, field)} aria-describedby="${idOf(e)}-way">
        ${offered.map(
          (listEdit) => html`
            <label class="inline">
              <input type="radio" name="${idOf(e)}-ways" .checked=${listEdit === chosen} @change=${() => choose(listEdit)} />
              ${host.t(`bulk.edit.${listEdit}`)}
            </label>
          `,
        )}
      </div>
      <span class="help" id="${idOf(e)}-way">${host.t(`bulk.edit.${chosen}.text`)}</span>
    `
  }
}

/** Rows have their index in the path. */
const IN_ROW = /\.\d+\./
