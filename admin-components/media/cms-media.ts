/** `<cms-media>`: the media library. Shows files as a grid or list; uploads, finds, describes, replaces and deletes them.
 *
 * @attribute api, lang: as for `<cms-admin>`
 * @cssproperty as for `<cms-admin>`
 * Tested by test/admin-components/content.test.ts.
 */

import { css, html, nothing, type TemplateResult } from 'lit'
import { recall, remember } from '../app/app.ts'
import type { Page } from '../app/client.ts'
import { deleteDocument, fateOf } from '../app/deleting.ts'
import type { Doc } from '../app/doc.ts'
import type { Entity } from '../app/schema.ts'
import { CmsElement, define } from '../element.ts'
import { confirm } from '../parts/dialog.ts'
import { icon } from '../parts/icon.ts'
import { pager } from '../parts/pager.ts'
import { searchField } from '../parts/search.ts'
import { part } from '../shell/gate.ts'
import { openFile } from './file.ts'
import { type FileArea, filesGrid, filesLook, filesTable } from './files.ts'
import { type Folder, folderBar, foldersOf } from './folders.ts'
import { kindChoice } from './kinds.ts'
import { type FileState, filesOf, uploadFiles } from './upload.ts'
import './texts.ts'

const TYPING = 250

export class CmsMedia extends CmsElement {
  static override properties = {
    found: { state: true },
    error: { state: true },
    sending: { state: true },
    isOver: { state: true },
    folders: { state: true },
    chosen: { state: true },
  }
  static override looks = [
    css`
      cms-media { display: block; }
      .inline-form { position: relative; }
      .inline-form summary { list-style: none; }
      .inline-form form { position: absolute; inset-block-start: 100%; z-index: 4; flex-wrap: nowrap; background: var(--raised); border: 1px solid var(--line); border-radius: var(--radius); box-shadow: var(--shadow); padding: var(--s2); inline-size: min(340px, 80vw); }
      .drop { border: 2px dashed var(--edge); border-radius: calc(var(--radius) + 4px); padding: var(--s4); text-align: center; color: var(--muted); }
      .drop.over { border-color: var(--accent); background: var(--wash); }
      .sending { display: grid; gap: var(--s2); }
      .sending .badge { justify-self: start; }
      .sending li { display: grid; grid-template-columns: minmax(0, 1fr) 120px auto; gap: var(--s3); align-items: center; }
    `,
    filesLook,
  ]
  declare found: Page<Doc> | undefined
  declare error: string
  declare sending: ReadonlyMap<File, FileState>
  declare isOver: boolean
  declare folders: readonly Folder[]
  declare chosen: ReadonlySet<number>
  #requested = ''
  #timer: ReturnType<typeof setTimeout> | undefined
  #stop: AbortController | undefined

  constructor() {
    super()
    this.error = ''
    this.sending = new Map()
    this.isOver = false
    this.folders = []
    this.chosen = new Set()
  }

  protected override willUpdate(): void {
    const { query } = this.app.router.place
    const key = [this.app.user?.id, ...['page', 'q', 'kind', 'alt', 'sort', 'folder'].map((name) => query.get(name))].join()
    if (this.app.isIn && query.has('id')) void this.#openFrom(query.get('id'))
    if (!this.app.isIn || key === this.#requested) return
    if (this.#requested === '') void this.#loadFolders()
    this.#requested = key
    void this.#load()
  }

  async #loadFolders(): Promise<void> {
    this.folders = await foldersOf(this.app).catch(() => [])
  }

  get #folder(): string {
    return this.app.router.place.query.get('folder') ?? ''
  }

  async #load(): Promise<void> {
    const { query } = this.app.router.place
    const [text, kind] = [query.get('q'), query.get('kind')]
    const tests = [
      ...(text ? [{ or: [{ originalName: { like: text } }, { alt: { like: text } }] }] : []),
      ...(kind ? [{ mimeType: { like: kind } }] : []),
      ...(this.#folder === 'none' ? [{ folder: { exists: false } }] : this.#folder ? [{ folder: { equals: Number(this.#folder) } }] : []),
      ...(query.has('alt') ? [{ alt: { exists: false } }, { mimeType: { like: 'image/' } }] : []),
    ]
    try {
      this.found = await this.app.client.get<Page<Doc>>('/media', {
        page: query.get('page') ?? 1,
        limit: 36,
        sort: query.get('sort') ?? '-createdAt',
        where: tests.length > 0 ? { and: tests } : undefined,
        depth: 0,
      })
      this.error = ''
    } catch (error) {
      this.error = this.app.explain(error)
    }
  }

