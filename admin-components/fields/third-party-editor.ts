/** Base for fields whose editor holds the text itself, such as ProseMirror or CodeMirror: decides which values to pass into that editor.
 * Only values from elsewhere go in, such as another document, a merge or an undo of all changes. The editor's own edits never come back.
 * Tested by test/admin-components/rich-text.test.ts.
 */
import { isSameJson, isTree } from '../document/values.ts'
import { CmsElement } from '../element.ts'
import type { EditedForm, Editing } from './editing.ts'

export abstract class ThirdPartyEditor extends CmsElement {
  declare editing: Editing
  /** The value last passed by the form. It is outdated when only this element rerenders, so an unchanged value means nothing. */
  #given: unknown
  #form: EditedForm | undefined
  /** The value that the editor currently shows. */
  #shown: unknown

  protected abstract open(value: unknown): void
  protected abstract close(): void
  /** Shows a value from elsewhere. `isOther`: it belongs to another document or locale, so nothing of the old one may come back. */
  protected abstract receive(value: unknown, isOther: boolean): void

  /** Passes the editor's new value to the form, unless the form already has it. */
  protected say(value: unknown): void {
    if (isSameJson(value ?? null, this.#shown ?? null)) return
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

/** Whether two values are the same JSON in any key order: some databases and hooks change the order. */
function equal(a: unknown, b: unknown): boolean {
  if (a === b || (a ?? null) === (b ?? null)) return true
  if (!isTree(a) || !isTree(b) || Array.isArray(a) !== Array.isArray(b)) return false
  const [left, right] = [Object.entries(a), Object.entries(b)]
  return left.length === right.length && left.every(([key, value]) => Object.hasOwn(b, key) && equal(value, b[key]))
}
