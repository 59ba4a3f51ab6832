/** `<cms-media>`: the library: files as a grid or a list, dropped in by the dozen, found, described, replaced, deleted. */
import { css, html, nothing, type TemplateResult } from 'lit'
import type { Page } from '../desk/client.ts'
import { CmsElement, define } from '../element.ts'
import { thumbnail } from '../list/columns.ts'
import { icon } from '../parts/icon.ts'
import { pager } from '../parts/pager.ts'
import { part } from '../sign-in/around.ts'
import { bytes } from '../texts/texts.ts'
import { openFile } from './file.ts'
import { uploadFiles } from './upload.ts'

type Doc = Record<string, any> & { id: number }

const TYPING = 250

export class CmsMedia extends CmsElement {
  static override properties = { found: { state: true }, error: { state: true }, sending: { state: true }, isOver: { state: true } }
  static override looks = [
    css`
      cms-media { display: block; }
      .files-grid { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(170px, 45%), 1fr)); gap: var(--s3); }
      .files-grid button { flex-direction: column; align-items: stretch; padding: 0; block-size: 100%; inline-size: 100%; overflow: hidden; min-block-size: 0; font-weight: 450; white-space: normal; text-align: start; gap: 0; }
      .files-grid .thumb, .files-grid .thumb img { inline-size: 100%; block-size: 130px; object-fit: cover; border-radius: 0; }
      .files-grid .thumb svg { inline-size: 36px; block-size: 36px; }
      .files-grid .about { padding: var(--s2) var(--s3); display: grid; min-inline-size: 0; }
      .drop { border: 2px dashed var(--edge); border-radius: calc(var(--radius) + 4px); padding: var(--s4); text-align: center; color: var(--muted); }
      .drop.over { border-color: var(--accent); background: var(--wash); }
      .sending { display: grid; gap: var(--s2); }
      .sending li { display: grid; grid-template-columns: minmax(0, 1fr) 120px auto; gap: var(--s3); align-items: center; }
    `,
  ]
  declare found: Page<Doc> | undefined
  declare error: string
  declare sending: ReadonlyMap<File, number | 'done' | { why: string }>
  declare isOver: boolean
  #asked = ''
  #timer: ReturnType<typeof setTimeout> | undefined
  #stop: AbortController | undefined

  constructor() {
    super()
    this.error = ''
    this.sending = new Map()
    this.isOver = false
  }

  protected override willUpdate(): void {
    const { query } = this.desk.router.place
    const key = ['page', 'q', 'kind', 'alt', 'sort'].map((name) => query.get(name)).join()
    if (!this.desk.isIn || key === this.#asked) return
    this.#asked = key
    void this.#load()
  }

  async #load(): Promise<void> {
    const { query } = this.desk.router.place
    const [text, kind] = [query.get('q'), query.get('kind')]
    const tests = [
      ...(text ? [{ or: [{ originalName: { like: text } }, { alt: { like: text } }] }] : []),
      ...(kind ? [{ mimeType: { like: kind } }] : []),
      ...(query.has('alt') ? [{ alt: { exists: false } }, { mimeType: { like: 'image/' } }] : []),
    ]
    try {
      this.found = await this.desk.client.get<Page<Doc>>('/media', {
        page: query.get('page') ?? 1,
        limit: 36,
        sort: query.get('sort') ?? '-createdAt',
        where: tests.length > 0 ? { and: tests } : undefined,
        depth: 0,
      })
      this.error = ''
    } catch (error) {
      this.error = this.desk.explain(error)
    }
  }

