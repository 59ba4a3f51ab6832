/** `<cms-uploads>`: the files that are being uploaded, with their total and the reasons of those that failed. It stays while the user goes
 * to other pages. Tested by test/admin-components/arranging.test.ts.
 */
import { css, html, nothing, type TemplateResult } from 'lit'
import { contentsIn } from '../app/file-types.ts'
import { CmsElement, define } from '../element.ts'
import { fileName } from '../parts/file-name.ts'
import { icon } from '../parts/icon.ts'
import { onReconnect } from '../parts/reconnect.ts'
import { contradicts, type FileState, lostIn, type Uploaded, uploadFiles } from './upload.ts'
import './texts.ts'
import { formatOf } from '../texts/formats.ts'

type Folder = number | undefined

/** The panel closes this long after all files are stored. */
const SHOWN_AFTERWARDS = 6000

class CmsUploads extends CmsElement {
  static override properties = { files: { state: true }, isFolded: { state: true } }
  static override looks = [
    css`
      cms-uploads { position: fixed; inset-block-end: var(--s4); inset-inline-end: var(--s4); z-index: 30; inline-size: min(400px, calc(100vw - 2 * var(--s4))); }
      .uploads { display: grid; gap: var(--s2); box-shadow: var(--shadow); background: var(--raised); }
      /* Leaves room at the end of a page, so that the panel hides none of it. */
      .frame:has(.uploads) .page { --room: calc(var(--s7) + var(--s7) + var(--s6)); padding-block-end: var(--room); }
      .frame:has(.uploads ul) .page { --room: calc(36vh + var(--s7) + var(--s7) + var(--s7)); }
      .uploads ul { max-block-size: 36vh; overflow-y: auto; display: grid; gap: var(--s2); }
      .uploads .head, .uploads .head .row { flex-wrap: nowrap; }
      .uploads li { display: grid; grid-template-columns: minmax(0, 1fr) auto; gap: 2px var(--s3); align-items: center; }
      .uploads li progress, .uploads li .why { grid-column: 1 / -1; }
      .uploads .why { color: var(--bad); font-size: var(--t2); overflow-wrap: anywhere; }
      @media (max-width: 820px) { cms-uploads { inset-block-end: calc(var(--s4) + 64px); } }
    `,
  ]
  declare files: ReadonlyMap<File, FileState>
  declare isFolded: boolean
  readonly #folders = new Map<File, Folder>()
  #failed: Uploaded['failed'] = []
  #stop = new AbortController()
  #running = Promise.resolve()
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor() {
    super()
    this.files = new Map()
    // On a phone the list would cover half of the page.
    this.isFolded = matchMedia('(max-width: 820px)').matches
    onReconnect(this, () => this.#retry(lostIn(this.#failed)))
  }

  /** Files that are added while others are being uploaded wait for them. */
  add(files: readonly File[], folder: Folder): void {
    if (this.#isDone) this.#clear()
    for (const file of files) this.#folders.set(file, folder)
    this.files = new Map([...this.files, ...files.map((file): [File, FileState] => [file, 0])])
    const { signal } = this.#stop
    this.#running = this.#running.then(() => this.#send(files, folder, signal))
  }

  async #send(files: readonly File[], folder: Folder, signal: AbortSignal): Promise<void> {
    clearTimeout(this.#timer)
    const { failed } = await uploadFiles(this.app, files, {
      folder,
      signal,
      again: this.#failed,
      each: (file, state) => (this.files = new Map([...this.files, [file, state]])),
    })
    this.#failed = [...this.#failed.filter(({ file }) => !files.includes(file)), ...failed]
    this.app.dispatchEvent(new Event('stored'))
    this.app.changed()
    const isPlain = [...this.files].every(([file, state]) => !isWronglyNamed(file, state))
    if (this.#isDone && this.#failed.length === 0 && isPlain) this.#timer = setTimeout(() => this.#clear(), SHOWN_AFTERWARDS)
  }

  #retry(files: readonly File[]): void {
    if (this.#stop.signal.aborted) this.#stop = new AbortController()
    for (const folder of new Set(files.map((file) => this.#folders.get(file))))
      this.add(
        files.filter((file) => this.#folders.get(file) === folder),
        folder,
      )
  }

  get #isDone(): boolean {
    return [...this.files.values()].every((state) => typeof state !== 'number')
  }

  #clear(): void {
    if (!this.#isDone) return
    this.files = new Map([...this.files].filter(([, state]) => typeof state === 'number'))
    this.#failed = []
    this.#folders.clear()
    this.#stop = new AbortController()
  }

  override render(): TemplateResult | typeof nothing {
    const all = [...this.files]
    if (all.length === 0) return nothing
    const stored = all.filter(([, state]) => typeof state === 'object' && 'doc' in state).length
    const failed = all.flatMap(([file, state]) => (typeof state === 'object' && 'why' in state ? [{ file, ...state }] : []))
    const cancelled = failed.filter(({ isCancelled }) => isCancelled).length
    const retried = failed.flatMap(({ file, mayWorkLater }) => (mayWorkLater ? [file] : []))
    const size = all.reduce((sum, [file]) => sum + file.size, 0) || 1
    const share = all.reduce((sum, [file, state]) => sum + (typeof state === 'number' ? state : 1) * file.size, 0) / size
    const percent = formatOf(Intl.NumberFormat, this.app.language, { style: 'percent' }).format(share)
    const isBusy = stored + failed.length < all.length
    const counts = this.t('uploads.count', { stored, count: all.length })
    return html`
      <section class="card uploads" aria-label=${this.t('media.uploading')}>
        <div class="row apart head">
          <p role="status">
            <strong>${counts}</strong>
            ${failed.length > cancelled ? html`<span class="why">${this.t('uploads.failed', { count: failed.length - cancelled })}</span>` : nothing}
            ${cancelled > 0 ? html`<span class="muted small">${this.t('uploads.cancelled', { count: cancelled })}</span>` : nothing}
          </p>
          <span class="row">
            <button
              class="plain small icon-only"
              aria-expanded=${!this.isFolded}
              aria-label=${this.t('uploads.files')}
              title=${this.t('uploads.files')}
              @click=${() => (this.isFolded = !this.isFolded)}>
              ${icon(this.isFolded ? 'chevron-right' : 'chevron-down')}
            </button>
            ${
              isBusy
                ? html`<button class="small" @click=${() => this.#stop.abort()}>${this.t('cancel')}</button>`
                : html`
                    <button class="plain small icon-only" aria-label=${this.t('close')} @click=${() => this.#clear()}>${icon('x')}</button>
                  `
            }
          </span>
        </div>
        ${isBusy ? html`<progress max="1" .value=${share} aria-label="${counts}: ${percent}"></progress>` : nothing}
        ${this.isFolded ? nothing : html`<ul>${inOrder(all).map(([file, state]) => this.#file(file, state))}</ul>`}
        ${
          retried.length > 1 && !isBusy
            ? html`<button class="small" @click=${() => this.#retry(retried)}>${this.t('uploads.again', { count: retried.length })}</button>`
            : nothing
        }
      </section>
    `
  }

  #file(file: File, state: FileState): TemplateResult {
    if (typeof state === 'number')
      return html`<li>${fileName(file.name)}<progress max="1" .value=${state} aria-label=${file.name}></progress></li>`
    if ('doc' in state)
      return html`
        <li>
          ${fileName(file.name)}<span class="badge good">${this.t('media.done')}</span>
          ${isWronglyNamed(file, state) ? html`<span class="why">${this.t('uploads.differs', { type: contentsIn(String(state.doc['mimeType']), this.app) })}</span>` : nothing}
        </li>
      `
    return html`
      <li>
        ${fileName(file.name)}
        ${
          state.mayWorkLater
            ? html`<button class="small" aria-label="${this.t('again')}: ${file.name}" @click=${() => this.#retry([file])}>${this.t('again')}</button>`
            : nothing
        }
        <span class=${state.isCancelled ? 'muted small' : 'why'}>${state.why}</span>
      </li>
    `
  }
}

const isWronglyNamed = (file: File, state: FileState): boolean =>
  typeof state === 'object' && 'doc' in state && contradicts(file, state.doc['mimeType'])

/** Those that need the user come first, then those that are on their way. */
const inOrder = (all: readonly [File, FileState][]): [File, FileState][] => {
  const rank = ([file, state]: [File, FileState]) => (typeof state === 'number' ? 1 : 'why' in state || isWronglyNamed(file, state) ? 0 : 2)
  return all.toSorted((one, other) => rank(one) - rank(other))
}

define('cms-uploads', CmsUploads)

/** Uploads files in a panel of their own. The app dispatches `stored` whenever some have arrived. */
export function upload(from: CmsElement, files: readonly File[], folder: Folder): void {
  if (files.length === 0) return
  const root = from.shadowRoot ?? (from.getRootNode() as ShadowRoot)
  const there = root.querySelector<CmsUploads>('cms-uploads') ?? root.appendChild(document.createElement('cms-uploads') as CmsUploads)
  there.add(files, folder)
}