  override render(): TemplateResult {
    return part(this, () => this.#content())
  }

  #content(): TemplateResult {
    const media = this.app.collection('media')
    if (!media) return html``
    const { query } = this.app.router.place
    return html`
      <div class="page" @dragover=${this.#over} @dragleave=${() => (this.isOver = false)} @drop=${this.#dropped}>
        <div class="page-head">
          <h1>${this.t('area.media')}</h1>
          <div class="row">
            ${
              media.may.create
                ? html`
                    <label class="button main">
                      ${icon('upload')}${this.t('media.upload')}
                      <input class="unseen" type="file" multiple accept=${this.app.known.upload.accept} @change=${this.#picked} />
                    </label>
                  `
                : nothing
            }
          </div>
        </div>
        <div class="tools">
          ${searchField(this, this.#typed)}
          ${kindChoice(this, query.get('kind') ?? '', (kind) => this.#go({ kind }))}
          <button aria-pressed=${query.has('alt')} @click=${() => this.#go({ alt: query.has('alt') ? undefined : 'missing' })}>
            ${this.t('media.noAlt')}
          </button>
          ${folderBar(
            this,
            this.folders,
            this.#folder,
            (folder) => this.#go({ folder }),
            () => this.#loadFolders(),
          )}
          ${this.#look()} ${this.#fromUrl()}
        </div>
        ${media.may.create ? html`<p class="drop ${this.isOver ? 'over' : ''}">${this.t('media.drop')}</p>` : nothing}
        ${this.sending.size > 0 ? this.#progress() : nothing}
        ${this.error ? html`<p class="note bad" role="alert">${this.error}</p>` : nothing}
        ${this.found ? this.#files(this.found) : html`<div class="ghost"></div>`}
        ${this.chosen.size > 0 ? this.#many(media) : nothing}
      </div>
    `
  }

  #files(found: Page<Doc>): TemplateResult {
    if (found.docs.length === 0)
      return html`
        <div class="empty card">
          ${icon('image')}
          <p>${this.t('media.empty')}</p>
        </div>
      `
    const area: FileArea = {
      docs: found.docs,
      folders: this.folders,
      chosen: this.chosen,
      choose: (id) => this.#choose(id),
      open: (doc) => void this.#open(doc),
    }
    return html`
      ${this.#isTable ? filesTable(this, area) : filesGrid(this, area)}${pager(this, found, (page) => this.#go({ page: page === 1 ? undefined : String(page) }))}
    `
  }

