/** Offers unsaved edits from an earlier visit or another tab, which the user can restore or discard. Tested by test/admin-components/brought-back.test.ts. */
import { html, nothing, type TemplateResult } from 'lit'
import { localeName } from '../app/locale-name.ts'
import { ago } from '../texts/texts.ts'
import { bringBack } from './bring-back.ts'
import type { DocumentHost } from './document-host.ts'
import type { Form } from './form.ts'
import type { Found } from './kept-edits.ts'
import { resolve } from './resolve-conflicts.ts'

export function offers(host: DocumentHost, form: Form): TemplateResult | typeof nothing {
  const { edits } = form
  if (!edits) return nothing
  const { earlier, elsewhere, languages } = edits
  const bring = (found: readonly Found[]) => () => void bringHere(host, form, found)
  return html`
    ${
      earlier.length > 0
        ? note(
            messageFor(host, 'recovered', earlier),
            button(host.t('recovered.take'), bring(earlier)),
            button(host.t('recovered.drop'), () => edits.discardEarlier(), 'plain'),
          )
        : nothing
    }
    ${
      elsewhere.length > 0
        ? note(
            messageFor(host, 'elsewhere', elsewhere),
            button(host.t('elsewhere.take'), bring(elsewhere)),
            button(host.t('elsewhere.leave'), () => edits.leave(elsewhere.map(({ key }) => key)), 'plain'),
          )
        : nothing
    }
    ${languages
      .filter((locale) => host.app.known.locales?.all.includes(locale))
      .map((locale) =>
        note(
          host.t('recovered.language', { locale: localeName(host.app, locale) }),
          button(host.t('recovered.turn', { locale: localeName(host.app, locale) }), () => void host.speak(locale)),
        ),
      )}
  `
}

function messageFor(host: DocumentHost, what: 'recovered' | 'elsewhere', found: readonly Found[]): string {
  const at = Math.max(...found.map((one) => one.at))
  const when = at > 0 ? ago(new Date(at).toISOString(), host.app.language) : undefined
  return [
    host.t(what),
    what === 'recovered' && when !== undefined ? host.t('recovered.when', { when }) : '',
    found.some(({ isPartial }) => isPartial) ? host.t('recovered.partial') : '',
  ]
    .filter(Boolean)
    .join(' ')
}

const note = (messageFor: string, ...buttons: TemplateResult[]): TemplateResult => html`
  <div class="note warn row apart" role="status">
    <span>${messageFor}</span>
    <span class="row">${buttons}</span>
  </div>
`

const button = (label: string, act: () => void, look = ''): TemplateResult =>
  html`<button type="button" class=${look} @click=${act}>${label}</button>`

/** Restores one visit after the other. If the user cancels a conflict, these and the later edits stay where they are. */
async function bringHere(host: DocumentHost, form: Form, found: readonly Found[]): Promise<void> {
  for (const { key } of found) {
    const stored = form.edits?.latest(key)
    if (!stored) {
      form.edits?.leave([key])
      continue
    }
    const { conflicts, decide } = bringBack(form, stored)
    const keepsMine = conflicts.length > 0 ? await resolve(host, form, conflicts, { kept: stored.values }) : () => true
    if (!keepsMine) return
    decide(keepsMine)
    form.edits?.taken(key)
  }
}
