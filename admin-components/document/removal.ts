/** Deletes the document of a form: says first what that does and where it is used, and asks who takes over what a person owns.
 * Tested by test/admin-components/used-in.test.ts.
 */
import { deleteDocument, undoOf } from '../app/deleting.ts'
import { type KnownUses, unknownUses } from '../app/uses.ts'
import { usesBeforeDelete } from '../app/uses-before-delete.ts'
import { deleteWarning } from '../parts/delete-warning.ts'
import { confirm } from '../parts/dialog.ts'
import { loadFor } from '../parts/later.ts'
import { oneQuestion } from '../parts/one-question.ts'
import { titleOf } from '../parts/title.ts'
import type { DocumentHost } from './document-host.ts'
import type { Form } from './form.ts'
import { leaveDeleted } from './still-typed.ts'

export async function deleteAfterAsking(host: DocumentHost, form: Form): Promise<void> {
  const { entity } = form
  // biome-ignore lint/style/noNonNullAssertion: only a stored document can be deleted
  const id = form.id!
  const { typeTitle, impact } = entity.admin.confirmDelete ?? {}
  const title = titleOf(host, entity, form.doc)
  const mayOwn = entity.slug === 'users' && host.app.known.views.includes('roles')
  const answer = await oneQuestion(host, async () => {
    const uses = impact === false ? undefined : await usesBeforeDelete(host.app, entity, [id]).catch(unknownUses)
    const warning = (uses: KnownUses) => deleteWarning(host, entity, uses, entity.slug === 'users' ? { name: title } : {})
    const question = {
      title: host.t('delete.title', { title }),
      text: warning(uses),
      yes: host.t('delete'),
      isDangerous: true,
      canBeUndone: entity.trash === true,
      ...(typeTitle && { typed: title }),
    }
    if (!mayOwn) return confirm(host, question)
    return (await loadFor(host, () => import('./transfer.ts')))?.confirmWithHeir(host, {
      ...question,
      person: id,
      name: title,
      uses,
      warning,
    })
  })
  if (!answer) return
  try {
    // Save first, so that the last edits are in the trash too.
    await form.settle()
    await form.delete(() => deleteDocument(host.app, entity, id, false, answer === true ? {} : answer))
    host.app.say(
      host.t('deleted', { title }),
      'good',
      undoOf(host.app, entity, [id], () => host.isInside || host.app.router.go(`c/${entity.slug}/${id}`)),
    )
    if (form.phase !== 'deleted') await leaveDeleted(host, form)
  } catch (error) {
    host.app.say(host.app.explain(error), 'bad')
  }
}
