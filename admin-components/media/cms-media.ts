/** `<cms-media>`: the media library. Shows files as a grid or list; uploads, finds, describes, replaces and deletes them.
 *
 * @attribute api, lang: as for `<cms-admin>`
 * @cssproperty as for `<cms-admin>`
 * Tested by test/admin-components/content.test.ts.
 */

import { css, html, nothing, type TemplateResult } from 'lit'
import { recall, remember } from '../app/app.ts'
import type { Page } from '../app/client.ts'
import { deleteDocument } from '../app/deleting.ts'
import type { Doc } from '../app/doc.ts'
import { RightsToDocuments } from '../app/document-rights.ts'
import type { Entity } from '../app/schema.ts'
import { unknownUses, usesOfMany } from '../app/uses.ts'
import { CmsElement, define } from '../element.ts'
import { deleteWarning } from '../parts/delete-warning.ts'
import { confirm } from '../parts/dialog.ts'
import { failureNote } from '../parts/failure.ts'
import { icon } from '../parts/icon.ts'
import { lookSwitch } from '../parts/look-switch.ts'
import { narrowTools } from '../parts/narrow-tools.ts'
import { oneQuestion } from '../parts/one-question.ts'
import { pager } from '../parts/pager.ts'
import { onReconnect } from '../parts/reconnect.ts'
import { searchField, whileSearching } from '../parts/search.ts'
import { ticked } from '../parts/selection.ts'
import { stayWhile } from '../parts/stay-while.ts'
import { part } from '../shell/gate.ts'
import { chosenBar } from './chosen-bar.ts'
import { droppedFiles } from './dropped-files.ts'
import { openFile } from './file.ts'
import { type FileArea, filesGrid, filesLook, filesTable, hasTick } from './files.ts'
import {
  DRAGGED,
  type Folder,
  type FolderArea,
  folderBar,
  folderCards,
  folderEditor,
  foldersLook,
  foldersOf,
  folderTree,
  libraryHeading,
  type Open,
} from './folders.ts'
import { fromUrl } from './from-url.ts'
import { kindChoice, NEWEST, sortChoice } from './kinds.ts'
import { libraryQuery } from './library-query.ts'
import { filesOf } from './upload.ts'
import { emptyLibrary, uploadButton } from './upload-button.ts'
import { upload } from './uploads.ts'
import './texts.ts'

const TYPING = 250

export class CmsMedia extends CmsElement {
  static override properties = {
    found: { state: true },
    error: { state: true },
    isOver: { state: true },
    isAsking: { state: true },
    folders: { state: true },
    chosen: { state: true },
  }
  static override looks = [
    css`
      cms-media { display: block; }
      .inline-form { position: relative; }
      .inline-form > summary::before { content: none; }
      .inline-form form { position: absolute; inset-block-start: 100%; z-index: 4; background: var(--raised); border: 1px solid var(--line); border-radius: var(--radius); box-shadow: var(--shadow); padding: var(--s2); inline-size: min(340px, 80vw); display: grid; grid-template-columns: minmax(0, 1fr) auto; }
      .inline-form .from-end { inset-inline-end: 0; }
      .inline-form .error { grid-column: 1 / -1; }
      .drop-here { position: fixed; inset: var(--s3); z-index: 25; pointer-events: none; display: grid; place-items: center; border: 3px dashed var(--accent); border-radius: calc(var(--radius) + 8px); background: color-mix(in oklab, var(--wash) 80%, transparent); font-size: var(--t5); font-weight: 620; color: var(--link); text-align: center; }
      .library > .stack { min-inline-size: 0; }
    `,
    filesLook,
    foldersLook,
  ]
  declare found: Page<Doc> | undefined
  declare error: string
  declare isOver: boolean
  /** The files are those of the search before. */
  declare isAsking: boolean
  declare folders: readonly Folder[]
  declare chosen: ReadonlySet<number>
  readonly #rights = new RightsToDocuments(this)
  readonly #folderRights = new RightsToDocuments(this)
  #requested = ''
  #openId: string | undefined
  #timer: ReturnType<typeof setTimeout> | undefined
  /** The file that was chosen last, where a range begins. */
  #last: number | undefined

