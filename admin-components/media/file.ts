/** `<cms-file>`: one file: what it shows, its description, where it is used, the way to replace or delete it. */
import { css, html, nothing, type TemplateResult } from 'lit'
import { type CmsElement, define } from '../element.ts'
import { thumbnail } from '../list/columns.ts'
import { ask, CmsDialog, confirm } from '../parts/dialog.ts'
import { icon } from '../parts/icon.ts'
import { bytes, onDate } from '../texts/texts.ts'

type Doc = Record<string, any> & { id: number }

interface Use {
  collection?: string
  global?: string
  id?: number
  title: string | null
}

class CmsFile extends CmsDialog<boolean> {
  static override properties = { doc: { state: true }, uses: { state: true }, error: { state: true }, isBusy: { state: true } }
  static override looks = [
    css`
      .file-view { display: grid; place-items: center; background: var(--tint); border-radius: var(--radius); position: relative; overflow: hidden; }
      .file-view img { max-inline-size: 100%; max-block-size: 46vh; display: block; cursor: crosshair; }
      .file-view .thumb { inline-size: 100%; block-size: 140px; }
      .file-view .focal { position: absolute; inline-size: 22px; block-size: 22px; border: 3px solid #fff; border-radius: 50%; box-shadow: 0 0 0 2px #000; transform: translate(-50%, -50%); pointer-events: none; }
    `,
  ]
  declare doc: Doc
  declare uses: readonly Use[] | undefined
  declare error: string
  declare isBusy: boolean
  protected override shape = 'wide'
  #isChanged = false

  constructor() {
    super()
    this.error = ''
    this.isBusy = false
  }

  protected name(): string {
    return this.doc['originalName']
  }

  protected override firstUpdated(): void {
    super.firstUpdated()
    this.desk.client.get(`/media/${this.doc.id}/references`).then(
      (found) => (this.uses = found.references ?? []),
      () => (this.uses = []),
    )
  }

  protected override updated(): void {
    super.updated()
    const focal = this.querySelector<HTMLElement>('.focal')
    const image = this.querySelector<HTMLElement>('.file-view img')
    const point = this.doc['focalPoint']
    if (!focal || !image || !point) return
    focal.style.left = `${image.offsetLeft + (point.x / 100) * image.offsetWidth}px`
    focal.style.top = `${image.offsetTop + (point.y / 100) * image.offsetHeight}px`
  }