  override render(): TemplateResult {
    return part(this, () => this.#content())
  }

  #content(): TemplateResult {
    const media = this.desk.collection('media')
    if (!media) return html``
    const { query } = this.desk.router.place
    return html`<div class="page" @dragover=${this.#over} @dragleave=${() => (this.isOver = false)} @drop=${this.#dropped}>
      <header class="page-head"><h1>${this.t('area.media')}</h1>
        <div class="row">${media.may.create ? html`<label class="button main">${icon('upload')}${this.t('media.upload')}<input class="unseen" type="file" multiple accept=${this.desk.schema!.upload.accept} @change=${this.#picked} /></label>` : nothing}</div>
      </header>
      <div class="tools">
        <span class="search">${icon('search')}<input type="search" aria-label=${this.t('search')} placeholder=${this.t('search')} .value=${query.get('q') ?? ''} @input=${this.#typed} /></span>
        <select class="locale" aria-label=${this.t('media.kind')} @change=${(event: Event) => this.#go({ kind: (event.target as HTMLSelectElement).value })}>
          ${(['', 'image/', 'video/', 'audio/', 'application/'] as const).map((kind) => html`<option value=${kind} ?selected=${kind === (query.get('kind') ?? '')}>${this.t(`media.kind.${kind.replace('/', '') || 'all'}` as 'media.kind.all')}</option>`)}
        </select>
        <button aria-pressed=${query.has('alt')} @click=${() => this.#go({ alt: query.has('alt') ? undefined : 'missing' })}>${this.t('media.noAlt')}</button>
      </div>
      ${media.may.create ? html`<p class="drop ${this.isOver ? 'over' : ''}">${this.t('media.drop')}</p>` : nothing}
      ${this.sending.size > 0 ? this.#progress() : nothing}
      ${this.error ? html`<p class="note bad" role="alert">${this.error}</p>` : nothing}
      ${this.found ? this.#grid(this.found) : html`<div class="ghost"></div>`}
    </div>`
  }

  #grid(found: Page<Doc>): TemplateResult {
    if (found.docs.length === 0) return html`<div class="empty card">${icon('image')}<p>${this.t('media.empty')}</p></div>`
    return html`<ul class="files-grid">${found.docs.map(
      (doc) =>
        html`<li><button @click=${() => this.#open(doc)}>${thumbnail(doc)}<span class="about"><span class="clip">${doc['originalName']}</span><span class="muted small">${bytes(doc['filesize'], this.desk.language)}${doc['width'] ? ` · ${doc['width']} × ${doc['height']}` : ''}</span></span></button></li>`,
    )}</ul>${pager(this, found, (page) => this.#go({ page: page === 1 ? undefined : String(page) }))}`
  }

  #progress(): TemplateResult {
    const isBusy = [...this.sending.values()].some((state) => typeof state === 'number')
    return html`<section class="card stack tight" aria-label=${this.t('media.uploading')}><ul class="sending">${[...this.sending].map(
      ([file, state]) =>
        html`<li><span class="clip">${file.name}</span>${typeof state === 'number' ? html`<progress max="1" .value=${state} aria-label=${file.name}></progress>` : state === 'done' ? html`<span class="badge good">${this.t('media.done')}</span>` : html`<span class="badge bad">${state.why}</span>`}
          ${typeof state === 'object' ? html`<button class="small" @click=${() => this.#send([file])}>${this.t('again')}</button>` : html`<span></span>`}</li>`,
    )}</ul>
      <div class="row">${isBusy ? html`<button class="small" @click=${() => this.#stop?.abort()}>${this.t('cancel')}</button>` : html`<button class="small" @click=${() => (this.sending = new Map())}>${this.t('close')}</button>`}</div>
    </section>`
  }

  async #send(files: readonly File[]): Promise<void> {
    if (files.length === 0) return
    this.sending = new Map([...this.sending, ...files.map((file): [File, number] => [file, 0])])
    this.#stop = new AbortController()
    await uploadFiles(this.desk, files, {
      signal: this.#stop.signal,
      each: (file, state) => (this.sending = new Map([...this.sending, [file, state]])),
    })
    await this.#load()
  }

  async #open(doc: Doc): Promise<void> {
    if (await openFile(this, doc)) await this.#load()
  }

  #go(changes: Record<string, string | undefined>): void {
    this.desk.router.query({ page: undefined, ...changes })
  }

  readonly #picked = (event: Event) => {
    const input = event.target as HTMLInputElement
    void this.#send([...input.files!])
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
