/** Presence: who else is editing the document, polled every 15 seconds while the page is visible, and when somebody begins to type. The form
 * then shows what they saved.
 * Tested by test/admin-components/autosave-and-presence.test.ts.
 */
import { html, nothing, type ReactiveController, type TemplateResult } from 'lit'
import { labelOf } from '../fields/editing.ts'
import { icon } from '../parts/icon.ts'
import { formatOf } from '../texts/formats.ts'
import type { DocumentHost } from './document-host.ts'

const EVERY = 15_000

export class OtherEditors implements ReactiveController {
  names: readonly string[] = []
  /** The fields that they have just changed. */
  changed = ''
  readonly #host: DocumentHost
  #timer: ReturnType<typeof setInterval> | undefined
  /** The document we last announced ourselves on. */
  #at: string | undefined
  #isTyping = false

  constructor(host: DocumentHost) {
    this.#host = host
    host.addController(this)
  }

  hostConnected(): void {
    this.#timer = setInterval(() => this.#ask(), EVERY)
  }

  hostDisconnected(): void {
    clearInterval(this.#timer)
    this.#leave()
  }

  hostUpdated(): void {
    const isTyping = this.#host.form?.isDirty === true
    const begins = isTyping && !this.#isTyping
    this.#isTyping = isTyping
    if (this.#here !== this.#at || begins) this.#ask()
  }

  get #here(): string | undefined {
    const { form, isConnected } = this.#host
    return form && isConnected && !form.isNew && !form.isLocked && form.phase === 'idle' ? form.path : undefined
  }

  #ask(): void {
    const here = this.#here
    if (here === undefined || document.hidden || !navigator.onLine) return
    if (this.#at !== here) this.#leave()
    this.#at = here
    this.#send(here, {}).then(
      ({ others }) => this.#know(others.map(({ name }) => name ?? this.#host.t('presence.someone'))),
      () => this.#show([], ''),
    )
  }

  #leave(): void {
    if (this.#at !== undefined) this.#send(this.#at, { leaving: true }).catch(() => undefined)
    this.#at = undefined
    this.names = []
  }

  async #know(names: readonly string[]): Promise<void> {
    const { form } = this.#host
    if (names.length > 0) await form?.freshen()
    if (!form || form !== this.#host.form) return
    const labels = form.arrived.map((field) => labelOf(this.#host, field))
    form.arrived = []
    this.#show(names, formatOf(Intl.ListFormat, this.#host.app.language).format(labels))
  }

  #show(names: readonly string[], changed: string): void {
    if (names.join() === this.names.join() && changed === this.changed) return
    Object.assign(this, { names, changed })
    this.#host.requestUpdate()
  }

  #send(path: string, body: object): Promise<{ others: { name: string | null }[] }> {
    return this.#host.app.client.send('POST', `${path}/presence`, { body, isAside: true })
  }
}

export function presence(host: DocumentHost, { names, changed }: OtherEditors): TemplateResult | typeof nothing {
  if (names.length === 0) return nothing
  const here = host.t('presence', { count: names.length, names: formatOf(Intl.ListFormat, host.app.language).format(names) })
  // The line above it says what both of them changed.
  const isSaid = host.form !== undefined && host.form.inQuestion.length > 0
  const text = isSaid ? here : host.t('presence.merges', { here })
  return html`<p class="presence small" role="status">${icon('users')}${text}${changed === '' ? '' : `. ${host.t('presence.changed', { fields: changed })}`}</p>`
}
