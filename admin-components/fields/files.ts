/** `<cms-files>`: one file, shown as what it is, or several as a grid. They come from the library, or are dropped here and uploaded.
 * Tested by test/admin-components/related-documents.test.ts.
 */

import { css, html, nothing, type TemplateResult } from 'lit'
import type { Doc } from '../app/doc.ts'
import type { Entity } from '../app/schema.ts'
import { define } from '../element.ts'
import '../media/texts.ts'
import { droppedFiles } from '../media/dropped-files.ts'
import { lostIn, type Uploaded, uploadFiles } from '../media/upload.ts'
import { failuresLook, uploadFailures, uploadShare } from '../media/upload-failures.ts'
import { fileName } from '../parts/file-name.ts'
import { icon } from '../parts/icon.ts'
import { loadFor } from '../parts/later.ts'
import { measures } from '../parts/measures.ts'
import { onReconnect } from '../parts/reconnect.ts'
import { dragOrClick, grip, sortingLook } from '../parts/sorting.ts'
import { thumbnail } from '../parts/thumbnail.ts'
import { idOf } from './editing.ts'
import { RelationField } from './relation-field.ts'

/** How many pixels wide pictures are at least. */
const TILE = 320
const LARGE = 640

export class CmsFiles extends RelationField {
  static override properties = { ...RelationField.properties, share: { state: true }, failed: { state: true }, isOver: { state: true } }
  static override looks = [
    sortingLook,
    failuresLook,
    css`
      .files-field { border-radius: calc(var(--radius) + 2px); }
      .files-field.over { outline: 2px dashed var(--accent); outline-offset: 4px; }
      .tiles { display: grid; gap: var(--s2); grid-template-columns: repeat(auto-fill, minmax(min(168px, 100%), 1fr)); }
      .tiles.single { grid-template-columns: minmax(0, 420px); }
      .tiles > li { display: grid; grid-template-rows: auto 1fr auto; background: var(--surface); border: 1px solid var(--line); border-radius: var(--radius); overflow: hidden; min-inline-size: 0; }
      .tiles .view { position: relative; display: block; padding: 0; border: 0; border-radius: 0; inline-size: 100%; overflow: hidden; background: var(--tint); }
      .tiles .thumb { display: grid; inline-size: 100%; block-size: 120px; border-radius: 0; }
      .tiles .thumb img { display: block; inline-size: 100%; block-size: 100%; object-fit: cover; }
      .tiles.single .thumb { block-size: 240px; grid-template: minmax(0, 1fr) / minmax(0, 1fr); line-height: 0; }
      .tiles.single .thumb img { inline-size: auto; block-size: auto; max-inline-size: 100%; max-block-size: 100%; object-fit: contain; }
      .tiles .about { min-block-size: calc(2lh + var(--s2)); }
      .tiles .thumb svg.icon { inline-size: 32px; block-size: 32px; color: var(--muted); }
      .tiles .about { display: grid; align-content: start; padding: var(--s2) var(--s2) 0; min-inline-size: 0; font-size: var(--t2); }
      .tiles .about .badge { justify-self: start; margin-block-start: 2px; }
      .tiles .acts { display: flex; align-items: center; padding: 2px; }
      .tiles [data-drop='before'] { box-shadow: -3px 0 0 var(--accent); }
      .tiles [data-drop='after'] { box-shadow: 3px 0 0 var(--accent); }
      .empty-files { border: 1px dashed var(--edge); border-radius: var(--radius); padding: var(--s3); color: var(--muted); }
    `,
  ]
  /** How much of an upload is done, between 0 and 1. */
  declare share: number | undefined
  declare failed: Uploaded['failed']
  /** Files are being dragged over it. */
  declare isOver: boolean
  /** Files that arrive while others are being uploaded wait for them. */
  #uploading = Promise.resolve()