  protected body(): TemplateResult {
    const { doc } = this
    const may = this.desk.collection('media')!.may
    const isImage = doc['mimeType']?.startsWith('image/')
    return html`<div class="inside">
      <div class="row apart"><h2 class="clip">${doc['originalName']}</h2><button class="plain icon-only" aria-label=${this.t('close')} @click=${() => this.close(this.#isChanged)}>${icon('x')}</button></div>
      ${this.error ? html`<p class="note bad" role="alert">${this.error}</p>` : nothing}
      <div class="file-view">${isImage ? html`<img src=${doc['url']} alt=${doc['alt'] ?? ''} @click=${may.update ? this.#point : nothing} @load=${() => this.requestUpdate()} />${doc['focalPoint'] ? html`<span class="focal"></span>` : nothing}` : thumbnail(doc)}</div>
      ${isImage && may.update ? html`<p class="muted small">${this.t('media.focal')}</p>` : nothing}
      <form class="stack" @submit=${this.#save}>
        <div class="field"><label for="file-alt">${this.t('media.alt')}</label><input id="file-alt" name="alt" .value=${doc['alt'] ?? ''} ?readonly=${!may.update} /><span class="help">${this.t('media.altHelp')}</span></div>
        ${this.#hasPrivate ? html`<label class="inline"><input type="checkbox" name="private" .checked=${doc['private'] === true} ?disabled=${!may.update} />${this.t('media.private')}</label>` : nothing}
        <dl class="facts">
          <dt>${this.t('media.type')}</dt><dd>${doc['mimeType']}</dd>
          <dt>${this.t('media.size')}</dt><dd>${bytes(doc['filesize'], this.desk.language)}${doc['width'] ? ` · ${doc['width']} × ${doc['height']}` : ''}</dd>
          <dt>${this.t('column.createdAt')}</dt><dd>${onDate(doc['createdAt'], this.desk.language)}</dd>
          <dt>${this.t('media.used')}</dt><dd>${this.uses ? (this.uses.length === 0 ? this.t('media.unused') : this.uses.map((use) => use.title ?? `${use.collection ?? use.global} ${use.id ?? ''}`).join(', ')) : '…'}</dd>
        </dl>
        <div class="foot">
          <a class="button" href=${doc['url']} target="_blank" rel="noopener">${icon('external-link')}${this.t('media.open')}</a>
          ${may.update ? html`<label class="button">${icon('refresh-cw')}${this.t('media.replace')}<input class="unseen" type="file" accept=${this.desk.schema!.upload.accept} @change=${this.#replace} /></label>` : nothing}
          ${may.delete ? html`<button type="button" class="danger" @click=${this.#delete}>${icon('trash-2')}${this.t('delete')}</button>` : nothing}
          ${may.update ? html`<button class="main ${this.isBusy ? 'busy' : ''}" ?disabled=${this.isBusy}>${this.t('save')}</button>` : nothing}
        </div>
      </form>
    </div>`
  }

  get #hasPrivate(): boolean {
    return this.desk.collection('media')!.fields.some(({ name }) => name === 'private')
  }

  async #try(work: () => Promise<unknown>): Promise<boolean> {
    this.isBusy = true
    this.error = ''
    try {
      await work()
      this.#isChanged = true
      return true
    } catch (error) {
      this.error = this.desk.explain(error)
      return false
    } finally {
      this.isBusy = false
    }
  }

  readonly #save = async (event: SubmitEvent) => {
    event.preventDefault()
    const given = new FormData(event.target as HTMLFormElement)
    const changes = { alt: given.get('alt'), ...(this.#hasPrivate && { private: given.has('private') }) }
    if (await this.#try(() => this.desk.client.patch(`/media/${this.doc.id}`, changes))) {
      this.desk.say(this.t('saved'))
      this.close(true)
    }
  }

  readonly #point = (event: MouseEvent) => {
    const { left, top, width, height } = (event.target as HTMLElement).getBoundingClientRect()
    const focalPoint = { x: Math.round(((event.clientX - left) / width) * 100), y: Math.round(((event.clientY - top) / height) * 100) }
    void this.#try(async () => (this.doc = { ...this.doc, ...(await this.desk.client.patch(`/media/${this.doc.id}`, { focalPoint })) }))
  }

  readonly #replace = (event: Event) => {
    const [file] = (event.target as HTMLInputElement).files!
    if (!file) return
    const form = new FormData()
    form.append('file', file)
    void this.#try(
      async () => (this.doc = { ...this.doc, ...(await this.desk.client.upload(`/media/${this.doc.id}/file`, form, { method: 'PUT' })) }),
    )
  }

  readonly #delete = async () => {
    const { doc, uses = [] } = this
    const text =
      uses.length > 0
        ? this.t('delete.used', {
            count: uses.length,
            where: uses
              .slice(0, 5)
              .map((use) => use.title ?? '')
              .join(', '),
          })
        : this.t('delete.forGood')
    if (
      !(await confirm(this, {
        title: this.t('delete.title', { title: doc['originalName'] }),
        text,
        yes: this.t('delete'),
        isDangerous: true,
      }))
    )
      return
    if (await this.#try(() => this.desk.client.delete(`/media/${doc.id}`))) this.close(true)
  }
}

define('cms-file', CmsFile)

/** Whether something was changed. */
export function openFile(from: CmsElement, doc: Doc): Promise<boolean | undefined> {
  return ask(from, Object.assign(document.createElement('cms-file') as CmsFile, { doc }))
}
