/** `<cms-relation>`: selects one or more related documents. They are found by search, and created and edited in a drawer.
 * Tested by test/admin-components/related-documents.test.ts.
 */

import { css, html, nothing, type TemplateResult } from 'lit'
import type { Doc } from '../app/doc.ts'
import type { Entity } from '../app/schema.ts'
import { define } from '../element.ts'
import { documentLine, documentLineLook } from '../parts/document-line.ts'
import { icon } from '../parts/icon.ts'
import { loadFor } from '../parts/later.ts'
import type { Item } from '../parts/menu.ts'
import '../parts/menu.ts'
import { grip, sortingLook } from '../parts/sorting.ts'
import { pathAbove } from '../parts/tree-path.ts'
import { idOf } from './editing.ts'
import { RelationField } from './relation-field.ts'

export class CmsRelation extends RelationField {
  static override looks = [
    sortingLook,
    documentLineLook,
    css`
      .related { display: grid; grid-template-columns: minmax(0, 1fr); gap: var(--s1); }
      .related > li { display: flex; align-items: center; gap: var(--s2); background: var(--surface); border: 1px solid var(--line); border-radius: var(--radius); padding: 4px 4px 4px var(--s2); min-inline-size: 0; min-block-size: 46px; }
      .related .thumb, .related .thumb img { inline-size: 36px; block-size: 36px; object-fit: cover; border-radius: 6px; }
      .related .badge { flex: 0 1 auto; overflow: hidden; text-overflow: ellipsis; }
      .related .acts { display: flex; align-items: center; gap: var(--s2); }
      .related cms-menu { display: none; }
      .related { container: related / inline-size; }
      @container related (max-width: 420px) { .related .acts, .related .badge { display: none; } .related cms-menu { display: block; } }
    `,
  ]

  override render(): TemplateResult {
    const { target, ids } = this
    if (!target) return html`<p class="note">${this.t(ids.length > 0 ? 'relation.closed' : 'relation.closed.empty')}</p>`
    return html`
      <div class="stack tight" role="group" aria-labelledby="${idOf(this.editing)}-label">
        ${
          ids.length > 0
            ? html`
                <ul class="related">
                  ${ids.map((id, index) => this.#one(target, id, index))}
                </ul>
              `
            : nothing
        }
        ${this.editing.isLocked || this.isFull ? nothing : html`<div class="row">${this.choose(target)}</div>`}
      </div>
    `
  }

  #one(target: Entity, id: number, index: number): TemplateResult {
    const doc = this.find(id)
    const { isLocked } = this.editing
    const title = this.nameFor(target, id, doc)
    return html`
      <li>
        ${isLocked || this.ids.length === 1 ? nothing : grip(this, 'li', (from, to) => this.move(from, to))}
        ${
          doc
            ? documentLine(this, target, doc, { path: pathAbove(this, this.related, target, doc) })
            : doc === null
              ? html`<span class="grow clip muted">${title}</span>`
              : html`<span class="grow ghost" aria-label=${this.t('loading')}></span>`
        }
        ${isLocked ? nothing : html`<span class="acts">${this.#buttons(target, id, index, doc, title)}</span>${this.#menu(target, id, index, doc, title)}`}
      </li>
    `
  }

  #buttons(target: Entity, id: number, index: number, doc: Doc | null | undefined, title: string): TemplateResult {
    const button = (look: string, face: string, label: string, run: () => unknown, hint: string | typeof nothing = nothing) => html`
      <button type="button" class="plain small icon-only ${look}" aria-label=${label} title=${hint} @click=${run}>${icon(face)}</button>
    `
    const another = this.t('relation.another')
    return html`
      ${this.ids.length > 1 ? this.moveButtons(title, index, 'list') : nothing}
      ${doc ? button('edit', 'pencil', this.t('edit.one', { title }), () => this.#edit(target, id)) : nothing}
      ${this.editing.field.hasMany ? nothing : button('another', 'refresh-cw', another, () => this.pick(target, index), another)}
      ${this.removeButton(title, index)}
    `
  }

  /** Where names would have no room beside so many buttons. */
  #menu(target: Entity, id: number, index: number, doc: Doc | null | undefined, title: string): TemplateResult {
    const { length } = this.ids
    const items = (): (Item | false)[] => [
      doc != null && { label: this.t('edit'), icon: 'pencil', run: () => void this.#edit(target, id) },
      !this.editing.field.hasMany && { label: this.t('relation.another'), icon: 'refresh-cw', run: () => void this.pick(target, index) },
      length > 1 && {
        label: this.t('move.itUp'),
        icon: 'arrow-up',
        isOff: index === 0,
        run: () => void this.moveWithFocus(index, index - 1),
      },
      length > 1 && {
        label: this.t('move.itDown'),
        icon: 'arrow-down',
        isOff: index === length - 1,
        run: () => void this.moveWithFocus(index, index + 1),
      },
      { label: this.t('remove'), icon: 'x', run: () => void this.removeAt(index) },
    ]
    return html`
      <cms-menu
        .label=${this.t('rows.more', { title })}
        look="plain small icon-only"
        .face=${icon('ellipsis')}
        .items=${() => items().filter((item): item is Item => item !== false)}></cms-menu>
    `
  }

  async #edit(target: Entity, id: number): Promise<void> {
    const drawer = await loadFor(this, () => import('../document/drawer.ts'))
    await drawer?.openDrawer(this, target.slug, id)
    this.related.renew(target.slug, id)
    this.requestUpdate()
  }
}

define('cms-relation', CmsRelation)
