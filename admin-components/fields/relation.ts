/** `<cms-relation>`: selects one or more related documents. They are found by search, and created and edited in a drawer.
 * Tested by test/admin-components/related-documents.test.ts.
 */

import { css, html, nothing, type TemplateResult } from 'lit'
import type { Entity } from '../app/schema.ts'
import { define } from '../element.ts'
import { documentLine, documentLineLook } from '../parts/document-line.ts'
import { icon } from '../parts/icon.ts'
import { loadFor } from '../parts/later.ts'
import { grip, sortingLook } from '../parts/sorting.ts'
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
      @container (max-width: 500px) { .related .badge { display: none; } }
    `,
  ]

  override render(): TemplateResult {
    const { target, ids } = this
    if (!target) return html`<p class="note">${this.t('relation.closed')}</p>`
    return html`
      <div class="stack tight" role="group" aria-labelledby="${idOf(this.editing)}-label">
        ${
          ids.length > 0
            ? html`
                <ul class="related">
                  ${ids.map((id, index) => this.#one(target, id, index))}
                </ul>
              `
            : this.editing.isLocked
              ? html`<p class="muted">—</p>`
              : nothing
        }
        ${this.editing.isLocked || this.isFull ? nothing : html`<div class="row">${this.choose(target)}</div>`}
      </div>
    `
  }

  #one(target: Entity, id: number, index: number): TemplateResult {
    const doc = this.find(id)
    const { field, isLocked } = this.editing
    const hasOthers = this.ids.length > 1
    const title = this.nameFor(target, id, doc)
    return html`
      <li>
        ${isLocked || !hasOthers ? nothing : grip(this, 'li', (from, to) => this.move(from, to))}
        ${
          doc
            ? documentLine(this, target, doc)
            : doc === null
              ? html`<span class="grow clip muted">${title}</span>`
              : html`<span class="grow ghost" aria-label=${this.t('loading')}></span>`
        }
        ${
          isLocked
            ? nothing
            : html`
                ${hasOthers ? this.moveButtons(title, index, ['arrow-up', 'arrow-down']) : nothing}
                ${
                  doc
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
                ${
                  field.hasMany
                    ? nothing
                    : html`
                        <button
                          type="button"
                          class="plain small icon-only"
                          aria-label=${this.t('relation.another')}
                          title=${this.t('relation.another')}
                          @click=${() => this.pick(target, index)}>
                          ${icon('refresh-cw')}
                        </button>
                      `
                }
                ${this.removeButton(title, index)}
              `
        }
      </li>
    `
  }

  async #edit(target: Entity, id: number): Promise<void> {
    const drawer = await loadFor(this, () => import('../document/drawer.ts'))
    await drawer?.openDrawer(this, target.slug, id)
    this.related.forget(target.slug, id)
    this.requestUpdate()
  }
}

define('cms-relation', CmsRelation)
