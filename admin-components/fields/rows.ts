/** `<cms-rows>`: the rows of an array or blocks field. Adds, folds, copies and removes rows, and moves them by button, key or drag.
 * Tested by test/admin-components/copied-rows.test.ts.
 */
import { css, html, nothing, type TemplateResult } from 'lit'
import type { Field } from '../app/schema.ts'
import { fieldsOfRow } from '../document/map-fields.ts'
import { newRowId } from '../document/row-ids.ts'
import { kindOf, summaryOf } from '../document/row-names.ts'
import { emptyOf, type Values } from '../document/values.ts'
import { CmsElement, define } from '../element.ts'
import { focusedIn } from '../parts/focus.ts'
import { icon } from '../parts/icon.ts'
import type { Item } from '../parts/menu.ts'
import '../parts/menu.ts'
import { followMoved, moveButtons } from '../parts/moving.ts'
import { grip, reordered, sortingLook } from '../parts/sorting.ts'
import { humanized } from '../texts/texts.ts'
import { type Editing, idOf } from './editing.ts'
import { keepFocus } from './keep-focus.ts'
import { takenRow, takeRow } from './taken-row.ts'

type Row = Values & { id?: string; blockType?: string }

export class CmsRows extends CmsElement {
  static override properties = { editing: { attribute: false }, folded: { state: true } }
  static override looks = [
    sortingLook,
    css`
      .rows { display: grid; grid-template-columns: minmax(0, 1fr); gap: var(--s2); }
      .rows > li { position: relative; border: 1px solid var(--line); border-radius: var(--radius); background: var(--surface); }
      .rows .between { position: absolute; inset-block-start: -18px; inset-inline: 0; display: grid; place-items: center; pointer-events: none; z-index: 1; opacity: 0; transition: opacity 120ms; }
      .rows > li:hover > .between, .rows .between:focus-within { opacity: 1; }
      .rows .between > * { pointer-events: auto; }
      .rows .between button.small { min-block-size: 24px; inline-size: 24px; border-radius: 50%; }
      .rows .head { display: flex; align-items: center; gap: var(--s1); padding: var(--s1) var(--s2); min-inline-size: 0; }
      .rows .fold { flex: 1; justify-content: flex-start; overflow: hidden; border: 0; background: none; min-inline-size: 0; padding: 0 var(--s1); }
      .rows .inside { display: grid; grid-template-columns: minmax(0, 1fr); gap: var(--s4); padding: var(--s3) var(--s4) var(--s4); border-block-start: 1px solid var(--line); }
      .group-fields { display: grid; gap: var(--s4); border-inline-start: 2px solid var(--line); padding-inline-start: var(--s4); }
    `,
  ]
  declare editing: Editing
  declare folded: ReadonlySet<number>

  constructor() {
    super()
    this.folded = new Set()
  }

