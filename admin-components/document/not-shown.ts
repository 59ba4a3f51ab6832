/** Shown in place of a form whose document is gone or couldn't be loaded. Tested by test/admin-components/everyday.test.ts. */
import { html, nothing, type TemplateResult } from 'lit'
import { failureNote } from '../parts/failure.ts'
import { icon } from '../parts/icon.ts'
import { link } from '../parts/link.ts'
import { humanized } from '../texts/texts.ts'
import type { DocumentHost } from './document-host.ts'
import type { Form } from './form.ts'
import { gonePage } from './gone.ts'
import { offers } from './offers.ts'

/** Undefined if the form is shown. */
export function notShown(host: DocumentHost, form: Form): TemplateResult | undefined {
  const { entity } = form
  if (form.phase === 'gone')
    return html`
      <div class="page">
        ${offers(host, form)} ${gonePage(host, form)}
      </div>
    `
  if (form.isNew && !form.may.create)
    return html`
      <div class="page">
        <div class="empty card">
          ${icon('lock')}
          <h1>${host.t('document.mayNotCreate')}</h1>
          ${host.isInside ? nothing : link(host, `c/${entity.slug}`, host.t('document.back'))}
        </div>
      </div>
    `
  if (form.phase !== 'failed') return undefined
  return html`
    <div class="page">
      <div class="page-head">
        <div>
          ${crumbs(host, form)}
          <h1>${host.app.label(entity.labels.singular, humanized(entity.slug))}</h1>
        </div>
      </div>
      ${failureNote(host, form.failure, () => form.load())}
    </div>
  `
}

/** The way back to the list. */
export function crumbs(host: DocumentHost, { entity }: Form): TemplateResult | typeof nothing {
  if (entity.kind !== 'collection' || host.isInside) return nothing
  return html`
    <nav class="crumbs" aria-label=${host.t('crumbs')}>
      ${link(host, `c/${entity.slug}`, host.app.label(entity.labels.plural, humanized(entity.slug)))}
    </nav>
  `
}
