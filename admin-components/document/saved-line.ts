/** The line below the title, which says what is saved, why something isn't, and when it goes live. Tested by test/admin-components/held-back.test.ts. */
import { onDate } from '../texts/texts.ts'
import type { DocumentHost } from './document-host.ts'
import type { Form } from './form.ts'
import { inLine } from './obstacle.ts'

export function savedLine(host: DocumentHost, form: Form): string {
  // After the session has expired, a save waits for the user to sign in again.
  if (form.isSaving && !host.app.signsInAgain) return host.t('saving')
  if (!form.isDirty && !form.arriving.isEmpty) return host.t('unsaved.uploading')
  if (form.isDirty || form.arriving.missing.size > 0) return unsavedLine(host, form)
  if (form.isNew || form.phase === 'loading') return ''
  if (form.isLocked) return host.t('document.readOnly')
  const { goesLiveAt } = host.planned
  if (goesLiveAt !== undefined) return withPlan(host, host.t('allSaved'))
  return host.t(form.entity.drafts && (form.isRevertible || form.isPending) ? 'allSaved.draft' : 'allSaved')
}

function unsavedLine(host: DocumentHost, form: Form): string {
  if (form.isDirty && form.obstacle !== '') return withPlan(host, host.t('unsaved.because', { why: form.obstacle }))
  if (form.heldBack.size === 0) return withPlan(host, host.t('unsaved'))
  const why = inLine(host.app, form.entity, form.heldBack)
  const line = withPlan(
    host,
    host.t(!form.isDirty || (form.entity.drafts && form.isRestStored) ? 'unsaved.except' : 'unsaved.because', { why }),
  )
  return form.inQuestion.length > 0 ? `${line}. ${host.t('unsaved.compare')}` : line
}

function withPlan({ planned, app }: DocumentHost, line: string): string {
  const { goesLiveAt } = planned
  return goesLiveAt === undefined ? line : app.t('saved.planned', { line: line.replace(/\.$/, ''), when: onDate(goesLiveAt, app.language) })
}
