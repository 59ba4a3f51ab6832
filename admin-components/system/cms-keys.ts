/** `<cms-keys>`: API keys: created with only the rights they need, shown once, revoked. Tested by test/admin-components/system.test.ts. */
import { css, html, nothing, type TemplateResult } from 'lit'
import type { ApiError } from '../../client/api-error.ts'
import type { Page } from '../app/client.ts'
import { randomKey } from '../app/random-key.ts'
import { RelatedDocuments } from '../app/related.ts'
import { define } from '../element.ts'
import { confirm } from '../parts/dialog.ts'
import { icon } from '../parts/icon.ts'
import { timeAgo } from '../parts/time-ago.ts'
import { cardsOnPhones } from './cards-on-phones.ts'
import { grantedLines, groupRow, groupsLook, OPERATIONS, permissionGroups } from './permission-groups.ts'
import { entityName, type Grantable, type Kind, type Permissions } from './rights.ts'
import { SystemPage } from './system-page.ts'

interface ApiKey {
  id: number
  name: string
  permissions: Pick<Permissions, Kind> | null
  user: number | null
  prefix: string
  expiresAt: string | null
  lastUsedAt: string | null
  createdAt: string
}

const HEADINGS = ['account.name', 'keys.may', 'keys.owner', 'keys.expires', 'keys.used'] as const

const look = css`
  .keys { display: grid; grid-template-columns: minmax(0, 1fr); }
  .make .field { max-inline-size: 480px; }
  .keys td { vertical-align: top; padding-block: var(--s2); }
  .keys .may { white-space: normal; min-inline-size: 180px; }
`

class CmsKeys extends SystemPage<Page<ApiKey>> {
  static override properties = { made: { state: true }, isOpen: { state: true } }
  static override looks = [groupsLook, look, cardsOnPhones]
  declare made: string | undefined
  declare isOpen: boolean
  protected readonly heading = 'area.keys'
  /** The idempotency key of the next create request, until it gets a response. */
  #attempt = randomKey()

  #related: RelatedDocuments | undefined

  protected override get isUnsaved(): boolean {
    const form = this.querySelector<HTMLFormElement>('form.make')
    return form !== null && [...new FormData(form).values()].some((value) => value !== '')
  }

  protected override letGo(): void {
    this.isOpen = false
  }

  protected ask(): Promise<Page<ApiKey>> {
    return this.app.client.get('/api-keys', { limit: 100, depth: 0 })
  }

  protected override acts(): TemplateResult | typeof nothing {
    if (this.isOpen) return nothing
    return html`<button class="main" data-new @click=${() => (this.isOpen = true)}>${icon('plus')}${this.t('keys.new')}</button>`
  }

  protected body({ docs }: Page<ApiKey>): TemplateResult {
    const { made } = this
    return html`
      ${
        made
          ? html`
              <div class="note good stack tight" role="status">
                <strong>${this.t('keys.once')}</strong>
                <code>${made}</code>
                <div>
                  <button class="small" @click=${() => navigator.clipboard.writeText(made)}>${icon('copy')}${this.t('copy')}</button>
                </div>
              </div>
            `
          : nothing
      }
      ${
        this.isOpen
          ? this.#form()
          : html`<div class="keys">${this.table(
              docs.map((key) => this.#row(key)),
              { headings: HEADINGS, empty: this.t('keys.none'), face: 'key' },
            )}</div>`
      }
    `
  }

  #row(key: ApiKey): TemplateResult {
    return html`
      <tr>
        <td class="clip">${key.name}<br /><code class="muted" title=${this.t('keys.begins')}>${key.prefix}…</code></td>
        <td class="may">${this.#rightsOf(key)}</td>
        <td>${this.#ownerOf(key)}</td>
        <td>${key.expiresAt ? timeAgo(this, key.expiresAt) : this.t('keys.never')}</td>
        <td>${key.lastUsedAt ? timeAgo(this, key.lastUsedAt) : '—'}</td>
        <td>
          <button class="small danger" @click=${() => this.#revoke(key)}>${this.t('keys.revoke')}</button>
        </td>
      </tr>
    `
  }

  #rightsOf({ permissions }: ApiKey): TemplateResult {
    const lines = permissions ? grantedLines(this, this.#grantable, permissions) : []
    return lines.length === 0
      ? html`<span class="badge warn">${this.t('keys.permitsNothing')}</span>`
      : html`<ul>${lines.map((line) => html`<li>${line}</li>`)}</ul>`
  }

