/** Unsaved edits, kept in the browser's storage so that they survive a closed tab. Passwords are left out. */
import type { Originals } from './copied-rows.ts'
import type { Form } from './form.ts'
import { ask, join } from './other-tabs.ts'
import type { Texts } from './unsaid.ts'
import { same, type Values } from './values.ts'

const EDITS = 'galley:edit:'
const KEPT_AFTER = 700
/** Next to the values of fields; no field has such names. */
const TEXTS = '$texts'
const ORIGINALS = '$originals'

export interface Kept {
  values: Values
  /** What is not a value yet. */
  texts: Texts
  /** Of rows that were copied. */
  originals: Originals
  /** Another tab shows them, and has not saved them yet. */
  isElsewhere?: boolean
}

export class KeptEdits {
  /** Of an earlier visit. Until somebody brings them back or discards them, they are kept with what is typed now. */
  recovered: Kept | undefined
  readonly #form: Form
  key = ''
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(form: Form) {
    this.#form = form
    join(this)
  }

  get isHeld(): boolean {
    return this.#form.isDirty
  }

  heard(): void {
    if (this.recovered) this.recovered = { ...this.recovered, isElsewhere: true }
    this.#form.dispatchEvent(new Event('change'))
  }

  settled(): void {
    if (this.recovered?.isElsewhere) this.#form.recover(false)
  }

  /** Edits of a new document belong to the document that it becomes. */
  keepUnder(id: number | undefined): void {
    if (this.key !== '') this.forget()
    const { entity, locale } = this.#form
    this.key = `${EDITS}${entity.slug}:${id ?? 'new'}:${locale ?? ''}`
  }

  keepSoon(): void {
    this.#timer ??= setTimeout(() => this.keep(), KEPT_AFTER)
  }

  keep(): void {
    this.#stop()
    const secret = this.#form.entity.fields.filter((field) => field.writeOnly).map(({ name }) => name)
    const { values, texts, originals } = this.#all
    const edits = Object.fromEntries(Object.entries(values).filter(([name]) => !secret.includes(name)))
    const written = Object.entries(texts).filter(([place]) => !secret.includes(JSON.parse(place)[0]))
    if (written.length > 0) edits[TEXTS] = Object.fromEntries(written)
    if (Object.keys(edits).length === 0) return this.forget()
    if (Object.keys(originals).length > 0) edits[ORIGINALS] = originals
    try {
      localStorage.setItem(this.key, JSON.stringify(edits))
    } catch {
      // No room: the guard before leaving is still there.
    }
  }

  get #all(): Kept {
    const { recovered } = this
    const { changed, values, unsaid, copiedRows } = this.#form
    return {
      values: { ...recovered?.values, ...changed },
      texts: { ...recovered?.texts, ...unsaid.texts(values) },
      originals: { ...recovered?.originals, ...copiedRows.originals },
    }
  }

  /** Looks for edits that say anything else than what is stored. */
  recover(doc: Values): void {
    const kept = this.#read()
    const isStored = Object.entries(kept?.values ?? {}).every(([name, value]) => same(value, doc[name]))
    this.recovered = isStored && Object.keys(kept?.texts ?? {}).length === 0 ? undefined : kept
    if (this.recovered) ask(this.key)
  }

  /** They go into the form, unless the tab where they were typed has saved them meanwhile. */
  takeRecovered(): void {
    const { recovered } = this
    const form = this.#form
    this.recovered = undefined
    if (!recovered || !this.#read()) return
    form.values = { ...form.values, ...recovered.values }
    form.unsaid.take(recovered.texts, form.values)
    form.copiedRows.take(recovered.originals)
  }

  /** What another tab shows is not given up there. */
  dropRecovered(): void {
    const { recovered } = this
    this.recovered = undefined
    if (!recovered?.isElsewhere) this.forget()
  }

  #read(): Kept | undefined {
    try {
      const { [TEXTS]: texts = {}, [ORIGINALS]: originals = {}, ...values } = JSON.parse(localStorage.getItem(this.key)!)
      return { values, texts, originals }
    } catch {
      return undefined
    }
  }

  #stop(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
  }

  forget(): void {
    this.#stop()
    localStorage.removeItem(this.key)
  }
}
