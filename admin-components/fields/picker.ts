/** `<cms-picker>`: a dialog for finding documents by search, with paging. Files can be dropped into it to upload them.
 * Tested by test/admin-components/related-documents.test.ts.
 */

import { css, html, nothing, type TemplateResult } from 'lit'
import { ref } from 'lit/directives/ref.js'
import type { Page } from '../app/client.ts'
import type { Doc } from '../app/doc.ts'
import { anyOf, pendingWith } from '../app/pending-words.ts'
import type { Entity } from '../app/schema.ts'
import { type CmsElement, define } from '../element.ts'
import { findPending } from '../list/state.ts'
import { droppedFiles } from '../media/dropped-files.ts'
import { type Folder, folderChoice, foldersOf } from '../media/folders.ts'
import '../media/texts.ts'
import { filesOf, lostIn, type Uploaded, uploadFiles } from '../media/upload.ts'
import { failuresLook, uploadFailures, uploadShare } from '../media/upload-failures.ts'
import { ask, CmsDialog } from '../parts/dialog.ts'
import { documentLine, documentLineLook, lineQuery } from '../parts/document-line.ts'
import { failureNote } from '../parts/failure.ts'
import { fileName } from '../parts/file-name.ts'
import { icon } from '../parts/icon.ts'
import { keepHeight } from '../parts/keep-height.ts'
import { loadFor } from '../parts/later.ts'
import { pager } from '../parts/pager.ts'
import { onReconnect } from '../parts/reconnect.ts'
import { searchField, whileSearching } from '../parts/search.ts'
import { thumbnail } from '../parts/thumbnail.ts'
import { titledBy } from '../parts/title.ts'
import { pathOfChoice } from '../parts/tree-path.ts'
import { humanized } from '../texts/texts.ts'
import { stepsOf } from './choice-steps.ts'
import { chooseWhat } from './editing.ts'
import { inOrder, noteChosen, recentlyChosen } from './order-of-choices.ts'
import { takeLabel } from './take-label.ts'
import { typeOf } from './types.ts'

export interface Picking {
  hasMany: boolean
  /** For an edit of many documents, which may remove what is chosen. */
  isForMany?: boolean | undefined
  taken: readonly number[]
  mimeTypes?: readonly string[] | undefined
  folder?: string | undefined
  /** Set if the available choices depend on the current values of the form. */
  choices?: { collection?: string; global?: string; field: string; id?: number | undefined; data: object } | undefined
}

const TYPING = 200
/** Tiles show a larger picture than lines do. */
const TILE = 240

class CmsPicker extends CmsDialog<Doc[]> {
  static override properties = {
    found: { state: true },
    isAsking: { state: true },
    recent: { state: true },
    folders: { state: true },
    text: { state: true },
    chosen: { state: true },
    error: { state: true },
    share: { state: true },
    failed: { state: true },
  }
  static override looks = [
    documentLineLook,
    failuresLook,
    css`
      .picker .choices { display: grid; gap: 2px; align-content: start; max-block-size: 46vh; overflow-y: auto; padding: 4px; margin: -4px; }
      .picker .choices h3 { padding: var(--s2) var(--s2) var(--s1); color: var(--muted); font-size: var(--t1); }
      .picker ul { display: grid; grid-template-columns: minmax(0, 1fr); gap: 2px; }
      .picker ul.files { grid-template-columns: repeat(auto-fill, minmax(120px, 1fr)); gap: var(--s2); }
      .picker li > button { inline-size: 100%; min-block-size: 44px; padding: 4px var(--s2); gap: var(--s3); justify-content: flex-start; border-color: transparent; background: none; font-weight: 500; }
      .picker li > button:hover:not(:disabled) { background: var(--tint); }
      .picker li > button[aria-pressed='true'] { background: var(--wash); color: inherit; }
      .picker .tick { display: grid; place-items: center; flex: none; inline-size: 18px; block-size: 18px; border: 1px solid var(--edge); border-radius: 4px; background: var(--surface); color: transparent; }
      .picker .tick svg.icon { inline-size: 14px; block-size: 14px; stroke-width: 3; vertical-align: 0; }
      .picker [aria-pressed='true'] .tick, .picker .is-taken .tick { background: var(--accent); border-color: var(--accent); color: var(--on-accent); }
      .picker .files li > button { position: relative; flex-direction: column; gap: var(--s1); min-block-size: 130px; padding: var(--s2); }
      .picker .files .tick { position: absolute; inset-block-start: 14px; inset-inline-start: 14px; }
      .picker .files .thumb, .picker .files .thumb img { inline-size: 100%; block-size: 84px; object-fit: cover; border-radius: 6px; }
      .picker .files .clip { max-inline-size: 100%; font-size: var(--t1); }
    `,
  ]
  declare found: Page<Doc> | undefined
  /** The documents that were chosen here last. */
  declare recent: readonly Doc[]
  /** The folders of the library, if files are chosen. */
  declare folders: readonly Folder[]
  declare text: string
  declare chosen: readonly Doc[]
  declare error: string
  declare isAsking: boolean
  declare share: number | undefined
  /** Files that failed to upload, until the user retries or starts another upload. */
  declare failed: Uploaded['failed']
  entity!: Entity
  picking!: Picking
  protected override shape = 'wide picker'
  /** As in the library: everything, `none`, or an id. */
  #folder = ''
  #timer: ReturnType<typeof setTimeout> | undefined
  #loading: Promise<void> | undefined

