/** Saves the form. If somebody else saved first, conflicts are resolved field by field and nothing is overwritten silently.
 * Tested by test/admin-components/writing.test.ts.
 */
import type { ApiError } from '../../client/api-error.ts'
import { isNewPerson, lacksRole } from '../app/role-to-choose.ts'
import type { Field } from '../app/schema.ts'
import { labelOf } from '../fields/editing.ts'
import { confirm } from '../parts/dialog.ts'
import { formatOf } from '../texts/formats.ts'
import { onDate } from '../texts/texts.ts'
import type { DocumentHost } from './document-host.ts'
import { publishedText } from './every-language.ts'
import type { Form } from './form.ts'
import type { DocumentPlan } from './planned-changes.ts'
import { resolve } from './resolve-conflicts.ts'
import type { Values } from './values.ts'

/** Returns the saved document; undefined if the user left a conflict undecided. Then the next save asks again. */
export async function settle(host: DocumentHost, form: Form, more: Values): Promise<Values | undefined> {
  form.press()
  try {
    return await attempt(host, form, more)
  } finally {
    form.release()
  }
}

async function attempt(host: DocumentHost, form: Form, more: Values): Promise<Values | undefined> {
  const { question } = form
  if (question) {
    form.putTogether()
    const keepsMine = await resolve(host, form, question.conflicts, { more, publication: host.planned.publication })
    if (!keepsMine) return undefined
    question.decide(keepsMine)
    if (form.question) return attempt(host, form, more)
  } else form.reconsider()
  try {
    if (isNewPerson(form)) form.halfWritten.put('role', lacksRole(form) ? host.t('users.chooseRole') : undefined)
    return await form.save(more)
  } catch (error) {
    if (!(error as Partial<ApiError>).has?.call(error, 'STALE')) throw error
    const others = await form.rebase()
    const isLive = form.doc['status'] === 'published'
    if (more['status'] === 'published' && !isLive && others.length > 0 && !(await publishesToo(host, others))) return undefined
    return attempt(host, form, more)
  }
}

/** Publishing would make what somebody else has just saved visible to everyone, before the user has seen it. */
function publishesToo(host: DocumentHost, fields: readonly Field[]): Promise<boolean> {
  const names = formatOf(Intl.ListFormat, host.app.language).format(fields.map((field) => labelOf(host, field)))
  return confirm(host, {
    title: host.t('conflict.title'),
    text: host.t('publish.others', { fields: names }),
    yes: host.t('publish'),
  })
}

/** A new person without a password gets a link by email. */
export const invites = ({ entity, isNew, values, app }: Form): boolean =>
  entity.slug === 'users' && isNew && app.known.mailsLinks === true && !values['password'] && values['active'] !== false

/** The state before the save. */
interface Before {
  isInvited: boolean
  publication: DocumentPlan | undefined
}

export async function saved(host: DocumentHost, form: Form, doc: Values, { isInvited, publication }: Before): Promise<void> {
  const isPublished = form.entity.drafts && doc['status'] === 'published'
  const message = isPublished ? await publishedText(host, form) : host.t(form.entity.drafts ? 'draftSaved' : 'saved')
  const page = isPublished ? await pageOf(form) : undefined
  const link = page === undefined ? undefined : { label: host.t('page.view'), href: page }
  const ended = isPublished && publication && !(await host.planned.has(publication)) ? publication.runAt : undefined
  host.app.say(isInvited ? await invitedText(host, String(doc['email'])) : message, 'good', link)
  if (ended !== undefined) host.app.say(host.t('schedule.ended', { when: onDate(ended, host.app.language) }))
  host.emit('saved', { collection: form.entity.slug, doc })
}

const invitedText = async (host: DocumentHost, email: string) => (await import('./mailed-links.ts')).mailedText(host, 'invite', email)

/** The document is saved, whether or not its page can be found. */
async function pageOf(form: Form): Promise<string | undefined> {
  if (!form.entity.preview) return undefined
  return import('./public-page.ts').then(({ publicPageOf }) => publicPageOf(form)).catch(() => undefined)
}
