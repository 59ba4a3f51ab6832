/** Saves the form. If somebody else saved first, conflicts are resolved field by field and nothing is overwritten silently.
 * Tested by test/admin-components/writing.test.ts.
 */
import type { ApiError } from '../../client/api-error.ts'
import { resolve } from './conflict.ts'
import type { DocumentHost } from './document-host.ts'
import type { Form } from './form.ts'
import type { Values } from './values.ts'

/** Returns the saved document; undefined if the user left a conflict undecided, and then the next save asks again. */
export async function settle(host: DocumentHost, form: Form, more: Values): Promise<Values | undefined> {
  const { question } = form
  if (question) {
    const keepsMine = await resolve(host, form, question.conflicts)
    if (!keepsMine) return undefined
    question.decide(keepsMine)
  }
  try {
    return await form.save(more)
  } catch (error) {
    if (!(error as Partial<ApiError>).has?.call(error, 'STALE')) throw error
    await form.rebase()
    return settle(host, form, more)
  }
}

export function saved(host: DocumentHost, form: Form, doc: Values): void {
  const isPublished = doc['status'] === 'published'
  host.app.say(host.t(form.entity.drafts ? (isPublished ? 'published' : 'draftSaved') : 'saved'))
  host.emit('saved', { collection: form.entity.slug, doc })
}