  #ownerOf({ user }: ApiKey): string {
    if (user === null) return '—'
    this.#related ??= new RelatedDocuments(this.app)
    return this.#related.title(this, 'users', user)
  }

  /** The permissions that a key may get: no more than its owner has. */
  get #grantable(): { collections: Grantable[]; globals: Grantable[] } {
    const { collections, globals } = this.app.known
    const opsOf = (slug: string, drafts: boolean) => OPERATIONS.slice(0, slug === 'users' ? 1 : drafts ? 5 : 4)
    return {
      collections: collections
        .filter(({ slug }) => slug !== 'api-keys')
        .map(({ slug, drafts, may }) => ({ slug, ops: opsOf(slug, drafts).filter((one) => may[one]), fields: [] })),
      globals: globals.map(({ slug, drafts, may }) => ({
        slug,
        ops: OPERATIONS.filter((one) => (one === 'read' || one === 'update' || (one === 'publish' && drafts)) && may[one]),
        fields: [],
      })),
    }
  }

  #form(): TemplateResult {
    const row = (kind: Kind, { slug, ops }: Grantable) => {
      const label = entityName(this, kind, slug)
      return html`
        <tr>
          <th scope="row">${label}</th>
          ${OPERATIONS.map(
            (one) => html`
              <td>
                ${
                  ops.includes(one)
                    ? html`<input type="checkbox" name="${kind}/${slug}/${one}" aria-label="${label}: ${this.t(`operation.${one}`)}" />`
                    : nothing
                }
              </td>
            `,
          )}
        </tr>
      `
    }
    return html`
      <form class="card stack make" @submit=${this.#make}>
        <h2>${this.t('keys.new')}</h2>
        <div class="field">
          <label for="key-name">${this.t('account.name')}<span class="star" aria-hidden="true">*</span></label>
          <input id="key-name" name="name" required />
        </div>
        <div class="field">
          <label for="key-end">${this.t('keys.expires')}</label>
          <input id="key-end" name="expiresAt" type="date" aria-describedby="key-end-help" />
          <span class="help" id="key-end-help">${this.t('keys.expires.help')}</span>
        </div>
        <div class="table-frame" role="region" tabindex="0" aria-label=${this.t(this.heading)}>
          <table>
            <thead>
              <tr>
                <th></th>
                ${OPERATIONS.map(
                  (one) => html`
                    <th scope="col">${this.t(`operation.${one}`)}</th>
                  `,
                )}
              </tr>
            </thead>
            <tbody>
              ${permissionGroups(this, this.#grantable).map(
                ({ heading, kind, rows }) => html`${groupRow(this, heading, 6)}${rows.map((one) => row(kind, one))}`,
              )}
            </tbody>
          </table>
        </div>
        <div class="row">
          <button class="main">${this.t('keys.make')}</button>
          <button type="button" @click=${() => (this.isOpen = false)}>${this.t('cancel')}</button>
        </div>
      </form>
    `
  }

  readonly #make = async (event: SubmitEvent) => {
    event.preventDefault()
    const given = new FormData(event.target as HTMLFormElement)
    const permissions: Record<string, Record<string, string[]>> = { collections: {}, globals: {} }
    for (const name of given.keys()) {
      const [kind, slug, operation] = name.split('/') as [string, string?, string?]
      const granted = permissions[kind]
      if (granted && slug && operation) granted[slug] = [...(granted[slug] ?? []), operation]
    }
    const end = String(given.get('expiresAt') ?? '')
    const isEmpty = Object.values(permissions).every((granted) => Object.keys(granted).length === 0)
    if (
      isEmpty &&
      !(await confirm(this, { title: this.t('keys.emptyTitle'), text: this.t('keys.emptyText'), yes: this.t('keys.emptyDo') }))
    )
      return
    await this.attempt(async () => {
      this.made = await this.#create({
        name: given.get('name'),
        permissions,
        ...(end && { expiresAt: new Date(end).toISOString() }),
      })
      this.isOpen = false
    })
  }

  /** If the response to an earlier request was lost, so was its key: it is revoked and another one is created. */
  async #create(body: object): Promise<string> {
    try {
      const { key } = await this.app.client.send<{ key: string }>('POST', '/api-keys', {
        body,
        headers: { 'idempotency-key': this.#attempt },
      })
      this.#attempt = randomKey()
      return key
    } catch (error) {
      const unseen = (error as Partial<ApiError>).problems?.find(({ code }) => code === 'KEY_REUSED')?.id
      if (unseen === undefined) throw error
      await this.app.client.delete(`/api-keys/${unseen}`).catch((error: ApiError) => {
        if (error.status !== 404) throw error
      })
      this.#attempt = randomKey()
      return this.#create(body)
    }
  }

  async #revoke({ id, name }: ApiKey): Promise<void> {
    if (
      await confirm(this, {
        title: this.t('keys.revokeTitle', { name }),
        text: this.t('keys.revokeText'),
        yes: this.t('keys.revoke'),
        isDangerous: true,
      })
    )
      await this.attempt(() => this.app.client.delete(`/api-keys/${id}`))
  }
}

define('cms-keys', CmsKeys)
