/** `<cms-conflict>`: shows both sides of each conflicting change and asks which one to keep. Tested by test/admin-components/conflicts.test.ts. */
import { html, nothing, type TemplateResult } from 'lit'
import { type Author, authorName } from '../app/author.ts'
import type { Field } from '../app/schema.ts'
import { define } from '../element.ts'
import { CmsDialog } from '../parts/dialog.ts'
import { enConflict } from '../texts/en-conflict.ts'
import { formatOf } from '../texts/formats.ts'
import { addTexts, ago, humanized } from '../texts/texts.ts'
import { thConflict } from '../texts/th-conflict.ts'
import type { Form } from './form.ts'
import { inWords, rowInWords } from './in-words.ts'
import { fieldsOfRow, isRelation, isText } from './map-fields.ts'
import type { Conflict, Keeps } from './merge-changes.ts'
import { isOneself } from './other-authors.ts'
import { BROUGHT_BACK, outcomeOf } from './outcome.ts'
import type { DocumentPlan } from './planned-changes.ts'
import { nameOfRow } from './row-names.ts'
import type { FieldValue, Values } from './values.ts'

/** The other side is another person, or the same user on an earlier visit or in another tab. */
const WORDS = {
  others: { title: 'conflict.title', text: 'conflict.text', mine: 'conflict.mine', theirs: 'conflict.theirs' },
  tabs: {
    title: 'conflict.titleTabs',
    text: 'conflict.textTabs',
    mine: 'conflict.mineHere',
    theirs: 'conflict.theirsTab',
  },
  oneself: {
    title: 'recovered.conflict',
    text: 'recovered.conflict.text',
    mine: 'recovered.here',
    theirs: 'recovered.earlier',
  },
} as const

export class CmsConflict extends CmsDialog<Keeps> {
  form!: Form
  conflicts: readonly Conflict[] = []
  /** The user's own edits from an earlier visit or another tab; without them, the other side is another person's document. */
  kept: Values | undefined
  /** The authors of these changes, by the name of the field, as far as they are known. */
  authors: ReadonlyMap<string, Author> = new Map()
  /** Those who have the document open, if none of them is known. */
  present: readonly string[] = []
  /** The values that the save adds to those of the form, and when the draft goes live. */
  more: Values = {}
  publication: DocumentPlan | undefined
  protected override shape = 'wide'

  /** Until the views of comparisons are loaded, and if they can't be, the values are shown as plain text. */
  protected override firstUpdated(): void {
    super.firstUpdated()
    import('../compare/cms-changes.ts').then(
      () => this.requestUpdate(),
      () => undefined,
    )
  }

  protected name(): string {
    const names = [...new Set([...this.authors.values()].filter((one) => !isOneself(this.app, one)).map(authorName))]
    const isKnown = names.length > 0 && this.conflicts.every(({ place }) => this.authors.has(String(place[0])))
    if (this.kept || !isKnown) return this.t(this.#words.title)
    return this.t('conflict.titleBy', { count: names.length, who: formatOf(Intl.ListFormat, this.app.language).format(names) })
  }

  /** When the other side was saved, and by whom it may have been. */
  get #circumstances(): string {
    const { kept, form, present, app } = this
    const at = form.doc['updatedAt']
    if (kept || !at) return ''
    const names = formatOf(Intl.ListFormat, app.language).format(present)
    const here = present.length > 0 ? ` ${this.t('presence', { count: present.length, names })}.` : ''
    return this.t('conflict.when', { when: ago(at, app.language) }) + here
  }

  get #words(): (typeof WORDS)[keyof typeof WORDS] {
    if (this.kept) return WORDS.oneself
    return this.conflicts.every((one) => isOneself(this.app, this.#authorOf(one))) ? WORDS.tabs : WORDS.others
  }

  #authorOf({ place }: Conflict): Author | undefined {
    return this.authors.get(String(place[0]))
  }

  #labelOf(conflict: Conflict, who: 'mine' | 'theirs'): string {
    const author = this.#authorOf(conflict)
    if (this.kept || !author) return this.t(this.#words[who])
    if (isOneself(this.app, author)) return this.t(WORDS.tabs[who])
    return who === 'theirs' ? this.t('conflict.theirsBy', { who: authorName(author) }) : this.t('conflict.mine')
  }

