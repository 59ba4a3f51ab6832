/** `<cms-picker>`: a dialog for finding documents by search, with paging. Files can be dropped into it to upload them.
 * Tested by test/admin-components/picking-files.test.ts.
 */

import { css, html, nothing, type TemplateResult } from 'lit'
import type { Page } from '../app/client.ts'
import type { Doc } from '../app/doc.ts'
import type { Entity } from '../app/schema.ts'
import { type CmsElement, define } from '../element.ts'
import { findPending, stateOf, statusBadge } from '../list/state.ts'
import { filesOf, type Uploaded, uploadFiles } from '../media/upload.ts'
import { ask, CmsDialog } from '../parts/dialog.ts'
import { icon } from '../parts/icon.ts'
import { loadFor } from '../parts/later.ts'
import { pager } from '../parts/pager.ts'
import { thumbnail } from '../parts/thumbnail.ts'
import { titleOf } from '../parts/title.ts'
import { humanized } from '../texts/texts.ts'

export interface Picking {
  hasMany: boolean
  taken: readonly number[]
  mimeTypes?: readonly string[] | undefined
  folder?: string | undefined
  /** Set if the available choices depend on the current values of the form. */
  choices?: { collection?: string; global?: string; field: string; id?: number | undefined; data: object } | undefined
}

const TYPING = 200

class CmsPicker extends CmsDialog<Doc[]> {
  static override properties = {
    found: { state: true },
    text: { state: true },
    chosen: { state: true },
    error: { state: true },
    share: { state: true },
    failed: { state: true },
  }
  static override looks = [
    css`
      .picker ul { display: grid; gap: 2px; max-block-size: 46vh; overflow-y: auto; }
      .picker ul.files { grid-template-columns: repeat(auto-fill, minmax(120px, 1fr)); gap: var(--s2); }
      .picker .failures { display: flex; flex-wrap: wrap; gap: var(--s2) var(--s3); align-items: center; justify-content: space-between; }
      .picker .failures ul { flex: 1 1 16em; max-block-size: 20vh; overflow-wrap: anywhere; }
      .picker li > button { inline-size: 100%; justify-content: flex-start; border-color: transparent; }
      .picker li > button[aria-pressed='true'] { border-color: var(--accent); }
      .picker .files li > button { flex-direction: column; min-block-size: 130px; padding: var(--s2); }
      .picker .files .thumb, .picker .files .thumb img { inline-size: 100%; block-size: 84px; object-fit: cover; border-radius: 6px; }
      .picker .files .clip { max-inline-size: 100%; font-size: var(--t1); }
    `,
  ]
  declare found: Page<Doc> | undefined
  declare text: string
  declare chosen: readonly Doc[]
  declare error: string
  declare share: number | undefined
  /** Files that failed to upload, until the user retries or starts another upload. */
  declare failed: Uploaded['failed']
  entity!: Entity
  picking!: Picking
  protected override shape = 'wide picker'
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor() {
    super()
    this.text = ''
    this.chosen = []
    this.error = ''
    this.failed = []
  }

  protected name(): string {
    return this.t('relation.choose', { what: this.app.label(this.entity.labels.singular, humanized(this.entity.slug)) })
  }

  protected override firstUpdated(): void {
    super.firstUpdated()
    void this.#load(1)
  }

