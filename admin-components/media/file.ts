/** `<cms-file>`: one file: its preview, crop, description, folder and uses, with actions to replace or delete it.
 * Tested by test/admin-components/content.test.ts.
 */

import { html, nothing, type TemplateResult } from 'lit'
import { ApiError } from '../../client/api-error.ts'
import { deleteDocument } from '../app/deleting.ts'
import type { Doc } from '../app/doc.ts'
import { RightsToDocuments } from '../app/document-rights.ts'
import type { Entity, Field } from '../app/schema.ts'
import { type KnownUses, unknownUses, usesOf } from '../app/uses.ts'
import { Form } from '../document/form.ts'
import { type CmsElement, define } from '../element.ts'
import { fieldIn } from '../fields/form-fields.ts'
import { deleteWarning } from '../parts/delete-warning.ts'
import { ask, CmsDialog, choose, confirm } from '../parts/dialog.ts'
import { fileName } from '../parts/file-name.ts'
import { icon } from '../parts/icon.ts'
import { oneQuestion } from '../parts/one-question.ts'
import type { CmsCrop } from './crop.ts'
import './crop.ts'
import { fileFacts } from './file-facts.ts'
import './file-view.ts'
import { type Folder, folderField } from './folders.ts'
import { type Frame, type Point, partOf, visiblePart } from './frame.ts'
import { likeKind } from './kinds.ts'
import './texts.ts'
import { filesOf, whyNot } from './upload.ts'

/** The fields that the dialog shows in its own way, or not at all. */
const BUILT_IN =
  'filename originalName mimeType filesize width height alt url sizes original focalPoint crop folder private createdBy'.split(' ')

/** The form of a page below the dialog may have fields with the same names. */
const PREFIX = 'file.'

class CmsFile extends CmsDialog<boolean> {
  static override properties = {
    doc: { state: true },
    uses: { state: true },
    error: { state: true },
    isBusy: { state: true },
    isCropping: { state: true },
    focal: { state: true },
  }
  declare doc: Doc
  declare uses: KnownUses
  declare error: string
  declare isBusy: boolean
  declare isCropping: boolean
  /** Chosen, but not saved yet; null takes the stored one away. */
  declare focal: Point | null | undefined
  folders: readonly Folder[] = []
  protected override shape = 'wide'
  #isChanged = false
  readonly #rights = new RightsToDocuments(this)
  /** Holds the fields that the site has added to the collection. */
  #form: Form | undefined

  constructor() {
    super()
    this.error = ''
    this.isBusy = false
    this.isCropping = false
  }

  protected name(): string {
    return this.doc['originalName']
  }

  /** However it is closed, the library shows what was changed. */
  override close(answer = this.#isChanged): void {
    super.close(answer)
  }

  /** Escape ends a crop first; and what was typed is not lost by a stray one. */
  protected override async mayLeave(): Promise<boolean> {
    if (this.isCropping) {
      this.isCropping = false
      return false
    }
    if (!this.#isDirty) return true
    const answer = await choose(this, {
      title: this.t('unsaved.close'),
      text: this.t('unsaved.text'),
      yes: this.t('save'),
      instead: this.t('media.drop.changes'),
    })
    // A save closes the dialog itself, unless it is refused.
    if (answer === 'yes') this.requireElement<HTMLFormElement>('form').requestSubmit()
    return answer === 'instead'
  }

  get #isDirty(): boolean {
    const form = this.querySelector<HTMLFormElement>('dialog > .inside > form')
    if (!form || !this.#may.update) return false
    const given = new FormData(form)
    const { doc } = this
    return (
      this.focal !== undefined ||
      given.get('alt') !== (doc['alt'] ?? '') ||
      (this.#fieldNamed('private') !== undefined && given.has('private') !== (doc['private'] === true)) ||
      (given.has('folder') && (Number(given.get('folder')) || null) !== (doc['folder']?.id ?? doc['folder'] ?? null)) ||
      this.#form?.isDirty === true
    )
  }

  protected override firstUpdated(): void {
    super.firstUpdated()
    if (this.#ownFields.length > 0) void this.#openForm()
    void this.#findUses()
  }

  readonly #findUses = async () => {
    this.uses = undefined
    this.uses = await usesOf(this.app, 'media', this.doc.id).catch(unknownUses)
  }

  get #ownFields(): Field[] {
    return this.#media.fields.filter(({ name }) => !BUILT_IN.includes(name))
  }

  async #openForm(): Promise<void> {
    const form = new Form(this.app, this.#media, this.doc.id, this.app.known.locales?.default, { isKept: false })
    form.addEventListener('change', () => this.requestUpdate())
    await form.load()
    this.#form = form
    this.requestUpdate()
  }

  protected body(): TemplateResult {
    const { doc } = this
    return html`
      <div class="inside" aria-busy=${this.#rights.isPending(this.#media, [this.doc.id])}>
        <div class="row apart">
          <h2 class="grow">${fileName(doc['originalName'])}</h2>
          ${this.isCropping ? nothing : html`<button class="plain icon-only" aria-label=${this.t('close')} @click=${() => this.leave()}>${icon('x')}</button>`}
        </div>
        ${this.error ? html`<p class="note bad" role="alert">${this.error}</p>` : nothing}
        ${this.isCropping ? this.#cropping() : nothing}${this.#view()}${this.#details()}
      </div>
    `
  }

  #view(): TemplateResult {
    const { doc, focal } = this
    return html`
      <cms-file-view
        ?hidden=${this.isCropping}
        .doc=${focal === undefined ? doc : { ...doc, focalPoint: focal }}
        .mayPoint=${this.#mayEdit('focalPoint')}
        .mayCrop=${this.#mayEdit('crop')}
        @pointed=${({ detail }: CustomEvent<Point | null>) => (this.focal = detail)}
        @cropping=${() => (this.isCropping = true)}
        @whole=${() => this.#crop(null)}></cms-file-view>
    `
  }

