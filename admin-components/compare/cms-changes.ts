/** `<cms-changes>`: the fields in which two states of a document differ. Compares in slices, so that long texts don't block the page.
 * Tested by test/admin-components/compare.test.ts.
 */
import { html, type PropertyValues, type TemplateResult } from 'lit'
import type { Field } from '../app/schema.ts'
import type { Values } from '../document/values.ts'
import { CmsElement, define } from '../element.ts'
import './changed-text.ts'
import './texts.ts'
import { RelatedDocuments } from '../app/related.ts'
import { changesView, insideView } from './changes-view.ts'
import { compareFields, type FieldChange } from './compare-fields.ts'
import { compareLook } from './compare-look.ts'
import { inSlices } from './in-slices.ts'
import { valueView } from './value-view.ts'

export interface Comparing {
  fields: readonly Field[]
  before: Values
  after: Values
  /** For one field: shows its value in `after`, and marks what `before` lacks. */
  isOneSide?: boolean
  related?: RelatedDocuments
  locale?: string | undefined
}

class CmsChanges extends CmsElement {
  static override properties = { comparing: { attribute: false }, changes: { state: true } }
  static override looks = [compareLook]
  declare comparing: Comparing
  declare changes: readonly FieldChange[] | undefined
  #compared: Comparing | undefined
  #related: RelatedDocuments | undefined
  #underWay: AbortController | undefined

  override disconnectedCallback(): void {
    super.disconnectedCallback()
    this.#underWay?.abort()
  }

  protected override willUpdate(changed: PropertyValues): void {
    super.willUpdate(changed)
    if (this.#compared && isSame(this.#compared, this.comparing)) return
    this.#compared = this.comparing
    this.#related = this.comparing.related ?? new RelatedDocuments(this.app, this.comparing.locale)
    void this.#compare(this.comparing)
  }

  async #compare({ fields, before, after }: Comparing): Promise<void> {
    this.#underWay?.abort()
    this.#underWay = new AbortController()
    const { signal } = this.#underWay
    this.changes = undefined
    const readable = fields.filter(({ writeOnly }) => !writeOnly)
    const changes = await inSlices(compareFields(readable, before, after), signal)
    if (changes) this.changes = changes
  }

  override render(): TemplateResult {
    const { changes, comparing } = this
    if (!changes || !this.#related) return html`<div class="ghost" aria-busy="true"></div>`
    const { isOneSide = false, fields, after } = comparing
    const scene = { host: this, related: this.#related, isOneSide }
    const [field] = fields
    if (!isOneSide || !field || fields.length > 1)
      return changes.length === 0 ? html`<p class="muted nothing-differs">${this.t('versions.same')}</p>` : changesView(scene, changes)
    const [change] = changes
    return html`<div>${change ? insideView(scene, change) : valueView(scene, field, after[field.name])}</div>`
  }
}

/** Hosts create new objects with each rendering. */
const isSame = (one: Comparing, other: Comparing): boolean =>
  haveSame(one.before, other.before) &&
  haveSame(one.after, other.after) &&
  haveSame({ ...one, fields: 0, before: 0, after: 0 }, { ...other, fields: 0, before: 0, after: 0 }) &&
  one.fields.length === other.fields.length &&
  one.fields.every(({ path }, index) => path === other.fields[index]?.path)

const haveSame = (one: Values, other: Values): boolean => Object.keys({ ...one, ...other }).every((name) => one[name] === other[name])

define('cms-changes', CmsChanges)
