/** `<cms-backups>`: shows the backup schedule and the backups; starts a backup and downloads one.
 *
 * @attribute api, lang: as for `<cms-admin>`
 * @cssproperty as for `<cms-admin>`
 * Tested by test/admin-components/system.test.ts.
 */
import { html, nothing, type TemplateResult } from 'lit'
import { randomKey } from '../app/random-key.ts'
import { RelatedDocuments } from '../app/related.ts'
import { define } from '../element.ts'
import { confirm } from '../parts/dialog.ts'
import { icon } from '../parts/icon.ts'
import { timeAgo } from '../parts/time-ago.ts'
import { bytes } from '../texts/texts.ts'
import { cardsOnPhones } from './cards-on-phones.ts'
import { personName } from './person-name.ts'
import { SystemPage } from './system-page.ts'

interface Backup {
  id: number
  state: 'pending' | 'running' | 'done' | 'failed'
  trigger: 'manual' | 'scheduled'
  author: { id: number; email: string | null } | null
  filename: string | null
  size: number | null
  startedAt: string
  error: string | null
}

interface Found {
  settings: { every: string | null; at: string; timeZone: string; keep: number; storage: string; dir: string; unavailable?: string | null }
  backups: Backup[]
}

const LOOKS_AGAIN = 1500
const TONES = { pending: 'warn', running: 'warn', done: 'good', failed: 'bad' }

const HEADINGS = ['backups.file', 'column.status', 'media.size', 'column.createdAt'] as const

class CmsBackups extends SystemPage<Found> {
  static override looks = [cardsOnPhones]
  protected readonly heading = 'area.backups'
  /** The idempotency key of the next backup request. It changes after the list is reloaded, since a later request means another backup. */
  #key = randomKey()
  #timer: ReturnType<typeof setTimeout> | undefined
  #related: RelatedDocuments | undefined

  protected async ask(): Promise<Found> {
    const found = await this.app.client.get<Found>('/admin/backups')
    this.#key = randomKey()
    clearTimeout(this.#timer)
    if (found.backups.some(({ state }) => state === 'running' || state === 'pending'))
      this.#timer = setTimeout(() => this.load(), LOOKS_AGAIN)
    return found
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback()
    clearTimeout(this.#timer)
  }

  #start(): Promise<unknown> {
    return this.app.client.send('POST', '/admin/backups', { headers: { 'idempotency-key': this.#key } })
  }

  protected override acts(): TemplateResult {
    return html`
      <button
        class="main"
        ?disabled=${this.isBusy || Boolean(this.found?.settings.unavailable)}
        @click=${() => this.attempt(() => this.#start(), this.t('backups.begun'))}>
        ${icon('database')}${this.t('backups.now')}
      </button>
    `
  }

  protected body({ settings, backups }: Found): TemplateResult {
    return html`
      ${settings.unavailable ? html`<p class="note warn">${settings.unavailable}</p>` : nothing}
      <p>${this.t('backups.included')}</p>
      <p class="muted">
        ${settings.every ? this.t(`backups.every.${settings.every as 'day' | 'week'}`, { at: settings.at, zone: settings.timeZone, keep: settings.keep }) : this.t('backups.byHand')}
      </p>
      ${this.table(
        backups.map((one) => this.#row(one)),
        { headings: HEADINGS, empty: this.t('backups.none'), face: 'database' },
      )}
    `
  }

  #row(one: Backup): TemplateResult {
    return html`
      <tr>
        <td class="clip">
          ${one.filename ?? '—'}
          <br />
          <span class="small muted">${this.#origin(one)}</span>${
            one.error
              ? html`
                  <br />
                  <span class="small">${one.error}</span>
                `
              : nothing
          }
        </td>
        <td><span class="badge ${TONES[one.state]}">${this.t(`backups.${one.state}`)}</span></td>
        <td>${one.size ? bytes(one.size, this.app.language) : '—'}</td>
        <td>${timeAgo(this, one.startedAt)}</td>
        <td>
          ${
            one.state === 'done'
              ? html`
                  <a class="button small" href=${this.app.client.address(`/admin/backups/${one.id}/download`)} download>
                    ${icon('download')}${this.t('backups.download')}
                  </a>
                `
              : nothing
          }
          ${
            one.state === 'done' || one.state === 'failed'
              ? html`
                  <button class="small plain icon-only" aria-label=${this.t('delete')} @click=${() => this.#delete(one)}>
                    ${icon('trash-2')}
                  </button>
                `
              : nothing
          }
        </td>
      </tr>
    `
  }

  #origin({ trigger, author }: Backup): string {
    if (trigger === 'scheduled') return this.t('backups.automatic')
    this.#related ??= new RelatedDocuments(this.app)
    return this.t('backups.by', { who: personName(this, author, this.#related) })
  }

  async #delete({ id, filename }: Backup): Promise<void> {
    if (
      await confirm(this, {
        title: this.t('delete.title', { title: filename ?? String(id) }),
        text: this.t('delete.forGood'),
        yes: this.t('delete'),
        isDangerous: true,
      })
    )
      await this.attempt(() => this.app.client.delete(`/admin/backups/${id}`))
  }
}

define('cms-backups', CmsBackups)
