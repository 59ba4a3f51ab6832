/** `<cms-relation>`: selects one or more related documents. They are found by search, and created and edited in a drawer.
 * Tested by test/admin-components/content.test.ts.
 */

import { css, html, nothing, type TemplateResult } from 'lit'
import type { Page } from '../app/client.ts'
import type { Doc } from '../app/doc.ts'
import type { Entity } from '../app/schema.ts'
import { CmsElement, define } from '../element.ts'
import { icon } from '../parts/icon.ts'
import { loadFor } from '../parts/later.ts'
import { grip, reordered, sortingLook } from '../parts/sorting.ts'
import { thumbnail } from '../parts/thumbnail.ts'
import { titleOf } from '../parts/title.ts'
import { humanized } from '../texts/texts.ts'
import { type Editing, idOf, isWrong } from './editing.ts'
import { keepFocus } from './keep-focus.ts'

export class CmsRelation extends CmsElement {
  static override properties = { editing: { attribute: false }, known: { state: true } }
  static override looks = [
    sortingLook,
    css`
      .related { display: grid; gap: var(--s1); }
      .related li { display: flex; align-items: center; gap: var(--s2); background: var(--surface); border: 1px solid var(--line); border-radius: var(--radius); padding: 4px 4px 4px var(--s2); min-inline-size: 0; }
      .related .thumb, .related .thumb img { inline-size: 36px; block-size: 36px; object-fit: cover; border-radius: 6px; }
    `,
  ]
  declare editing: Editing
  /** Related documents by id; `null` if one was deleted. */
  declare known: ReadonlyMap<number, Doc | null>
  #requested = new Set<number>()

  constructor() {
    super()
    this.known = new Map()
  }

  get #target(): Entity | undefined {
    return this.app.collection(this.editing.field.to ?? 'media')
  }

  get #ids(): number[] {
    const { value } = this.editing
    return (Array.isArray(value) ? value : [value]).filter((id) => typeof id === 'number')
  }

  protected override willUpdate(): void {
    const unknown = this.#ids.filter((id) => !this.#requested.has(id))
    const target = this.#target
    if (unknown.length > 0 && target) void this.#fetch(target, unknown)
  }

  async #fetch(target: Entity, ids: number[]): Promise<void> {
    for (const id of ids) this.#requested.add(id)
    const { docs } = await this.app.client
      .get<Page<Doc>>(`/${target.slug}`, { where: { id: { in: ids } }, limit: 100, depth: 0, draft: target.drafts || undefined })
      .catch(() => ({ docs: [] as Doc[] }))
    const found = new Map(docs.map((doc) => [doc.id, doc]))
    this.known = new Map([...this.known, ...ids.map((id): [number, Doc | null] => [id, found.get(id) ?? null])])
  }

  override render(): TemplateResult {
    const { field, isLocked } = this.editing
    const target = this.#target
    if (!target) return html`<p class="note">${this.t('relation.closed')}</p>`
    const ids = this.#ids
    const isFull = field.hasMany ? ids.length >= (field.maxRows ?? Number.POSITIVE_INFINITY) : ids.length > 0
    return html`
      <div class="stack tight" role="group" aria-labelledby="${idOf(this.editing)}-label">
        ${
          ids.length > 0
            ? html`
                <ul class="related">
                  ${ids.map((id, index) => this.#one(target, id, index, ids))}
                </ul>
              `
            : nothing
        }
        ${
          isLocked || isFull
            ? nothing
            : html`
                <div class="row">
                  <button type="button" id=${idOf(this.editing)} aria-invalid=${isWrong(this.editing)} @click=${() => this.#pick(target)}>
                    ${icon(target.slug === 'media' ? 'image' : 'link')}${this.t('relation.choose', { what: this.app.label(target.labels.singular, humanized(target.slug)) })}
                  </button>
                </div>
              `
        }
      </div>
    `
  }

  #one(target: Entity, id: number, index: number, ids: readonly number[]): TemplateResult {
    const doc = this.known.get(id)
    const { isLocked } = this.editing
    const title =
      doc === null
        ? this.t('relation.gone', { id })
        : doc
          ? target.slug === 'media'
            ? doc['originalName']
            : titleOf(this, target, doc)
          : '…'
    const move = (by: number) => this.#set(reordered(ids, index, index + by))
    return html`
      <li>
        ${isLocked || ids.length < 2 ? nothing : grip(this, 'li', (from, to) => this.#set(reordered(ids, from, to)))}
        ${target.slug === 'media' && doc ? thumbnail(doc) : nothing}
        <span class="grow clip ${doc === null ? 'muted' : ''}">${title}</span>
        ${
          isLocked
            ? nothing
            : html`
                ${
                  ids.length > 1
                    ? html`
                        <button
                          type="button"
                          class="plain small icon-only"
                          aria-label=${this.t('move.up', { title })}
                          ?disabled=${index === 0}
                          @click=${() => move(-1)}>
                          ${icon('arrow-up')}
                        </button>
                        <button
                          type="button"
                          class="plain small icon-only"
                          aria-label=${this.t('move.down', { title })}
                          ?disabled=${index === ids.length - 1}
                          @click=${() => move(1)}>
                          ${icon('arrow-down')}
                        </button>
                      `
                    : nothing
                }
                ${
                  doc && target.slug !== 'media'
                    ? html`
                        <button
                          type="button"
                          class="plain small icon-only"
                          aria-label=${this.t('edit.one', { title })}
                          @click=${() => this.#edit(target, id)}>
                          ${icon('pencil')}
                        </button>
                      `
                    : nothing
                }
                <button
                  type="button"
                  class="plain small icon-only"
                  aria-label=${this.t('remove.one', { title })}
                  @click=${() => this.#remove(index)}>
                  ${icon('x')}
                </button>
              `
        }
      </li>
    `
  }

  async #pick(target: Entity): Promise<void> {
    const { field, form } = this.editing
    const picker = await loadFor(this, () => import('./picker.ts'))
    const picked = await picker?.pick(this, target, {
      hasMany: field.hasMany === true,
      taken: this.#ids,
      mimeTypes: field.mimeTypes,
      folder: field.folder,
      choices: field.narrowed ? { [form.entity.kind]: form.entity.slug, field: field.path, id: form.id, data: form.values } : undefined,
    })
    const [first] = picked ?? []
    if (!picked || !first) return
    this.known = new Map([...this.known, ...picked.map((doc): [number, Doc] => [doc.id, doc])])
    for (const { id } of picked) this.#requested.add(id)
    const ids = field.hasMany ? [...this.#ids, ...picked.map(({ id }) => id)] : [first.id]
    this.#set(ids)
    await this.#keepFocus(ids.length - 1)
  }

  async #remove(index: number): Promise<void> {
    const ids = this.#ids.filter((_, at) => at !== index)
    this.#set(ids)
    await this.#keepFocus(Math.min(index, ids.length - 1))
  }

  /** The button of a related document, or else the one that chooses. */
  #keepFocus(index: number): Promise<void> {
    return keepFocus(this, [
      `:scope > div > .related > li:nth-child(${index + 1}) > button:last-child`,
      `#${CSS.escape(idOf(this.editing))}`,
    ])
  }

  async #edit(target: Entity, id: number): Promise<void> {
    const drawer = await loadFor(this, () => import('../document/drawer.ts'))
    await drawer?.openDrawer(this, target.slug, id)
    await this.#fetch(target, [id])
  }

  #set(ids: readonly number[]): void {
    this.editing.set(this.editing.field.hasMany ? ids : (ids[0] ?? null))
  }
}

define('cms-relation', CmsRelation)
