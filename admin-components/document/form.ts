/** A document while it is edited: what was read, what it says now, what is wrong with it. It knows no element. */
import { ApiError } from '../desk/api-error.ts'
import type { Desk } from '../desk/desk.ts'
import type { Condition, Entity, Field } from '../desk/schema.ts'

export type Values = Record<string, any>
export type Phase = 'loading' | 'idle' | 'saving' | 'failed' | 'gone'

const KEPT_AFTER = 700
const EDITS = 'galley:edit:'

export class Form extends EventTarget {
  readonly desk: Desk
  readonly entity: Entity
  readonly locale: string | undefined
  id: number | undefined
  /** As it was read. */
  doc: Values = {}
  values: Values = {}
  etag: string | undefined
  phase: Phase = 'loading'
  /** By dotted path; `''` for what is of no field. */
  problems: ReadonlyMap<string, string> = new Map()
  failure = ''
  /** A version of it is live: what it shows may still be a draft behind it. */
  isLive = false
  /** Unsaved edits of an earlier visit. */
  recovered: Values | undefined
  /** What was typed and can't be said as a value, by path. */
  readonly #unsaid = new Map<string, string>()
  #keeping: ReturnType<typeof setTimeout> | undefined

  constructor(desk: Desk, entity: Entity, id: number | undefined, locale: string | undefined) {
    super()
    this.desk = desk
    this.entity = entity
    this.id = id
    this.locale = entity.localized ? locale : undefined
  }

  get isNew(): boolean {
    return this.entity.kind === 'collection' && this.id === undefined
  }

  get path(): string {
    if (this.entity.kind === 'global') return `/globals/${this.entity.slug}`
    return this.id === undefined ? `/${this.entity.slug}` : `/${this.entity.slug}/${this.id}`
  }

  get isLocked(): boolean {
    const { may } = this.entity
    return this.isNew ? !may.create : !may.update
  }

  /** Top-level fields that say something else than what was read. */
  get changed(): Values {
    return Object.fromEntries(
      this.entity.fields
        .filter(({ name }) => !same(this.values[name], this.doc[name]))
        .map(({ name }) => [name, this.values[name] ?? null]),
    )
  }

  get isDirty(): boolean {
    return (
      this.#unsaid.size > 0 || (this.phase !== 'loading' && this.entity.fields.some(({ name }) => !same(this.values[name], this.doc[name])))
    )
  }