  constructor() {
    super()
    this.recent = []
    this.isAsking = false
    this.folders = []
    this.text = ''
    this.chosen = []
    this.error = ''
    this.failed = []
    onReconnect(this, () => void this.#upload(lostIn(this.failed)))
  }

  protected name(): string {
    return chooseWhat(this, this.entity, this.picking.mimeTypes, this.picking.hasMany)
  }

  get #isFiles(): boolean {
    return this.entity.slug === 'media'
  }

  protected override async firstUpdated(): Promise<void> {
    super.firstUpdated()
    this.requireElement('input[type=search]').focus()
    void this.#load(1)
    if (this.#isFiles) this.folders = await foldersOf(this.app).catch(() => [])
  }

  #load(page: number): Promise<void> {
    this.isAsking = true
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.found = whileSearching(this.found)
    this.#loading = this.#find(page)
    return this.#loading
  }

  async #find(page: number): Promise<void> {
    const { entity } = this
    const text = this.text.trim()
    try {
      const found = await this.#ask(this.#where(text, await pendingWith(this.app, entity, text)), page)
      const hasMore = page === 1 && found.totalPages > 1
      const exact = hasMore && text !== '' ? await this.#named(text) : []
      const recent = hasMore && text === '' && this.#folder === '' ? await this.#recent() : []
      await findPending(this.app, entity, [...exact, ...found.docs, ...recent])
      if (text !== this.text.trim()) return
      this.found = { ...found, docs: inOrder(this, entity, [...exact, ...found.docs], { text, isAll: found.totalPages <= 1 }) }
      this.recent = recent
      this.error = ''
    } catch (error) {
      this.error = this.app.explain(error)
    }
    if (text === this.text.trim()) this.isAsking = false
  }

  #ask(where: object | undefined, page = 1): Promise<Page<Doc>> {
    const { entity, picking } = this
    return picking.choices
      ? this.app.client.send<Page<Doc>>('POST', '/admin/choices', { body: { ...picking.choices, where, page } })
      : this.app.client.get<Page<Doc>>(`/${entity.slug}`, { ...lineQuery(entity), page, limit: 24, where })
  }

  /** Those that have exactly this title may be on a later page. */
  async #named(text: string): Promise<Doc[]> {
    const { title } = this.entity
    return title
      ? (
          await this.#ask({
            and: [{ [title]: { in: [text, text.charAt(0).toUpperCase() + text.slice(1)] } }, this.#where('')].filter(Boolean),
          })
        ).docs
      : []
  }

  /** `drafts`: documents whose pending draft has these words. */
  #where(text: string, drafts: readonly number[] = []): object | undefined {
    const { entity, picking } = this
    const fields = this.#isFiles
      ? ['originalName', 'alt']
      : entity.fields
          .filter((field) => typeOf(field).isText && (field.base ?? field.type) !== 'textarea' && !field.writeOnly && !field.varies)
          .map(({ name }) => name)
    const tests = [
      ...(text && fields.length > 0 ? [{ or: [...fields.map((name) => ({ [name]: { like: text } })), ...anyOf(drafts)] }] : []),
      ...(this.#folder === '' ? [] : [{ folder: this.#folder === 'none' ? { exists: false } : { equals: Number(this.#folder) } }]),
      ...(picking.mimeTypes?.length ? [{ or: picking.mimeTypes.map((type) => ({ mimeType: { like: type.replace('/*', '/') } })) }] : []),
    ]
    return tests.length > 0 ? { and: tests } : undefined
  }

  async #recent(): Promise<Doc[]> {
    const { entity } = this
    const ids = recentlyChosen(entity)
    if (ids.length === 0) return []
    const where = { and: [{ id: { in: ids } }, this.#where('')].filter(Boolean) }
    const { docs } = await this.#ask(where)
    return docs.sort((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id))
  }

  protected body(): TemplateResult {
    const { found } = this
    const isFiles = this.#isFiles
    const others = found?.docs.filter(({ id }) => !this.recent.some((one) => one.id === id)) ?? []
    return html`
      <div
        class="inside"
        aria-busy=${this.isAsking}
        @keydown=${this.#keys}
        @dragover=${(event: DragEvent) => isFiles && event.preventDefault()}
        @drop=${isFiles ? this.#dropped : nothing}>
        <div class="row apart">
          <h2>${this.name()}</h2>
          <button class="plain icon-only" aria-label=${this.t('close')} @click=${() => this.close()}>${icon('x')}</button>
        </div>
        <div class="row">${searchField(this, this.#typed, this.text)} ${folderChoice(this, this.folders, this.#inFolder)} ${this.#create()}</div>
        ${uploadShare(this, this.share)}
        ${this.failed.length > 0 ? uploadFailures(this, this.failed, (files) => this.#upload(files)) : nothing}
        ${failureNote(this, this.error, () => this.#load(this.found?.page ?? 1))}
        ${
          found
            ? html`
                <div class="choices" ${ref(keepHeight)}>
                  ${
                    this.recent.length > 0
                      ? html`<h3>${this.t('relation.recent')}</h3>${this.#choices(this.recent)}<h3>${this.t('relation.all')}</h3>`
                      : nothing
                  }
                  ${found.docs.length === 0 ? html`<p class="muted">${this.t(this.text.trim() ? 'list.nothing' : 'list.empty')}</p>` : this.#choices(others)}
                </div>
              `
            : this.error
              ? nothing
              : html`<div class="ghost tall"></div>`
        }
        ${found && found.totalPages > 1 ? pager(this, found, (page) => this.#load(page), this.#isFiles ? 'media.count' : 'pages.count') : nothing}
        ${
          this.picking.hasMany
            ? html`
                <div class="foot">
                  <button @click=${() => this.close()}>${this.t('cancel')}</button>
                  <button class="main" ?disabled=${this.chosen.length === 0} @click=${this.#done}>
                    ${takeLabel(this, this.chosen.length, this.picking.isForMany)}
                  </button>
                </div>
              `
            : nothing
        }
      </div>
    `
  }

  readonly #inFolder = (event: Event) => {
    this.#folder = (event.target as HTMLSelectElement).value
    void this.#load(1)
  }

  #create(): TemplateResult | typeof nothing {
    const { entity, picking } = this
    if (!entity.may.create) return nothing
    if (!this.#isFiles)
      return html`
        <button @click=${this.#createAndTake}>
          ${icon('plus')}${this.t('list.new', { what: this.app.label(entity.labels.singular, humanized(entity.slug)) })}
        </button>
      `
    return html`
      <label class="button">
        ${icon('upload')}${this.t('media.upload')}
        <input
          class="unseen"
          type="file"
          multiple
          accept=${picking.mimeTypes?.join(',') ?? this.app.known.upload.accept}
          @change=${this.#picked} />
      </label>
    `
  }

  #choices(docs: readonly Doc[]): TemplateResult {
    return html`
      <ul class=${this.#isFiles ? 'files' : ''}>
        ${docs.map((doc) => this.#choice(doc))}
      </ul>
    `
  }

  #choice(doc: Doc): TemplateResult {
    const { hasMany, taken } = this.picking
    const isChosen = this.chosen.some(({ id }) => id === doc.id)
    const isTaken = taken.includes(doc.id)
    return html`
      <li>
        <button
          class=${isTaken ? 'is-taken' : ''}
          ?disabled=${isTaken}
          aria-pressed=${hasMany ? isChosen : nothing}
          @click=${() => this.#take(doc)}>
          ${hasMany ? html`<span class="tick">${icon('check')}</span>` : nothing}
          ${
            this.#isFiles
              ? html`${thumbnail(doc, TILE)}${fileName(doc['originalName'], true)}`
              : documentLine(this, this.entity, doc, { path: pathOfChoice(this, this.entity, doc) })
          }
        </button>
      </li>
    `
  }

  #take(doc: Doc): void {
    if (!this.picking.hasMany) return this.close([doc])
    const isChosen = this.chosen.some(({ id }) => id === doc.id)
    this.chosen = isChosen ? this.chosen.filter(({ id }) => id !== doc.id) : [...this.chosen, doc]
  }

  readonly #done = () => this.close([...this.chosen])

  readonly #createAndTake = async () => {
    const drawer = await loadFor(this, () => import('../document/drawer.ts'))
    const doc = await drawer?.openNewInDrawer(this, this.entity.slug, titledBy(this.entity, this.text))
    if (doc) this.#take(doc)
    void this.#load(1)
    if (!doc || !this.isConnected) return
    await this.updateComplete
    this.querySelector<HTMLElement>('.foot .main')?.focus()
  }

  readonly #picked = (event: Event) => {
    const input = event.target as HTMLInputElement
    void this.#upload(filesOf(input))
    // Allows picking the same file again.
    input.value = ''
  }

  readonly #dropped = (event: DragEvent) => {
    event.preventDefault()
    void droppedFiles(event).then((files) => this.#upload(files))
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
    this.found = whileSearching(this.found)
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void this.#load(1), TYPING)
  }

  /** Arrow keys go from the search to the choices and among them; Enter in the search takes the first one. */
  readonly #keys = (event: KeyboardEvent) => {
    const search = this.requireElement<HTMLInputElement>('input[type=search]')
    const at = event.target as HTMLElement
    const choices = [...this.querySelectorAll<HTMLButtonElement>('.choices button:not(:disabled)')]
    const index = choices.indexOf(at as HTMLButtonElement)
    if (event.key === 'Enter' && at === search) void this.#takeFirst(event.ctrlKey || event.metaKey)
    else if (event.key === 'Enter' && index >= 0 && (event.ctrlKey || event.metaKey) && this.chosen.length > 0) this.#done()
    else if ((index >= 0 || at === search) && event.key.startsWith('Arrow')) {
      if (at === search && event.key !== 'ArrowDown') return
      const to = index + stepsOf(event.key, choices)
      ;(at === search ? choices[0] : to < 0 ? search : choices[Math.min(to, choices.length - 1)])?.focus()
    } else return
    event.preventDefault()
  }

  /** Takes the first document that the words find, once they have been looked for. */
  async #takeFirst(isDone: boolean): Promise<void> {
    if (isDone && this.picking.hasMany && this.chosen.length > 0) return this.#done()
    await (this.#timer === undefined ? this.#loading : this.#load(1))
    await this.updateComplete
    this.querySelector<HTMLButtonElement>('.choices button:not(:disabled)')?.click()
    this.querySelector<HTMLInputElement>('input[type=search]')?.select()
  }
}

define('cms-picker', CmsPicker)

export async function pick(from: CmsElement, entity: Entity, picking: Picking): Promise<Doc[] | undefined> {
  const picked = await ask(from, Object.assign(document.createElement('cms-picker') as CmsPicker, { entity, picking }))
  if (picked) noteChosen(entity, picked)
  return picked
}
