/** `<cms-source>`: what a field says in the default language, below its translation. Tested by test/admin-components/everyday.test.ts. */
import { css, html, nothing, type TemplateResult } from 'lit'
import type { App } from '../app/app.ts'
import { CmsElement, define } from '../element.ts'
import { type EditedForm, type Editing, labelOf } from '../fields/editing.ts'
import { typeOf } from '../fields/types.ts'
import './action-texts.ts'
import { localeName } from '../app/locale-name.ts'
import type { FieldValue, Values } from './values.ts'

/** One request for all fields of a form. */
const sources = new WeakMap<EditedForm, Promise<Values>>()

class CmsSource extends CmsElement {
  static override properties = { editing: { attribute: false }, source: { state: true } }
  static override looks = [
    css`
      cms-source .source { display: flex; gap: var(--s2); align-items: baseline; color: var(--muted); font-size: var(--t2); }
      cms-source .words { flex: 1; min-inline-size: 0; white-space: pre-line; overflow-wrap: anywhere; max-block-size: 9em; overflow-y: auto; }
    `,
  ]
  declare editing: Editing
  declare source: Values | undefined
  #of: EditedForm | undefined

  protected override willUpdate(): void {
    const { form } = this.editing
    if (form === this.#of) return
    this.#of = form
    const request = sources.get(form) ?? sourceOf(this.app, form)
    sources.set(form, request)
    void request.then(
      (source) => (this.source = source),
      () => sources.delete(form),
    )
  }

  override render(): TemplateResult | typeof nothing {
    const { field, isLocked, set } = this.editing
    const value = this.source && valueAt(this.source, this.editing)
    if (value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)) return nothing
    const type = typeOf(field)
    const words = [value].flat().map((one) => type.inWords?.(this, one) ?? type.text(this, field, one))
    const { default: locale } = this.app.locales
    return html`
      <div class="source">
        <span class="badge">${localeName(this.app, locale)}</span>
        <span class="words" lang=${locale}><bdi>${words.join(', ')}</bdi></span>
        ${isLocked ? nothing : html`<button type="button" class="plain small" aria-description=${labelOf(this, field)} @click=${() => set(value)}>${this.t('source.take')}</button>`}
      </div>
    `
  }
}

function sourceOf(app: App, { entity: { kind, slug }, id }: EditedForm): Promise<Values> {
  const hasDrafts = app.entity(kind, slug)?.drafts
  return app.client.get<Values>(kind === 'global' ? `/globals/${slug}` : `/${slug}/${id}`, {
    depth: 0,
    locale: app.locales.default,
    ...(hasDrafts && { draft: true }),
  })
}

/** Rows are found by their ids, because they may have been moved. */
function valueAt(source: Values, { path, form, field }: Editing): FieldValue | undefined {
  let [from, now]: [FieldValue, FieldValue] = [source, form.values]
  for (const name of path.split('.').slice(0, -1)) {
    now = now?.[name]
    from = Array.isArray(from) ? from.find((row) => row.id === now?.id) : from?.[name]
  }
  return from?.[field.name]
}

define('cms-source', CmsSource)
