/** A field whose editor keeps the text itself, such as ProseMirror or CodeMirror: decides which values go into that editor.
 * A value goes in only if it came from elsewhere, for example from another document, a merge or an undo of all changes. Edits made in this editor never come back into it.
 */
import { CmsElement } from '../element.ts'
import type { EditedForm, Editing } from './editing.ts'

export abstract class ForeignEditor extends CmsElement {
  declare editing: Editing
  /** The value the form passed last. When only this element renders again it is an old one, so an unchanged value means nothing. */
  #given: unknown
  #form: EditedForm | undefined
  /** The value that the editor shows. */
  #shown: unknown

  protected abstract open(value: unknown): void
  protected abstract close(): void
  /** Shows a value from elsewhere. `isOther`: it belongs to another document or locale, so nothing of the old one may come back. */
  protected abstract receive(value: unknown, isOther: boolean): void

  /** The editor's new value goes to the form, unless it is the one that the form has. */
  protected say(value: unknown): void {
    if (JSON.stringify(value ?? null) === JSON.stringify(this.#shown ?? null)) return
    this.#shown = value
    this.editing.set(value)
  }

  protected override firstUpdated(): void {
    this.#open()
  }

  override connectedCallback(): void {
    super.connectedCallback()
    if (this.hasUpdated) this.#open()
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback()
    this.close()
  }

  protected override updated(): void {
    super.updated()
    const { value, form } = this.editing
    const isOther = form !== this.#form
    if (!isOther && equal(value, this.#given)) return
    this.#given = value
    this.#form = form
    if (!isOther && equal(value, this.#shown)) return
    this.#shown = value
    this.receive(value, isOther)
  }

  #open(): void {
    const { value, form } = this.editing
    this.#given = value
    this.#form = form
    this.#shown = value
    this.open(value)
  }
}

/** The same JSON, whatever the order of its keys: some databases and hooks change it. */
function equal(a: unknown, b: unknown): boolean {
  if (a === b || (a ?? null) === (b ?? null)) return true
  if (typeof a !== 'object' || typeof b !== 'object' || !a || !b || Array.isArray(a) !== Array.isArray(b)) return false
  const [left, right] = [Object.entries(a), Object.entries(b)]
  return left.length === right.length && left.every(([key, value]) => Object.hasOwn(b, key) && equal(value, (b as any)[key]))
}
