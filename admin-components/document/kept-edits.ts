/** Unsaved edits, kept in the browser's storage so that they survive a closed tab. Passwords are left out. */
import type { Entity } from '../desk/schema.ts'
import type { Values } from './values.ts'

const EDITS = 'galley:edit:'
const KEPT_AFTER = 700

export class KeptEdits {
  readonly #entity: Entity
  readonly #key: string
  readonly #edits: () => Values
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(entity: Entity, id: number | undefined, locale: string | undefined, edits: () => Values) {
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
    const edits = Object.fromEntries(Object.entries(this.#edits()).filter(([name]) => !secret.includes(name)))
    if (Object.keys(edits).length === 0) return this.forget()
    try {
      localStorage.setItem(this.#key, JSON.stringify(edits))
    } catch {
      // No room: the guard before leaving is still there.
    }
  }

  read(): Values | undefined {
    try {
      return JSON.parse(localStorage.getItem(this.#key) ?? 'null') ?? undefined
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
