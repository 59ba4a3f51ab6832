/** The line below the title, which says what is saved, and why something isn't. Tested by test/admin-components/held-back.test.ts. */
import { onDate } from '../texts/texts.ts'
import type { DocumentHost } from './document-host.ts'
import type { Form } from './form.ts'
import { inLine } from './obstacle.ts'

export function savedLine(host: DocumentHost, form: Form): string {
  // After the session has expired, a save waits for the user to sign in again.
  if (form.isSaving && !host.app.signsInAgain) return host.t('saving')
  if (form.isDirty) return unsavedLine(host, form)
  if (!form.arriving.isEmpty) return host.t('unsaved.uploading')
  if (form.isNew || form.phase === 'loading') return ''
  if (form.isLocked) return host.t('document.readOnly')
  const goesLiveAt = host.planned.goesLiveAt
  if (goesLiveAt !== undefined) return host.t('allSaved.planned', { when: onDate(goesLiveAt, host.app.language) })
  return host.t(form.entity.drafts && (form.isRevertible || form.isPending) ? 'allSaved.draft' : 'allSaved')
}

function unsavedLine(host: DocumentHost, form: Form): string {
  if (form.obstacle !== '') return host.t('unsaved.because', { why: form.obstacle })
  if (form.heldBack.size === 0) return host.t('unsaved')
  const why = inLine(host.app, form.entity, form.heldBack)
  const line = host.t(form.entity.drafts && form.isRestStored ? 'unsaved.except' : 'unsaved.because', { why })
  return form.inQuestion.length > 0 ? `${line}. ${host.t('unsaved.compare')}` : line
}