  get #isTable(): boolean {
    return (this.app.router.place.query.get('view') ?? recall('view:media')) === 'table'
  }

  #look(): TemplateResult {
    const next = this.#isTable ? 'cards' : 'table'
    const label = this.t(`views.${next}`)
    const choose = () => {
      remember('view:media', next)
      this.#go({ view: next })
    }
    return html`
      <button class="icon-only" aria-label=${label} title=${label} @click=${choose}>
        ${icon(next === 'cards' ? 'layout-grid' : 'list')}
      </button>
    `
  }

  #progress(): TemplateResult {
    const isBusy = [...this.sending.values()].some((state) => typeof state === 'number')
    return html`
      <section class="card stack tight" aria-label=${this.t('media.uploading')}>
        <ul class="sending">
          ${[...this.sending].map(
            ([file, state]) => html`
              <li>
                <span class="clip">${file.name}</span>
                ${
                  typeof state === 'number'
                    ? html`<progress max="1" .value=${state} aria-label=${file.name}></progress>`
                    : 'doc' in state
                      ? html`<span class="badge good">${this.t('media.done')}</span>`
                      : html`<span class="badge bad">${state.why}</span>`
                }
                ${
                  typeof state === 'object' && 'why' in state
                    ? html`<button class="small" @click=${() => this.#send([file])}>${this.t('again')}</button>`
                    : html`<span></span>`
                }
              </li>
            `,
          )}
        </ul>
        <div class="row">
          ${
            isBusy
              ? html`<button class="small" @click=${() => this.#stop?.abort()}>${this.t('cancel')}</button>`
              : html`<button class="small" @click=${() => (this.sending = new Map())}>${this.t('close')}</button>`
          }
        </div>
      </section>
    `
  }

  #many({ may }: Entity): TemplateResult {
    return html`
      <div class="chosen row apart" role="region" aria-label=${this.t('choose.count', { count: this.chosen.size })}>
        <span role="status">${this.t('choose.count', { count: this.chosen.size })}</span>
        <span class="row">
          ${
            may.update && this.app.known.upload.folders
              ? html`
                  <select
                    aria-label=${this.t('media.move')}
                    @change=${(event: Event) => this.#move(event.target as HTMLSelectElement)}>
                    <option value="">${this.t('media.move')}</option>
                    <option value="none">${this.t('media.folder.none')}</option>
                    ${this.folders.map(({ id, path }) => html`<option value=${id}>${path}</option>`)}
                  </select>
                `
              : nothing
          }
          ${may.delete ? html`<button class="danger" @click=${this.#deleteChosen}>${icon('trash-2')}${this.t('delete')}</button>` : nothing}
          <button class="plain" @click=${() => (this.chosen = new Set())}>${this.t('choose.none')}</button>
        </span>
      </div>
    `
  }

  #fromUrl(): TemplateResult | typeof nothing {
    if (!this.app.known.upload.fromURL) return nothing
    return html`
      <details class="inline-form">
        <summary class="button">${icon('link')}${this.t('media.fromUrl')}</summary>
        <form class="row" @submit=${this.#fetch}>
          <input type="url" name="url" required aria-label=${this.t('media.fromUrl.address')} placeholder="https://" />
          <button>${this.t('media.upload')}</button>
        </form>
      </details>
    `
  }

  readonly #fetch = async (event: SubmitEvent) => {
    event.preventDefault()
    const form = event.target as HTMLFormElement
    try {
      await this.app.client.post('/media', {
        url: new FormData(form).get('url'),
        ...(Number(this.#folder) > 0 && { folder: Number(this.#folder) }),
      })
      form.reset()
      // biome-ignore lint/style/noNonNullAssertion: the form is drawn in a `details`
      form.closest('details')!.open = false
      this.app.say(this.t('media.done'))
      await this.#load()
    } catch (error) {
      this.app.say(this.app.explain(error), 'bad')
    }
  }

  #choose(id: number): void {
    const next = new Set(this.chosen)
    if (!next.delete(id)) next.add(id)
    this.chosen = next
  }

  async #move(select: HTMLSelectElement): Promise<void> {
    const to = select.value
    if (to === '') return
    // Files that could not be moved stay selected, and can be moved to the same folder again.
    select.value = ''
    const folder = to === 'none' ? null : Number(to)
    await this.#each((id) => this.app.client.patch(`/media/${id}`, { folder }), 'media.moved')
  }

  get #media(): Entity {
    // biome-ignore lint/style/noNonNullAssertion: every CMS with a media library has the collection
    return this.app.collection('media')!
  }

  readonly #deleteChosen = async () => {
    const count = this.chosen.size
    if (
      await confirm(this, {
        title: this.t('media.bulkDelete', { count }),
        text: this.t(fateOf(this.#media)),
        yes: this.t('delete'),
        isDangerous: true,
      })
    )
      await this.#each((id) => deleteDocument(this.app, this.#media, id), 'bulk.done')
  }

  /** One file after another; files that fail stay selected. */
  async #each(work: (id: number) => Promise<unknown>, message: 'media.moved' | 'bulk.done'): Promise<void> {
    const left = new Set(this.chosen)
    for (const id of this.chosen) {
      try {
        await work(id)
        left.delete(id)
      } catch (error) {
        this.app.say(this.app.explain(error), 'bad')
      }
    }
    this.app.say(this.t(message, { count: this.chosen.size - left.size }))
    this.chosen = left
    await this.#load()
  }

  async #send(files: readonly File[]): Promise<void> {
    if (files.length === 0) return
    this.sending = new Map([...this.sending, ...files.map((file): [File, number] => [file, 0])])
    this.#stop = new AbortController()
    await uploadFiles(this.app, files, {
      folder: Number(this.#folder) > 0 ? this.#folder : undefined,
      signal: this.#stop.signal,
      each: (file, state) => (this.sending = new Map([...this.sending, [file, state]])),
    })
    await this.#load()
    this.app.changed()
  }

  /** The address may name a file, as search results do. */
  async #openFrom(id: string | null): Promise<void> {
    this.app.router.query({ id: undefined })
    try {
      await this.#open(await this.app.client.get<Doc>(`/media/${id}`, { depth: 0 }))
    } catch (error) {
      this.app.say(this.app.explain(error), 'bad')
    }
  }

  async #open(doc: Doc): Promise<void> {
    if (await openFile(this, doc, this.folders)) await this.#load()
  }

  #go(changes: Record<string, string | undefined>): void {
    this.app.router.query({ page: undefined, ...changes })
  }

  readonly #picked = (event: Event) => {
    const input = event.target as HTMLInputElement
    void this.#send(filesOf(input))
    input.value = ''
  }

  readonly #over = (event: DragEvent) => {
    if (!event.dataTransfer?.types.includes('Files')) return
    event.preventDefault()
    this.isOver = true
  }

  readonly #dropped = (event: DragEvent) => {
    event.preventDefault()
    this.isOver = false
    void this.#send([...(event.dataTransfer?.files ?? [])])
  }

  readonly #typed = (event: InputEvent) => {
    const q = (event.target as HTMLInputElement).value
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#go({ q }), TYPING)
  }
}

define('cms-media', CmsMedia)
