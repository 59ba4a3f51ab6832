/** What all fields that refer to documents or files do: show them, choose, reorder, replace and remove them.
 * Tested by test/admin-components/related-documents.test.ts.
 */
import { html, type TemplateResult } from 'lit'
import type { Recovered } from '../app/deleting.ts'
import type { Doc } from '../app/doc.ts'
import type { RelatedDocuments } from '../app/related.ts'
import type { Entity } from '../app/schema.ts'
import { CmsElement } from '../element.ts'
import { hasLine } from '../parts/document-line.ts'
import { icon } from '../parts/icon.ts'
import { loadFor } from '../parts/later.ts'
import { followMoved, type MovedIn, moveButtons } from '../parts/moving.ts'
import { reordered } from '../parts/sorting.ts'
import { titleOf } from '../parts/title.ts'
import { chooseWhat, type Editing, idOf, isWrong } from './editing.ts'
import { keepFocus } from './keep-focus.ts'
import { relatedOfForm } from './related-of-form.ts'

/** Get the focus after a choice: a second Enter on them takes nothing away. */
const HARMLESS = ['.another', '.edit', 'cms-menu button', '.remove']

export abstract class RelationField extends CmsElement {
  static override properties = { editing: { attribute: false } }
  declare editing: Editing

  override connectedCallback(): void {
    super.connectedCallback()
    this.app.addEventListener('recovered', this.#recovered)
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback()
    this.app.removeEventListener('recovered', this.#recovered)
  }

  protected get target(): Entity | undefined {
    return this.app.collection(this.editing.field.to ?? 'media')
  }

  protected get ids(): number[] {
    const { value } = this.editing
    return (Array.isArray(value) ? value : [value]).filter((id) => typeof id === 'number')
  }

  protected get related(): RelatedDocuments {
    return relatedOfForm(this.app, this.editing.form)
  }

  protected get isFull(): boolean {
    const { hasMany, maxRows = Number.POSITIVE_INFINITY } = this.editing.field
    return this.ids.length >= (hasMany ? maxRows : 1)
  }

  /** Undefined while it loads, null if it was deleted or this person may not read it. */
  protected find(id: number): Doc | null | undefined {
    return this.related.find(this.editing.field.to ?? 'media', id, this)
  }

  protected nameFor(target: Entity, id: number, doc: Doc | null | undefined): string {
    return doc === null ? this.related.titleOfMissing(this, target.slug, id) : doc ? titleOf(this, target, doc) : '…'
  }

  protected choose(target: Entity): TemplateResult {
    const { hasMany, mimeTypes } = this.editing.field
    return html`
      <button type="button" id=${idOf(this.editing)} aria-invalid=${isWrong(this.editing)} @click=${() => this.pick(target)}>
        ${icon(target.slug === 'media' ? 'image' : 'link')}${chooseWhat(this, target, mimeTypes, hasMany)}
      </button>
    `
  }

  protected removeButton(title: string, index: number): TemplateResult {
    return html`
      <button
        type="button"
        class="plain small icon-only remove"
        aria-label=${this.t('remove.one', { title })}
        title=${this.t('remove')}
        @click=${() => this.removeAt(index)}>
        ${icon('x')}
      </button>
    `
  }

  protected moveButtons(title: string, at: number, within: MovedIn): TemplateResult {
    return moveButtons(this, { title, at, within, count: this.ids.length, move: (to) => this.moveWithFocus(at, to) })
  }

  protected move(from: number, to: number): void {
    this.set(reordered(this.ids, from, to))
  }

  protected async moveWithFocus(from: number, to: number): Promise<void> {
    this.move(from, to)
    await this.editing.host.updateComplete
    await this.updateComplete
    followMoved(this, this.querySelector(rowAt(to)), { from, to, count: this.ids.length })
  }

  /** With an index, in place of the document there. */
  protected async pick(target: Entity, replaced?: number): Promise<void> {
    const { field, form } = this.editing
    const picker = await loadFor(this, () => import('./picker.ts'))
    const picked = await picker?.pick(this, target, {
      hasMany: field.hasMany === true && replaced === undefined,
      isForMany: form.isForMany,
      taken: this.ids,
      mimeTypes: field.mimeTypes,
      folder: field.folder,
      choices: field.narrowed ? { [form.entity.kind]: form.entity.slug, field: field.path, id: form.id, data: form.values } : undefined,
    })
    if (picked && picked.length > 0) await this.take(target, picked, replaced)
  }

  protected async take(target: Entity, docs: readonly Doc[], replaced?: number): Promise<void> {
    this.related.remember(
      target.slug,
      docs.filter((doc) => hasLine(target, doc)),
    )
    const taken = docs.map(({ id }) => id)
    const before = this.ids
    const ids = replaced === undefined ? [...before, ...taken] : before.map((id, index) => (index === replaced ? (taken[0] ?? id) : id))
    this.set(this.editing.field.hasMany ? ids : taken.slice(0, 1))
    await this.#keepFocus(replaced ?? (this.editing.field.hasMany ? ids.length - 1 : 0), HARMLESS)
  }

  protected async removeAt(index: number): Promise<void> {
    const ids = this.ids.filter((_, at) => at !== index)
    this.set(ids)
    await this.#keepFocus(Math.min(index, ids.length - 1), ['.remove', 'cms-menu button'])
  }

  /** One of these buttons of a related document, or else the one that chooses. */
  #keepFocus(index: number, buttons: readonly string[]): Promise<void> {
    return keepFocus(this, [...buttons.map((button) => `${rowAt(index)} ${button}`), `#${CSS.escape(idOf(this.editing))}`])
  }

  protected set(ids: readonly number[]): void {
    this.editing.set(this.editing.field.hasMany ? ids : (ids[0] ?? null))
    this.requestUpdate()
  }

  readonly #recovered = (event: Event) => {
    const { slug, ids } = (event as CustomEvent<Recovered>).detail
    for (const id of ids) this.related.renew(slug, id)
    this.requestUpdate()
  }
}

/** Finds the document at an index. */
const rowAt = (index: number): string => `:is(.related, .tiles) > li:nth-child(${index + 1})`
