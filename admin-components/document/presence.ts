/** Presence: who else is editing the document, polled every 15 seconds while the page is visible. A form without edits then shows what they saved.
 * Tested by test/admin-components/autosave-and-presence.test.ts.
 */
import { html, nothing, type ReactiveController, type TemplateResult } from 'lit'
import { icon } from '../parts/icon.ts'
import { formatOf } from '../texts/formats.ts'
import type { DocumentHost } from './document-host.ts'

const EVERY = 15_000

export class OtherEditors implements ReactiveController {
  names: readonly string[] = []
  readonly #host: DocumentHost
  #timer: ReturnType<typeof setInterval> | undefined
  /** The document we last announced ourselves on. */
  #at: string | undefined

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
    if (this.#here !== this.#at) this.#ask()
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
      () => this.#know([]),
    )
  }

  #leave(): void {
    if (this.#at !== undefined) this.#send(this.#at, { leaving: true }).catch(() => undefined)
    this.#at = undefined
    this.names = []
  }

  #know(names: readonly string[]): void {
    if (names.length > 0) void this.#host.form?.freshen()
    if (names.join() === this.names.join()) return
    this.names = names
    this.#host.requestUpdate()
  }

  #send(path: string, body: object): Promise<{ others: { name: string | null }[] }> {
    return this.#host.app.client.send('POST', `${path}/presence`, { body, isAside: true })
  }
}

export function presence(host: DocumentHost, { names }: OtherEditors): TemplateResult | typeof nothing {
  if (names.length === 0) return nothing
  const listed = formatOf(Intl.ListFormat, host.app.language).format(names)
  return html`<p class="presence small" role="status">${icon('users')}${host.t('presence', { count: names.length, names: listed })}</p>`
}