  constructor() {
    super()
    this.failed = []
    this.isOver = false
    onReconnect(this, () => this.#begin(lostIn(this.failed)))
  }

  override render(): TemplateResult {
    const { target, ids } = this
    if (!target) return html`<p class="note">${this.t(ids.length > 0 ? 'relation.closed' : 'relation.closed.empty')}</p>`
    const { field, isLocked } = this.editing
    const takesFiles = !isLocked && target.may.create
    return html`
      <div
        class="stack tight files-field ${this.isOver ? 'over' : ''}"
        role="group"
        aria-labelledby="${idOf(this.editing)}-label"
        @dragover=${takesFiles ? this.#dragged : nothing}
        @dragleave=${() => (this.isOver = false)}
        @drop=${takesFiles ? this.#dropped : nothing}>
        ${
          ids.length > 0
            ? html`
                <ul class="tiles ${field.hasMany ? '' : 'single'}">
                  ${ids.map((id, index) => this.#tile(target, id, index))}
                </ul>
              `
            : nothing
        }
        ${uploadShare(this, this.share)}
        ${this.failed.length > 0 ? uploadFailures(this, this.failed, (files) => this.#begin(files)) : nothing}
        ${
          isLocked || this.isFull
            ? nothing
            : html`
                <div class="row ${ids.length === 0 && takesFiles ? 'empty-files' : ''}">
                  ${this.choose(target)}
                  ${takesFiles ? html`<span class="muted small">${this.t('relation.drop', { count: field.hasMany ? 2 : 1 })}</span>` : nothing}
                </div>
              `
        }
      </div>
    `
  }

  protected override updated(): void {
    super.updated()
    const { form, field } = this.editing
    // Another file may have been chosen in place of the only one.
    const isFilled = !field.hasMany && this.ids.length > 0
    const failed = this.failed.filter(({ mayWorkLater }) => mayWorkLater && !isFilled)
    form.arriving.lacks(this, failed.length, () => this.editing.path)
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback()
    this.editing.form.arriving.lacks(this, 0, () => this.editing.path)
  }

  #tile(target: Entity, id: number, index: number): TemplateResult {
    const doc = this.find(id)
    const { field, isLocked } = this.editing
    const title = this.nameFor(target, id, doc)
    const hasOthers = this.ids.length > 1
    return html`
      <li>
        ${
          doc
            ? html`
                <button
                  type="button"
                  class="view edit"
                  aria-label=${this.t('edit.one', { title })}
                  @pointerdown=${isLocked || !hasOthers ? nothing : (event: PointerEvent) => dragOrClick(event, 'li', (from, to) => this.move(from, to))}
                  @dragstart=${(event: Event) => event.preventDefault()}
                  @click=${() => this.#open(doc)}>
                  ${thumbnail(doc, field.hasMany ? TILE : LARGE)}
                </button>
              `
            : html`<span class="thumb ${doc === null ? '' : 'ghost'}">${doc === null ? icon('file-text') : nothing}</span>`
        }
        <div class="about">
          ${doc ? fileName(title, true) : html`<span class="two-lines muted">${title}</span>`}
          ${doc ? this.#facts(doc) : nothing}
        </div>
        <div class="acts">
          ${
            isLocked
              ? nothing
              : html`
                  ${hasOthers ? grip(this, 'li', (from, to) => this.move(from, to)) : nothing}
                  ${hasOthers ? this.moveButtons(title, index, 'tiles') : nothing}
                  <span class="grow"></span>
                  ${
                    field.hasMany
                      ? nothing
                      : html`
                          <button type="button" class="plain small another" @click=${() => this.pick(target, index)}>
                            ${icon('refresh-cw')}${this.t('relation.another')}
                          </button>
                        `
                  }
                  ${this.removeButton(title, index)}
                `
          }
        </div>
      </li>
    `
  }

  #facts(doc: Doc): TemplateResult {
    const isUndescribed = String(doc['mimeType']).startsWith('image/') && !doc['alt']
    return html`
      <span class="muted clip">${measures(this, doc)}</span>
      ${isUndescribed ? html`<span class="badge warn">${this.t('relation.noAlt')}</span>` : nothing}
    `
  }

  async #open(doc: Doc): Promise<void> {
    const file = await loadFor(this, () => import('../media/file.ts'))
    if (!(await file?.openFile(this, doc))) return
    this.related.renew('media', doc.id)
    this.requestUpdate()
  }

  readonly #dragged = (event: DragEvent) => {
    if (!event.dataTransfer?.types.includes('Files')) return
    event.preventDefault()
    this.isOver = true
  }

  readonly #dropped = (event: DragEvent) => {
    if (!event.dataTransfer?.types.includes('Files')) return
    event.preventDefault()
    this.isOver = false
    void droppedFiles(event).then((files) => this.#begin(files))
  }

  #begin(files: readonly File[]): void {
    this.#uploading = this.#uploading.then(() => this.#upload(files))
    this.editing.form.arriving.add(this.#uploading)
  }

  async #upload(files: readonly File[]): Promise<void> {
    const { target } = this
    if (!target || files.length === 0) return
    const { hasMany, folder, mimeTypes, maxRows = Number.POSITIVE_INFINITY } = this.editing.field
    const room = hasMany ? Math.max(maxRows - this.ids.length, 0) : 1
    const ofType = files.filter((file) => isOneOf(file, mimeTypes))
    const fitting = ofType.slice(0, room)
    const again = this.failed
    this.failed = []
    this.share = 0
    const { done, failed } = await uploadFiles(this.app, fitting, { folder, again, progress: (share) => (this.share = share) })
    this.share = undefined
    const left = (file: File) =>
      ofType.includes(file) ? this.t('relation.tooMany', { count: hasMany ? maxRows : 1 }) : this.t('relation.wrongType')
    const others = files.filter((file) => !fitting.includes(file))
    this.failed = [...failed, ...others.map((file) => ({ file, key: '', why: left(file), mayWorkLater: false }))]
    if (done.length > 0) await this.take(target, done)
  }
}

/** The server decides on files whose type the browser doesn't know. */
const isOneOf = ({ type }: File, mimeTypes: readonly string[] | undefined): boolean =>
  type === '' || !mimeTypes?.length || mimeTypes.some((one) => type === one || (one.endsWith('/*') && type.startsWith(one.slice(0, -1))))

define('cms-files', CmsFiles)
