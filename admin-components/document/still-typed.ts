/** Shown when a document is deleted during editing: the edits are still in the form, and the user decides what to do with them.
 * Tested by test/admin-components/deleted-since.test.ts.
 */
import { html, type TemplateResult } from 'lit'
import { localeName } from '../app/locale-name.ts'
import type { DocumentHost } from './document-host.ts'
import type { Form } from './form.ts'

export function stillTyped(host: DocumentHost, form: Form): TemplateResult {
  const { slug, trash, may } = form.entity
  const { locale } = form
  // Accounts are created through an invitation, never by copying.
  const isCopied = may.create && slug !== 'users'
  return html`
    <div class="note warn row apart" role="alert">
      <span>${host.t('deleted.typed')} ${isCopied && locale !== undefined && leavesOut(host, form) ? host.t('deleted.oneLocale', { locale: localeName(host.app, locale) }) : ''}</span>
      <span class="row">
        ${trash && may.delete && form.trashed !== null ? html`<button type="button" @click=${() => recover(host, form)}>${host.t('deleted.recover')}</button>` : ''}
        ${isCopied ? html`<button type="button" @click=${() => startAnew(host, form)}>${host.t('deleted.anew')}</button>` : ''}
        <button type="button" class="plain" @click=${() => drop(host, form)}>${host.t('deleted.drop')}</button>
      </span>
    </div>
  `
}

const leavesOut = ({ app }: DocumentHost, { entity, trashed }: Form): boolean =>
  app.locales.all.length > 1 && (trashed === null || !entity.may.delete)

/** Without a response we don't know which languages to copy, so nothing is started. */
async function startAnew({ app }: DocumentHost, form: Form): Promise<void> {
  try {
    if (form.trashed === undefined) await form.lookInTrash()
    form.startAnew()
  } catch (error) {
    app.say(app.explain(error), 'bad')
  }
}

async function recover({ app }: DocumentHost, form: Form): Promise<void> {
  try {
    await form.change(() => app.client.post(`${form.path}/recover`), { typed: 'stays' })
    app.say(app.t('trash.recovered'))
  } catch (error) {
    app.say(app.explain(error), 'bad')
  }
}

async function drop(host: DocumentHost, form: Form): Promise<void> {
  form.letGo()
  await leaveDeleted(host, form)
}

/** Leaves the page of a deleted document once nothing is left to decide; a drawer closes. */
export async function leaveDeleted(host: DocumentHost, { entity, id }: Form): Promise<void> {
  const goesOn = host.emit('deleted', { collection: entity.slug, id })
  if (goesOn && !host.isInside) await host.app.router.go(`c/${entity.slug}`)
}
