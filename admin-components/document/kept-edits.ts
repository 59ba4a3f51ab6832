/** Unsaved edits, kept in the browser's storage so that they survive a closed tab. Passwords are left out. */
import type { Entity } from '../desk/schema.ts'
import type { Texts } from './unsaid.ts'
import { same, type Values } from './values.ts'

const EDITS = 'galley:edit:'
const KEPT_AFTER = 700
/** Next to the values of fields; no field has such a name. */
const TEXTS = '$texts'

export interface Kept {
  values: Values
  /** What is not a value yet. */
  texts: Texts
}

export class KeptEdits {
  /** Of an earlier visit. Until somebody brings them back or discards them, they are kept with what is typed now. */
  recovered: Kept | undefined
  readonly #entity: Entity
  readonly #locale: string | undefined
  readonly #edits: () => Kept
  #key = ''
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(entity: Entity, locale: string | undefined, edits: () => Kept) {
    this.#entity = entity
    this.#locale = locale
    this.#edits = edits
  }

  /** Edits of a new document belong to the document that it becomes. */
  keepUnder(id: number | undefined): void {
    if (this.#key !== '') this.forget()
    this.#key = `${EDITS}${this.#entity.slug}:${id ?? 'new'}:${this.#locale ?? ''}`
  }

  keepSoon(): void {
    this.#timer ??= setTimeout(() => this.keep(), KEPT_AFTER)
  }

  keep(): void {
    this.#stop()
    const secret = this.#entity.fields.filter((field) => field.writeOnly).map(({ name }) => name)
    const { values, texts } = this.#all
    const edits = Object.fromEntries(Object.entries(values).filter(([name]) => !secret.includes(name)))
    const written = Object.entries(texts).filter(([place]) => !secret.includes(JSON.parse(place)[0]))
    if (written.length > 0) edits[TEXTS] = Object.fromEntries(written)
    if (Object.keys(edits).length === 0) return this.forget()
    try {
      localStorage.setItem(this.#key, JSON.stringify(edits))
    } catch {
      // No room: the guard before leaving is still there.
    }
  }

  get #all(): Kept {
    const { recovered } = this
    const { values, texts } = this.#edits()
    return { values: { ...recovered?.values, ...values }, texts: { ...recovered?.texts, ...texts } }
  }

  /** Looks for edits that say anything else than what is stored. */
  recover(doc: Values): void {
    const kept = this.#read()
    const isStored = Object.entries(kept?.values ?? {}).every(([name, value]) => same(value, doc[name]))
    this.recovered = isStored && Object.keys(kept?.texts ?? {}).length === 0 ? undefined : kept
  }

  /** Nothing if the tab where they were typed has saved them meanwhile. */
  takeRecovered(): Kept | undefined {
    const { recovered } = this
    this.recovered = undefined
    return this.#read() && recovered
  }

  dropRecovered(): void {
    this.recovered = undefined
    this.forget()
  }

  #read(): Kept | undefined {
    try {
      const { [TEXTS]: texts = {}, ...values } = JSON.parse(localStorage.getItem(this.#key)!)
      return { values, texts }
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
    localStorage.removeItem(this.#key)
  }
}