  protected body(): TemplateResult {
    const words = this.#words
    const outcome = this.kept ? BROUGHT_BACK : outcomeOf(this.form, this.more, this.publication)
    return html`
      <form method="dialog" @submit=${this.#submit}>
        <h2>${this.name()}</h2>
        <p>${this.t(words.text)} ${this.#mayUndo ? this.t('conflict.undo') : ''}</p>
        ${this.#circumstances === '' ? nothing : html`<p class="muted small">${this.#circumstances}</p>`}
        ${this.conflicts.map((conflict, index) => {
          const side = (who: 'mine' | 'theirs') => html`
            <label class="card">
              <span class="row">
                <input type="radio" name=${index} value=${who} ?checked=${who === 'mine'} />
                ${this.#labelOf(conflict, who)}
              </span>
              <div class="small described">${this.#described(conflict, who)}</div>
            </label>
          `
          return html`
            <fieldset class="stack tight">
              <legend class="label">${this.#nameOf(conflict)}</legend>
              <div class="compare">${side('mine')}${side('theirs')}</div>
            </fieldset>
          `
        })}
        <p>${this.t(outcome.line, outcome.values)}</p>
        <div class="foot">
          <button type="button" @click=${() => this.close()}>${this.t('conflict.look')}</button>
          <button class="main">${this.t(outcome.button)}</button>
        </div>
      </form>
    `
  }

  /** The editor may show the text, and undo the choice. */
  get #mayUndo(): boolean {
    return !this.kept && this.conflicts.some(({ field }) => isText(field)) && customElements.get('cms-rich-text') !== undefined
  }

  #described({ kind, field, place, ...sides }: Conflict, who: 'mine' | 'theirs'): TemplateResult | string {
    const value = sides[who]
    if (kind === 'order') return value.map((row: Values, index: number) => nameOfRow(this, field, row, index)).join('\n')
    if (kind === 'row') return value ? rowInWords(this, field, value) || '—' : this.t('conflict.removed')
    if (isRelation(field) && value !== null) {
      const editing = { host: this, form: this.form, field, path: `conflict-${JSON.stringify(place)}`, value, isLocked: true }
      return html`<cms-relation .editing=${editing}></cms-relation>`
    }
    if (!customElements.get('cms-changes')) return inWords(this, field, value)
    const other = sides[who === 'mine' ? 'theirs' : 'mine']
    const state = (one: FieldValue) => ({ [field.name]: one ?? null })
    const comparing = { fields: [field], before: state(other), after: state(value), isOneSide: true, locale: this.form.locale }
    return html`<cms-changes .comparing=${comparing}></cms-changes>`
  }

  /** `Links › Row 2 (Home) › Address`. A row that was removed keeps its stored name. */
  #nameOf({ place, kind }: Conflict): string {
    const names: string[] = []
    let fields: readonly Field[] = this.form.entity.fields
    let list: Field | undefined
    let at: FieldValue[] = [this.form.values, this.form.doc, this.kept]
    for (const step of place) {
      if (typeof step === 'string') {
        // biome-ignore lint/style/noNonNullAssertion: places name fields of the form
        const field = fields.find(({ name }) => name === step)!
        names.push(this.app.label(field.label, humanized(step)))
        at = at.map((one) => one?.[step])
        fields = field.fields ?? []
        list = field
      } else {
        const rows = at.find((one: Values[] | undefined) => one?.some(({ id }) => id === step.id)) as Values[]
        const index = rows.findIndex(({ id }) => id === step.id)
        // biome-ignore lint/style/noNonNullAssertion: a row follows the field of its list in a place, and these rows contain it
        const [field, row] = [list!, rows[index]!]
        names.push(nameOfRow(this, field, row, index))
        at = at.map((one: Values[] | undefined) => one?.find(({ id }) => id === step.id))
        fields = fieldsOfRow(field, row)
      }
    }
    if (kind === 'order') names.push(this.t('conflict.order'))
    return names.join(' › ')
  }

  readonly #submit = (event: SubmitEvent) => {
    event.preventDefault()
    const given = new FormData(event.target as HTMLFormElement)
    const mine = this.conflicts.filter((_, index) => given.get(String(index)) === 'mine').map(({ place }) => JSON.stringify(place))
    this.close(({ place }) => mine.includes(JSON.stringify(place)))
  }
}

addTexts({ en: enConflict, th: thConflict })

define('cms-conflict', CmsConflict)