  constructor() {
    super()
    this.error = ''
    this.isOver = false
    this.isAsking = false
    this.folders = []
    this.chosen = new Set()
    onReconnect(this, () => this.error && this.#reload())
  }

  override connectedCallback(): void {
    super.connectedCallback()
    this.app.addEventListener('stored', this.#reload)
    for (const [name, on] of this.#drags) this.#dropArea.addEventListener(name, on as EventListener)
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback()
    this.app.removeEventListener('stored', this.#reload)
    for (const [name, on] of this.#drags) this.#dropArea.removeEventListener(name, on as EventListener)
  }

  /** Files can be dropped anywhere in the admin; in a host's own page, only here. */
  get #dropArea(): EventTarget {
    return this.shadowRoot ? this : window
  }

  protected override willUpdate(): void {
    const { query } = this.app.router.place
    const key = [this.app.user?.id, ...['page', 'q', 'kind', 'alt', 'sort', 'folder'].map((name) => query.get(name))].join()
    const id = query.get('id')
    if (this.app.isIn && id !== null && this.#openId !== id) void this.#open(id)
    if (!this.app.isIn || key === this.#requested) return
    if (this.#requested === '') void this.#loadFolders()
    this.#requested = key
    this.found = whileSearching(this.found)
    void this.#load()
  }

  async #loadFolders(): Promise<void> {
    this.folders = await foldersOf(this.app).catch(() => [])
  }

  get #folder(): string {
    return this.app.router.place.query.get('folder') ?? ''
  }

  readonly #reload = () => void this.#load()

  async #load(): Promise<void> {
    const requested = this.#requested
    this.isAsking = true
    try {
      const found = await this.app.client.page<Page<Doc>>('/media', libraryQuery(this.app.router.place.query))
      await this.#rights.look(this.#media, idsOf(found.docs))
      if (requested !== this.#requested) return
      this.found = found
      this.error = ''
    } catch (error) {
      if (requested === this.#requested) this.error = this.app.explain(error)
    }
    if (requested === this.#requested) this.isAsking = false
  }

  override render(): TemplateResult {
    return part(this, () => this.#content())
  }

  #content(): TemplateResult {
    const media = this.app.collection('media')
    if (!media) return html``
    const { query } = this.app.router.place
    return html`
      <div class="page" aria-busy=${this.isAsking}>
        <div class="page-head">
          ${libraryHeading(this, this.#area, folderEditor(this, this.#folder, this.#folderRights, this.#folderChanged))}
          <div class="row reach">
            ${media.may.create && !this.#isEmpty ? uploadButton(this, this.#picked) : nothing}
          </div>
        </div>
        <div class="tools">
          ${searchField(this, this.#typed)}
          ${narrowTools(
            this,
            html`
          ${sortChoice(this, query.get('sort') ?? NEWEST, (sort) => this.#go({ sort: sort === NEWEST ? undefined : sort }))}
          ${kindChoice(this, query.get('kind') ?? '', (kind) => this.#go({ kind }))}
          <button
            aria-pressed=${query.has('alt')}
            aria-label=${this.t('media.noAlt')}
            title=${this.t('media.noAlt')}
            @click=${() => this.#go({ alt: query.has('alt') ? undefined : 'missing' })}>
            ${icon('circle-alert')}<span class="roomy">${this.t('media.noAlt')}</span>
          </button>
          ${folderBar(
            this,
            this.#area,
            (folder) => this.#go({ folder }),
            () => this.#loadFolders(),
          )}
          ${lookSwitch(this, this.#isTable ? 'table' : 'cards', (look) => {
            remember('view:media', look)
            this.#go({ view: look })
          })}
          ${fromUrl(this, this.#folder, this.#reload)}
          `,
          )}
        </div>
        ${failureNote(this, this.error, this.#reload)}
        ${
          this.app.known.upload.folders && this.folders.length > 0
            ? html`
                <div class="library">
                  ${folderTree(this, this.#area)}
                  <div class="stack">${this.#isNarrowed ? nothing : folderCards(this, this.#area)} ${this.#shown()}</div>
                </div>
              `
            : this.#shown()
        }
        ${this.isOver ? html`<p class="drop-here">${this.t('media.drop')}</p>` : nothing}
        ${this.chosen.size > 0 ? chosenBar(this, media, { rights: this.#rights, move: this.#move, remove: this.#deleteChosen }) : nothing}
      </div>
    `
  }

  get #area(): FolderArea {
    return { folders: this.folders, open: this.#folder, drop: (event, folder) => void this.#droppedOn(event, folder) }
  }

  get #isEmpty(): boolean {
    return this.found?.docs.length === 0 && !this.#isNarrowed
  }

  get #isNarrowed(): boolean {
    return ['q', 'kind', 'alt'].some((name) => this.app.router.place.query.has(name))
  }

  readonly #folderChanged = async () => {
    await this.#loadFolders()
    if (this.folders.some(({ id }) => String(id) === this.#folder)) await this.#load()
    else this.#go({ folder: undefined })
  }

  #shown(): TemplateResult {
    if (this.found) return this.#files(this.found)
    return this.error ? html`` : html`<div class="files-grid">${Array.from({ length: 8 }, () => html`<div class="ghost"></div>`)}</div>`
  }

  #files(found: Page<Doc>): TemplateResult {
    if (found.docs.length === 0)
      return emptyLibrary(
        this,
        this.#isNarrowed ? 'list.nothing' : this.#folder === '' ? 'media.empty' : 'media.emptyFolder',
        this.#isEmpty && this.app.collection('media')?.may.create ? this.#picked : undefined,
      )
    const area: FileArea = {
      docs: found.docs,
      folders: this.folders,
      chosen: this.chosen,
      mayTo: (id) => this.#rights.to(this.#media, [id]),
      choose: (id, event) => this.#choose(id, idsOf(found.docs.filter((doc) => hasTick(this, area, doc))), event),
      drag: (id) => (this.chosen.has(id) ? [...this.chosen] : [id]),
      open: (doc) => void this.#open(String(doc.id), doc),
    }
    return html`
      ${this.#isTable ? filesTable(this, area) : filesGrid(this, area)}${pager(this, found, (page) => this.#go({ page: page === 1 ? undefined : String(page) }), 'media.count')}
    `
  }

  get #isTable(): boolean {
    return (this.app.router.place.query.get('view') ?? recall('view:media')) === 'table'
  }

  #choose(id: number, ids: readonly number[], event: MouseEvent): void {
    this.chosen = ticked(this.chosen, ids, id, this.#last, event)
    this.#last = id
  }

  readonly #move = async (select: HTMLSelectElement) => {
    const to = select.value
    if (to === '') return
    // Files that could not be moved stay selected, and can be moved to the same folder again.
    select.value = ''
    await this.#moveTo(to)
  }

  #moveTo(to: Open, ids = this.chosen): Promise<void> {
    const folder = Number(to) > 0 ? Number(to) : null
    return this.#each((id) => this.app.client.patch(`/media/${id}`, { folder }), 'media.moved', ids)
  }

  get #media(): Entity {
    // biome-ignore lint/style/noNonNullAssertion: every CMS with a media library has the collection
    return this.app.collection('media')!
  }

  readonly #deleteChosen = async () => {
    const ids = [...this.chosen]
    const isSure = await oneQuestion(this, async () =>
      confirm(this, {
        title: this.t('media.bulkDelete', { count: ids.length }),
        text: deleteWarning(this, this.#media, await usesOfMany(this.app, 'media', ids).catch(unknownUses), { count: ids.length }),
        yes: this.t('delete'),
        isDangerous: true,
      }),
    )
    if (isSure) await this.#each((id) => deleteDocument(this.app, this.#media, id), 'media.deleted')
  }

  /** One file after another; files that fail stay selected. */
  async #each(work: (id: number) => Promise<unknown>, message: 'media.moved' | 'media.deleted', ids = this.chosen): Promise<void> {
    const left = new Set(ids)
    await stayWhile(async () => {
      for (const id of ids) {
        try {
          await work(id)
          left.delete(id)
        } catch (error) {
          this.app.say(this.app.explain(error), 'bad')
        }
      }
    })
    this.app.say(this.t(message, { count: ids.size - left.size }))
    this.chosen = new Set([...this.chosen].filter((id) => left.has(id) || !ids.has(id)))
    await this.#load()
  }

  #send(files: readonly File[], folder = this.#folder): void {
    upload(this, files, Number(folder) > 0 ? Number(folder) : undefined)
  }

  async #droppedOn(event: DragEvent, folder: Open): Promise<void> {
    this.isOver = false
    const moved = event.dataTransfer?.getData(DRAGGED)
    if (!moved) this.#send(await droppedFiles(event), folder)
    else if (folder !== '') await this.#moveTo(folder, new Set(moved.split(',').map(Number)))
  }

  /** The address names the file that is open, as search results do. */
  async #open(id: string, known?: Doc): Promise<void> {
    this.#openId = id
    this.app.router.query({ id })
    try {
      const doc = known ?? (await this.app.client.get<Doc>(`/media/${id}`, { depth: 0 }))
      if (await openFile(this, doc, this.folders)) void this.#load()
    } catch (error) {
      this.app.say(this.app.explain(error), 'bad')
    }
    this.#openId = undefined
    if (this.isConnected && this.app.router.place.query.get('id') === id) this.app.router.query({ id: undefined })
  }

  #go(changes: Record<string, string | undefined>): void {
    this.app.router.query({ page: undefined, ...changes })
  }

  readonly #picked = (event: Event) => {
    const input = event.target as HTMLInputElement
    this.#send(filesOf(input))
    input.value = ''
  }

  /** Not while a dialog is open, which may take files itself. */
  #takes({ dataTransfer }: DragEvent): boolean {
    const root = this.shadowRoot ?? (this.getRootNode() as ShadowRoot)
    return (
      this.app.collection('media')?.may.create === true &&
      dataTransfer?.types.includes('Files') === true &&
      !root.querySelector('dialog[open]')
    )
  }

  readonly #drags: readonly [name: string, on: (event: DragEvent) => void][] = [
    [
      'dragover',
      (event) => {
        if (!this.#takes(event)) return
        event.preventDefault()
        this.isOver = true
      },
    ],
    ['dragleave', ({ relatedTarget }) => (this.isOver &&= relatedTarget !== null)],
    [
      'drop',
      (event) => {
        if (!this.#takes(event) || event.defaultPrevented) return
        event.preventDefault()
        this.isOver = false
        void droppedFiles(event).then((files) => this.#send(files))
      },
    ],
  ]

  readonly #typed = (event: InputEvent) => {
    const q = (event.target as HTMLInputElement).value
    this.found = whileSearching(this.found)
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => (q === (this.app.router.place.query.get('q') ?? '') ? this.#load() : this.#go({ q })), TYPING)
  }
}

const idsOf = (docs: readonly Doc[]): number[] => docs.map(({ id }) => id)

define('cms-media', CmsMedia)
