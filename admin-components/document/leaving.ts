/** Asks before a form is left whose edits can't be saved by then, or whose files are still on their way. Tested by test/admin-components/nothing-lost.test.ts. */
import { confirm } from '../parts/dialog.ts'
import type { DocumentHost } from './document-host.ts'
import type { Form } from './form.ts'

export async function mayLeave(host: DocumentHost, form: Form): Promise<boolean> {
  if (!form.isUnsettled) return true
  await form.settle()
  const { isDirty, arriving } = form
  if (!isDirty && arriving.isEmpty) return true
  const leaves = await confirm(host, {
    title: host.t('unsaved.title'),
    text: host.t(isDirty ? 'unsaved.text' : 'unsaved.files'),
    yes: host.t(isDirty ? 'unsaved.leave' : 'unsaved.leaveFiles'),
    isDangerous: true,
  })
  if (leaves) form.letGo()
  return leaves
}