  async #load(page: number): Promise<void> {
    const { entity, picking } = this
    const text = this.text.trim()
    const fields =
      entity.slug === 'media'
        ? ['originalName', 'alt']
        : entity.fields
            .filter((field) => ['text', 'email', 'slug'].includes(field.base ?? field.type) && !field.writeOnly && !field.varies)
            .map(({ name }) => name)
    const tests = [
      ...(text && fields.length > 0 ? [{ or: fields.map((name) => ({ [name]: { like: text } })) }] : []),
      ...(picking.mimeTypes?.length ? [{ or: picking.mimeTypes.map((type) => ({ mimeType: { like: type.replace('/*', '/') } })) }] : []),
    ]
    try {
      const where = tests.length > 0 ? { and: tests } : undefined
      this.found = picking.choices
        ? await this.app.client.send<Page<Doc>>('POST', '/admin/choices', { body: { ...picking.choices, where, page } })
        : await this.app.client.get<Page<Doc>>(`/${entity.slug}`, { page, limit: 24, depth: 0, draft: entity.drafts || undefined, where })
      this.error = ''
      await findPending(this.app, entity, this.found.docs)
      this.requestUpdate()
    } catch (error) {
      this.error = this.app.explain(error)
    }
  }

  protected body(): TemplateResult {
    const { entity, found } = this
    const isFiles = entity.slug === 'media'
    return html`
      <div class="inside" @dragover=${(event: DragEvent) => isFiles && event.preventDefault()} @drop=${isFiles ? this.#dropped : nothing}>
        <div class="row apart">
          <h2>${this.name()}</h2>
          <button class="plain icon-only" aria-label=${this.t('close')} @click=${() => this.close()}>${icon('x')}</button>
        </div>
        <div class="row">
          <input
            class="grow"
            type="search"
            autofocus
            aria-label=${this.t('search')}
            placeholder=${this.t('search')}
            .value=${this.text}
            @input=${this.#typed} />
          ${
            entity.may.create
              ? isFiles
                ? html`
                    <label class="button">
                      ${icon('upload')}${this.t('media.upload')}
                      <input
                        class="unseen"
                        type="file"
                        multiple
                        accept=${this.picking.mimeTypes?.join(',') ?? this.app.known.upload.accept}
                        @change=${this.#picked} />
                    </label>
                  `
                : html`
                    <button @click=${this.#create}>
                      ${icon('plus')}${this.t('list.new', { what: this.app.label(entity.labels.singular, entity.slug) })}
                    </button>
                  `
              : nothing
          }
        </div>
        ${
          this.share === undefined
            ? nothing
            : html`<progress max="1" .value=${this.share} aria-label=${this.t('media.uploading')}></progress>`
        }
        ${this.failed.length > 0 ? this.#failures() : nothing}
        ${this.error ? html`<p class="note bad" role="alert">${this.error}</p>` : nothing}
        ${
          found
            ? html`
                <ul class=${isFiles ? 'files' : ''}>
                  ${found.docs.map((doc) => this.#choice(doc, isFiles))}
                </ul>
              `
            : html`<div class="ghost"></div>`
        }
        ${found?.docs.length === 0 ? html`<p class="muted">${this.t('list.nothing')}</p>` : nothing}
        ${found && found.totalPages > 1 ? pager(this, found, (page) => this.#load(page)) : nothing}
        ${
          this.picking.hasMany
            ? html`
                <div class="foot">
                  <button @click=${() => this.close()}>${this.t('cancel')}</button>
                  <button class="main" ?disabled=${this.chosen.length === 0} @click=${() => this.close([...this.chosen])}>
                    ${this.t('relation.take', { count: this.chosen.length })}
                  </button>
                </div>
              `
            : nothing
        }
      </div>
    `
  }

  #failures(): TemplateResult {
    return html`
      <div class="note bad failures" role="alert">
        <ul>
          ${this.failed.map(({ file, why }) => html`<li><strong>${file.name}</strong>: ${why}</li>`)}
        </ul>
        <button class="small" @click=${() => this.#upload(this.failed.map(({ file }) => file))}>${this.t('again')}</button>
      </div>
    `
  }

  #choice(doc: Doc, isFiles: boolean): TemplateResult {
    const isChosen = this.chosen.some(({ id }) => id === doc.id)
    const title = isFiles ? doc['originalName'] : titleOf(this, this.entity, doc)
    return html`
      <li>
        <button
          ?disabled=${this.picking.taken.includes(doc.id)}
          aria-pressed=${this.picking.hasMany ? isChosen : nothing}
          @click=${() => this.#take(doc, isChosen)}>
          ${isFiles ? thumbnail(doc) : nothing}
          <span class="grow clip">${title}</span>
          ${this.entity.drafts ? statusBadge(this, stateOf(doc)) : nothing}
        </button>
      </li>
    `
  }

  #take(doc: Doc, isChosen: boolean): void {
    if (!this.picking.hasMany) return this.close([doc])
    this.chosen = isChosen ? this.chosen.filter(({ id }) => id !== doc.id) : [...this.chosen, doc]
  }

  readonly #create = async () => {
    const drawer = await loadFor(this, () => import('../document/drawer.ts'))
    const doc = await drawer?.openDrawer(this, this.entity.slug)
    if (doc) this.#take(doc, false)
    void this.#load(1)
  }

  readonly #picked = (event: Event) => {
    const input = event.target as HTMLInputElement
    void this.#upload(filesOf(input))
    // Allows picking the same file again.
    input.value = ''
  }

  readonly #dropped = (event: DragEvent) => {
    event.preventDefault()
    void this.#upload([...(event.dataTransfer?.files ?? [])])
  }

  async #upload(files: readonly File[]): Promise<void> {
    if (files.length === 0) return
    const again = this.failed
    this.share = 0
    this.failed = []
    const { done, failed } = await uploadFiles(this.app, files, {
      folder: this.picking.folder,
      progress: (share) => (this.share = share),
      again,
    })
    this.share = undefined
    this.failed = failed
    if (done.length > 0 && failed.length === 0 && !this.picking.hasMany) return this.close([done[0] as Doc])
    if (this.picking.hasMany) this.chosen = [...this.chosen, ...(done as Doc[])]
    await this.#load(1)
  }

  readonly #typed = (event: InputEvent) => {
    this.text = (event.target as HTMLInputElement).value
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void this.#load(1), TYPING)
  }
}

define('cms-picker', CmsPicker)

export function pick(from: CmsElement, entity: Entity, picking: Picking): Promise<Doc[] | undefined> {
  return ask(from, Object.assign(document.createElement('cms-picker') as CmsPicker, { entity, picking }))
}
