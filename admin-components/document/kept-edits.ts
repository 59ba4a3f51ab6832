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

/** Edits that nobody has brought back yet stay, with those that came after them. */
export const keptTogether = (recovered: Kept | undefined, values: Values, texts: Texts): Kept => ({
  values: { ...recovered?.values, ...values },
  texts: { ...recovered?.texts, ...texts },
})

export class KeptEdits {
  readonly #entity: Entity
  readonly #key: string
  readonly #edits: () => Kept
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(entity: Entity, id: number | undefined, locale: string | undefined, edits: () => Kept) {
    this.#entity = entity
    this.#key = `${EDITS}${entity.slug}:${id ?? 'new'}:${locale ?? ''}`
    this.#edits = edits
  }

  keepSoon(): void {
    this.#timer ??= setTimeout(() => this.keep(), KEPT_AFTER)
  }

  keep(): void {
    this.#stop()
    const secret = this.#entity.fields.filter((field) => field.writeOnly).map(({ name }) => name)
    const { values, texts } = this.#edits()
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

  read(): Kept | undefined {
    try {
      const { [TEXTS]: texts = {}, ...values } = JSON.parse(localStorage.getItem(this.#key)!)
      return { values, texts }
    } catch {
      return undefined
    }
  }

  /** What is kept, if it says anything else than what is stored. */
  unlike(doc: Values): Kept | undefined {
    const kept = this.read()
    const isStored = Object.entries(kept?.values ?? {}).every(([name, value]) => same(value, doc[name]))
    return isStored && Object.keys(kept?.texts ?? {}).length === 0 ? undefined : kept
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
