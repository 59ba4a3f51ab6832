/** The documents that the fields of a form refer to: all of them ask together, in the language of the form.
 * Tested by test/admin-components/related-documents.test.ts.
 */
import type { App } from '../app/app.ts'
import { RelatedDocuments } from '../app/related.ts'
import type { EditedForm } from './editing.ts'

const ofForms = new WeakMap<EditedForm, RelatedDocuments>()

export function relatedOfForm(app: App, form: EditedForm): RelatedDocuments {
  const known = ofForms.get(form) ?? new RelatedDocuments(app, form.locale)
  ofForms.set(form, known)
  return known
}
