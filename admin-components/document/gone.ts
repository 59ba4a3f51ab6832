/** The page of a document that doesn't exist: one that is in the trash is named, and can be brought back. Tested by test/admin-components/trash.test.ts. */
import { html, nothing, type TemplateResult } from 'lit'
import { icon } from '../parts/icon.ts'
import { link } from '../parts/link.ts'
import { titleOf } from '../parts/title.ts'
import { inLocale } from './copied-rows.ts'
import type { DocumentHost } from './document-host.ts'
import type { Form } from './form.ts'

export function gonePage(host: DocumentHost, form: Form): TemplateResult {
  const { entity, locale } = form
  const trashed = form.trashed && locale !== undefined ? inLocale(entity.fields, form.trashed, locale) : form.trashed
  const { slug, may } = entity
  return html`
    <div class="empty card">
      ${icon(trashed ? 'trash-2' : 'search')}
      <h1>${trashed ? host.t('trash.holds', { title: titleOf(host, entity, trashed) }) : host.t('document.gone')}</h1>
      ${trashed && may.update ? html`<button class="main" @click=${() => bringBack(host, form)}>${icon('rotate-ccw')}${host.t('trash.recover')}</button>` : nothing}
      ${trashed ? link(host, `c/${slug}?trash=true`, host.t('trash.open')) : link(host, `c/${slug}`, host.t('document.back'))}
    </div>
  `
}

async function bringBack({ app }: DocumentHost, form: Form): Promise<void> {
  try {
    await app.client.post(`${form.path}/recover`)
    app.say(app.t('trash.recovered'))
  } catch (error) {
    app.say(app.explain(error), 'bad')
  }
  await form.load()
}