  #cropping(): TemplateResult {
    const apply = () => {
      const { frame } = this.requireElement<CmsCrop>('cms-crop')
      void this.#crop(partOf(visiblePart(this.doc), frame))
    }
    return html`
      <cms-crop src=${this.doc['url']}></cms-crop>
      <div class="foot">
        <button type="button" @click=${() => this.leave()}>${this.t('cancel')}</button>
        <button type="button" class="main ${this.isBusy ? 'busy' : ''}" ?disabled=${this.isBusy} @click=${apply}>
          ${this.t('crop.apply')}
        </button>
      </div>
    `
  }

  async #crop(crop: Frame | null): Promise<void> {
    const isDone = await this.#try(
      async () => (this.doc = { ...this.doc, ...(await this.app.client.patch(`/media/${this.doc.id}`, { crop })) }),
    )
    if (isDone) this.isCropping = false
  }

  #details(): TemplateResult {
    const { doc } = this
    const { update, delete: remove } = this.#may
    return html`
      <form class="stack" ?hidden=${this.isCropping} @submit=${this.#save}>
        <div class="field" ?hidden=${!doc['mimeType']?.startsWith('image/') || !this.#fieldNamed('alt')}>
          <label for="file-alt">${this.t('media.alt')}</label>
          <input id="file-alt" name="alt" .value=${doc['alt'] ?? ''} ?readonly=${!this.#mayEdit('alt')} />
          <span class="help">${this.t('media.altHelp')}</span>
        </div>
        ${this.#own(update)} ${this.folders.length > 0 ? folderField(this, doc, this.folders, this.#mayEdit('folder')) : nothing}
        ${
          this.#fieldNamed('private')
            ? html`
                <label class="inline">
                  <input type="checkbox" name="private" .checked=${doc['private'] === true} ?disabled=${!this.#mayEdit('private')} />
                  ${this.t('media.private')}
                </label>
                <p class="muted small">${this.t('media.privateHelp')}</p>
              `
            : nothing
        }
        ${fileFacts(this, doc, this.uses, this.#findUses)}
        <div class="foot">
          <a class="button" href=${doc['url']} target="_blank" rel="noopener">${icon('external-link')}${this.t('media.open')}</a>
          ${this.#isPrivate ? html`<button type="button" @click=${this.#link}>${icon('link')}${this.t('media.link')}</button>` : nothing}
          ${
            update
              ? html`
                  <label class="button">
                    ${icon('refresh-cw')}${this.t('media.replace')}
                    <input class="unseen" type="file" accept=${likeKind(String(doc['mimeType']), this.app.known.upload.accept)} @change=${this.#replace} />
                  </label>
                `
              : nothing
          }
          ${
            remove
              ? html`<button type="button" class="danger" @click=${this.#delete}>${icon('trash-2')}${this.t('delete')}</button>`
              : nothing
          }
          ${update ? html`<button class="main ${this.isBusy ? 'busy' : ''}" ?disabled=${this.isBusy}>${this.t('save')}</button>` : nothing}
        </div>
      </form>
    `
  }

  #own(isOpen: boolean): TemplateResult | TemplateResult[] {
    const form = this.#form
    if (!form) return this.#ownFields.map(() => html`<div class="ghost tall"></div>`)
    return this.#ownFields.map((field) => fieldIn(this, form, field, form.values, PREFIX, (name, value) => form.set(name, value), !isOpen))
  }

  /** Private itself, or through its folder. */
  get #isPrivate(): boolean {
    return String(this.doc['url']).includes('/media/private/')
  }

  /** Copies a link for somebody without access to the admin; it is valid for an hour. */
  readonly #link = async () => {
    await this.#try(async () => {
      const { url } = await this.app.client.post<{ url: string }>(`/media/${this.doc.id}/signed-url`, { expiresIn: 3600 })
      await navigator.clipboard.writeText(new URL(url, location.href).href)
      this.app.say(this.t('media.linked'))
    })
  }

  get #media(): Entity {
    // biome-ignore lint/style/noNonNullAssertion: every CMS with a media library has the collection
    return this.app.collection('media')!
  }

  /** Nothing may be changed until the answer is there, where it depends on the file. */
  get #may(): Entity['may'] {
    return this.#rights.to(this.#media, [this.doc.id])
  }

  #fieldNamed(name: string): Field | undefined {
    return this.#media.fields.find((field) => field.name === name)
  }

  /** A role may limit the fields that the dialog shows in its own way, too. */
  #mayEdit(name: string): boolean {
    const field = this.#fieldNamed(name)
    return this.#may.update && field !== undefined && !field.locked?.update
  }

  async #try(work: () => Promise<unknown>, why = (error: unknown) => this.app.explain(error)): Promise<boolean> {
    this.isBusy = true
    this.error = ''
    try {
      await work()
      this.#isChanged = true
      return true
    } catch (error) {
      this.error = why(error)
      const problems = error instanceof ApiError ? error.problems : []
      if (this.#form) this.#form.problems = new Map(problems.map(({ field = '', message }) => [PREFIX + field, message]))
      return false
    } finally {
      this.isBusy = false
    }
  }

  readonly #save = async (event: SubmitEvent) => {
    event.preventDefault()
    const given = new FormData(event.target as HTMLFormElement)
    const changes = {
      ...Object.fromEntries(this.#ownFields.filter(({ locked }) => !locked?.update).map(({ name }) => [name, this.#form?.values[name]])),
      ...(this.#mayEdit('alt') && { alt: given.get('alt') }),
      ...(this.focal !== undefined && { focalPoint: this.focal }),
      ...(this.#mayEdit('private') && { private: given.has('private') }),
      ...(given.has('folder') && { folder: Number(given.get('folder')) || null }),
    }
    if (await this.#try(() => this.app.client.patch(`/media/${this.doc.id}`, changes))) {
      this.app.say(this.t('saved'))
      this.close(true)
    }
  }

  readonly #replace = async (event: Event) => {
    const input = event.target as HTMLInputElement
    const [file] = filesOf(input)
    // Allows picking the same file again.
    input.value = ''
    if (!file || !(await this.#mayReplace(file))) return
    const form = new FormData()
    form.append('file', file)
    const isDone = await this.#try(
      async () => (this.doc = { ...this.doc, ...(await this.app.client.upload(`/media/${this.doc.id}/file`, form, { method: 'PUT' })) }),
      (error) => whyNot(this.app, file, error as Error),
    )
    if (isDone) this.app.say(this.t('media.replaced'))
  }

  /** The new file is shown at once wherever the old one is. */
  #mayReplace(file: File): Promise<boolean> {
    const count = typeof this.uses === 'object' ? this.uses.total : 0
    return confirm(this, {
      title: this.t('media.replace.title', { title: this.doc['originalName'] }),
      text: this.t(count > 0 ? 'media.replace.used' : 'media.replace.text', { name: file.name, count }),
      yes: this.t('media.replace'),
    })
  }

  readonly #delete = async () => {
    const { doc } = this
    const isSure = await oneQuestion(this, async () => {
      if (typeof this.uses !== 'object') await this.#findUses()
      return confirm(this, {
        title: this.t('delete.title', { title: doc['originalName'] }),
        text: deleteWarning(this, this.#media, this.uses),
        yes: this.t('delete'),
        isDangerous: true,
      })
    })
    if (!isSure) return
    if (await this.#try(() => deleteDocument(this.app, this.#media, doc.id))) this.close(true)
  }
}

define('cms-file', CmsFile)

/** Resolves to whether the file was changed. */
export function openFile(from: CmsElement, doc: Doc, folders: readonly Folder[] = []): Promise<boolean | undefined> {
  return ask(from, Object.assign(document.createElement('cms-file') as CmsFile, { doc, folders }))
}