  get #rows(): Row[] {
    return this.editing.value ?? []
  }

  override render(): TemplateResult {
    const { field, isLocked } = this.editing
    const isFull = this.#rows.length >= (field.maxRows ?? Number.POSITIVE_INFINITY)
    return html`
      <div class="stack tight" role="group" aria-labelledby="${idOf(this.editing)}-label">
        ${
          this.#rows.length > 0
            ? html`
                <ol class="rows">
                  ${this.#rows.map((row, index) => this.#row(row, index))}
                </ol>
              `
            : nothing
        }
        ${isLocked || isFull ? nothing : html`<div class="row">${this.#add(field)} ${this.#paste(field)}</div>`}
      </div>
    `
  }

  #add(field: Field): TemplateResult {
    const face = html`${icon('plus')}${this.t('rows.add')}`
    if (!field.blocks)
      return html`<button type="button" id=${idOf(this.editing)} @click=${() => this.#insert(emptyRow(field))}>${face}</button>`
    return html`<cms-menu .label=${this.t('rows.add')} look="" .face=${face} .items=${this.#kinds(field)}></cms-menu>`
  }

  /** One item for each kind of block. */
  #kinds({ blocks = [] }: Field, at?: number): Item[] {
    return blocks.map(({ slug, label, fields }) => ({
      label: this.app.label(label, humanized(slug)),
      run: () => this.#insert({ id: newRowId(), blockType: slug, ...emptyOf(fields) }, at),
    }))
  }

  /** Shown on the line between two rows. */
  #insertBefore(field: Field, index: number, name: string): TemplateResult {
    const label = this.t('rows.insert', { title: name })
    const look = 'small icon-only'
    return html`
      <div class="between">
        ${
          field.blocks
            ? html`<cms-menu .label=${label} look=${look} .face=${icon('plus')} .items=${this.#kinds(field, index)}></cms-menu>`
            : html`
                <button type="button" class=${look} aria-label=${label} title=${label} @click=${() => this.#insert(emptyRow(field), index)}>
                  ${icon('plus')}
                </button>
              `
        }
      </div>
    `
  }

  #paste(field: Field): TemplateResult | typeof nothing {
    const row = takenRow(field)
    if (!row) return nothing
    const paste = () => this.#insert(this.editing.form.copiedRows.copyOf(field, row))
    return html`<button type="button" class="plain" @click=${paste}>${icon('copy')}${this.t('rows.paste')}</button>`
  }

  #take(field: Field, row: Row): void {
    takeRow(field, row)
    this.app.say(this.t('rows.taken'))
  }

  #row(row: Row, index: number): TemplateResult {
    const { form, field, path, isLocked } = this.editing
    const isFull = this.#rows.length >= (field.maxRows ?? Number.POSITIVE_INFINITY)
    const fields = fieldsOfRow(field, row)
    const isFolded = this.folded.has(index)
    const name = this.t('rows.row', { number: index + 1 })
    const kind = kindOf(this, field, row) ?? name
    const isWrong = [...form.problems.keys()].some((one) => one.startsWith(`${path}.${index}.`))
    return html`
      <li>
        ${isLocked || isFull ? nothing : this.#insertBefore(field, index, name)}
        <div class="head" @keydown=${(event: KeyboardEvent) => this.#keys(event, index)}>
          ${isLocked ? nothing : grip(this, 'li', (from, to) => this.#move(from, to))}
          <button type="button" class="fold" aria-expanded=${!isFolded} @click=${() => this.#fold(index)}>
            ${icon(isFolded ? 'chevron-right' : 'chevron-down')}
            <span>${kind}</span>
            <span class="muted clip">${summaryOf(this, field, row)}</span>
            ${isWrong ? html`<span class="badge bad">${this.t('rows.wrong')}</span>` : nothing}
          </button>
          ${
            isLocked
              ? nothing
              : html`
                  ${moveButtons(this, { title: name, at: index, count: this.#rows.length, move: (to) => this.#moveWithFocus(index, to) })}
                  <cms-menu
                    .label=${this.t('rows.more', { title: name })}
                    look="plain small icon-only"
                    .face=${icon('ellipsis')}
                    .items=${[
                      { label: this.t('rows.copy'), icon: 'copy', run: () => this.#insert(form.copiedRows.copyOf(field, row), index + 1) },
                      { label: this.t('rows.take'), icon: 'copy', run: () => this.#take(field, row) },
                      { label: this.t('remove'), icon: 'trash-2', isDangerous: true, run: () => this.#remove(index) },
                    ]}></cms-menu>
                `
          }
        </div>
        ${
          isFolded
            ? nothing
            : html`
                <div class="inside">
                  ${this.editing.fieldsIn(fields, row, `${path}.${index}`, (name, value) => this.#change(index, { ...row, [name]: value }))}
                </div>
              `
        }
      </li>
    `
  }

  #change(index: number, row: Row): void {
    this.editing.set(this.#rows.map((other, at) => (at === index ? row : other)))
  }

  #insert(row: Row, at = this.#rows.length): void {
    this.#moveUnsaid((index) => (index >= at ? index + 1 : index))
    this.folded = new Set([...this.folded].map((index) => (index >= at ? index + 1 : index)))
    this.editing.set([...this.#rows.slice(0, at), row, ...this.#rows.slice(at)])
    void this.#focusRow(at)
  }

  /** The row exists only after the form has rendered it. */
  async #focusRow(at: number): Promise<void> {
    await this.editing.host.updateComplete
    await this.updateComplete
    this.querySelector<HTMLElement>(`.rows > li:nth-child(${at + 1}) > .inside :is(input, textarea, select, button)`)?.focus()
  }

  #remove(index: number): void {
    this.#moveUnsaid((one) => (one === index ? undefined : one > index ? one - 1 : one))
    this.folded = new Set([...this.folded].filter((one) => one !== index).map((one) => (one > index ? one - 1 : one)))
    this.editing.set(this.#rows.filter((_, at) => at !== index))
    void keepFocus(
      this,
      ['.rows > li:last-child > .head > .fold', 'div > button', 'div > cms-menu > button'].map((one) => `:scope > div > ${one}`),
    )
  }

  /** Alt with an arrow moves the row. */
  #keys(event: KeyboardEvent, index: number): void {
    const to = index + ({ ArrowUp: -1, ArrowDown: 1 }[event.key] ?? 0)
    if (!event.altKey || to === index || to < 0 || to >= this.#rows.length || this.editing.isLocked) return
    event.preventDefault()
    void this.#moveWithFocus(index, to)
  }

  async #moveWithFocus(from: number, to: number): Promise<void> {
    const isOnHeading = focusedIn(this)?.matches('.fold') === true
    this.#move(from, to)
    await this.editing.host.updateComplete
    await this.updateComplete
    const head = this.querySelector(`:scope > div > .rows > li:nth-child(${to + 1}) > .head`)
    followMoved(this, head, { from, to, count: this.#rows.length })
    if (isOnHeading) head?.querySelector<HTMLElement>('.fold')?.focus()
  }

  #move(from: number, to: number): void {
    const places = reordered([...this.#rows.keys()], from, to)
    this.#moveUnsaid((index) => places.indexOf(index))
    const folds = this.#rows.map((_, at) => this.folded.has(at))
    this.folded = new Set(reordered(folds, from, to).flatMap((isFolded, at) => (isFolded ? [at] : [])))
    this.editing.set(reordered(this.#rows, from, to))
  }

  #moveUnsaid(to: (index: number) => number | undefined): void {
    this.editing.form.halfWritten.moveRows(this.editing.path, to)
  }

  #fold(index: number): void {
    const next = new Set(this.folded)
    if (!next.delete(index)) next.add(index)
    this.folded = next
  }
}

const emptyRow = ({ fields = [] }: Field): Row => ({ id: newRowId(), ...emptyOf(fields) })

define('cms-rows', CmsRows)