  async load(): Promise<void> {
    this.phase = 'loading'
    try {
      if (this.isNew) this.#begin(emptyOf(this.entity.fields), undefined)
      else {
        const { body, etag } = await this.desk.client.exchange<Values>('GET', this.path, { query: this.#reading() })
        this.#begin(body, etag)
        await this.#look()
      }
      const kept = this.#kept()
      this.recovered = kept && Object.keys(kept).some((name) => !same(kept[name], this.doc[name])) ? kept : undefined
    } catch (error) {
      this.phase = (error as ApiError).status === 404 ? 'gone' : 'failed'
      this.failure = this.desk.explain(error)
    }
    this.#tell()
  }

  set(name: string, value: unknown): void {
    this.values = { ...this.values, [name]: value }
    if (this.problems.size > 0)
      this.problems = new Map([...this.problems].filter(([path]) => path !== name && !path.startsWith(`${name}.`)))
    this.#keepSoon()
    this.#tell()
  }

  /** Nothing is saved while something that was typed is no value; without `why` it is one again. */
  cannotSay(path: string, why: string | undefined): void {
    if (why === undefined) this.#unsaid.delete(path)
    else this.#unsaid.set(path, why)
    this.#tell()
  }

  isUnsaid(path: string): boolean {
    return this.#unsaid.has(path)
  }

  /** Saves what changed; with drafts as one, or published. Throws what the API said. */
  async save(more: Values = {}): Promise<Values> {
    const { client } = this.desk
    if (this.#unsaid.size > 0) {
      this.problems = new Map(this.#unsaid)
      this.#tell()
      throw new ApiError(
        400,
        [...this.#unsaid].map(([field, message]) => ({ field, message })),
      )
    }
    this.phase = 'saving'
    this.failure = ''
    this.problems = new Map()
    this.#tell()
    try {
      const body = { ...(this.isNew ? withoutEmpty(this.values) : this.changed), ...more }
      const { body: saved } = await client.exchange<Values>(this.isNew ? 'POST' : 'PATCH', this.path, {
        body,
        query: { ...this.#reading(), 'fallback-locale': false },
        ...(this.etag !== undefined && { headers: { 'if-match': this.etag } }),
      })
      this.#forget()
      if (this.isNew) this.id = saved['id']
      const { body: read, etag } = await client.exchange<Values>('GET', this.path, { query: this.#reading() })
      this.#begin(read, etag)
      await this.#look()
      this.#tell()
      return saved
    } catch (error) {
      this.phase = 'idle'
      this.#blame(error)
      this.#tell()
      throw error
    }
  }

  /** What somebody else saved meanwhile becomes what ours is compared with. */
  async rebase(): Promise<{ mine: Values; theirs: Values; before: Values }> {
    const { changed: mine, doc: before } = this
    const { body: theirs, etag } = await this.desk.client.exchange<Values>('GET', this.path, { query: this.#reading() })
    this.doc = theirs
    this.etag = etag
    this.values = { ...theirs, ...mine }
    this.#tell()
    return { mine, theirs, before }
  }

  revert(): void {
    this.#forget()
    this.#begin(this.doc, this.etag)
    this.#tell()
  }

  takeRecovered(): void {
    this.values = { ...this.values, ...this.recovered }
    this.recovered = undefined
    this.#tell()
  }

  dropRecovered(): void {
    this.recovered = undefined
    this.#forget()
    this.#tell()
  }

  #begin(doc: Values, etag: string | undefined): void {
    this.doc = doc
    this.values = structuredClone(doc)
    this.etag = etag
    this.phase = 'idle'
    this.problems = new Map()
    this.#unsaid.clear()
  }

  /** Whether visitors see something of it. */
  async #look(): Promise<void> {
    if (!this.entity.drafts) return
    if (this.doc['status'] === 'published') this.isLive = true
    else if (this.entity.kind === 'global') this.isLive = (await this.desk.client.get(this.path)).status === 'published'
    else {
      const found = await this.desk.client.get(`/${this.entity.slug}`, {
        where: { id: { equals: this.id } },
        select: 'status',
        depth: 0,
        count: false,
      })
      this.isLive = found.docs.length > 0
    }
  }

  #blame(error: unknown): void {
    if (!(error instanceof ApiError)) throw error
    this.problems = new Map(error.problems.filter(({ field }) => field !== undefined).map(({ field, message }) => [field!, message]))
    const rest = error.problems.filter(({ field }) => field === undefined)
    this.failure =
      rest.length > 0 || error.isOffline ? this.desk.explain(error.problems.length > 0 ? new ApiError(error.status, rest) : error) : ''
  }

  #reading() {
    return {
      depth: 0,
      ...(this.entity.drafts && { draft: true }),
      ...(this.locale !== undefined && { locale: this.locale, 'fallback-locale': false }),
    }
  }

  get #key(): string {
    return `${EDITS}${this.entity.slug}:${this.id ?? 'new'}:${this.locale ?? ''}`
  }

  #keepSoon(): void {
    clearTimeout(this.#keeping)
    this.#keeping = setTimeout(() => this.keep(), KEPT_AFTER)
  }

  /** What is not saved yet survives the tab in this browser; never a password. */
  keep(): void {
    if (!this.isDirty) return this.#forget()
    const secret = this.entity.fields.filter((field) => field.writeOnly).map(({ name }) => name)
    const edits = Object.fromEntries(Object.entries(this.changed).filter(([name]) => !secret.includes(name)))
    try {
      localStorage.setItem(this.#key, JSON.stringify(edits))
    } catch {
      // No room: the guard before leaving is still there.
    }
  }

  #kept(): Values | undefined {
    try {
      return JSON.parse(localStorage.getItem(this.#key) ?? 'null') ?? undefined
    } catch {
      return undefined
    }
  }

  #forget(): void {
    clearTimeout(this.#keeping)
    localStorage.removeItem(this.#key)
  }

  #tell(): void {
    this.dispatchEvent(new Event('change'))
  }
}

/** Empty is empty, in whichever spelling. */
export const same = (a: unknown, b: unknown): boolean => JSON.stringify(tidy(a)) === JSON.stringify(tidy(b))

function tidy(value: unknown): unknown {
  if (value === undefined || value === '' || (Array.isArray(value) && value.length === 0)) return null
  return value
}

const withoutEmpty = (values: Values): Values => Object.fromEntries(Object.entries(values).filter(([, value]) => tidy(value) !== null))

/** A new document, with what the schema fills in. */
export function emptyOf(fields: readonly Field[]): Values {
  const values: Values = {}
  for (const field of fields) {
    if (field.default !== undefined) values[field.name] = structuredClone(field.default)
    else if (field.type === 'group') values[field.name] = emptyOf(field.fields ?? [])
    else if (field.hasMany || field.type === 'array' || field.type === 'blocks') values[field.name] = []
    else values[field.name] = null
  }
  return values
}

/** Whether a condition over the fields beside it holds. */
export function holds(condition: Condition | undefined, beside: Values): boolean {
  if (!condition) return true
  const { field, and, or, not } = condition
  if (and && !and.every((one) => holds(one, beside))) return false
  if (or && !or.some((one) => holds(one, beside))) return false
  if (not && holds(not, beside)) return false
  if (field === undefined) return true
  const value = field.split('.').reduce<any>((at, part) => at?.[part], beside) ?? null
  const isOne = (wanted: unknown) => (Array.isArray(value) ? value.includes(wanted) : value === (wanted ?? null))
  if ('equals' in condition && !isOne(condition.equals)) return false
  if ('not_equals' in condition && isOne(condition.not_equals)) return false
  if (condition.in && !condition.in.some(isOne)) return false
  if (condition.not_in?.some(isOne)) return false
  if (condition.exists !== undefined && (tidy(value) !== null) !== condition.exists) return false
  return true
}
