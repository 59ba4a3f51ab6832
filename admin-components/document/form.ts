/** A document while it is edited: what was read, what it says now, what is wrong with it. It knows no element. */
import { ApiError } from '../../client/api-error.ts'
import type { Desk } from '../desk/desk.ts'
import type { Entity } from '../desk/schema.ts'
import { emptyOf, same, type Values, withoutEmpty } from './values.ts'

export type Phase = 'loading' | 'idle' | 'saving' | 'failed' | 'gone'

const KEPT_AFTER = 700
/** A pause in typing, and how long a draft waits at most. */
const PAUSE = 2000
const PATIENCE = 15_000
/** Their rows get ids from the server. */
const WITH_ROWS = ['array', 'blocks', 'group']
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
  /** A draft is on its way while it is written. */
  isAutosaving = false
  /** What was typed and can't be said as a value, by path. */
  readonly #unsaid = new Map<string, string>()
  #keeping: ReturnType<typeof setTimeout> | undefined
  /** As it was opened, or last saved by hand. */
  #opened: Values = {}
  #pausing: ReturnType<typeof setTimeout> | undefined
  #unsavedSince = 0
  #autosaving: Promise<void> = Promise.resolve()
  /** Somebody else saved, or it is refused: the next save is one by hand. */
  #waitsForHand = false

  /** Edits survive the tab. */
  readonly #isKept: boolean

  constructor(desk: Desk, entity: Entity, id: number | undefined, locale: string | undefined, { isKept = true } = {}) {
    super()
    this.#isKept = isKept
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

  /** It says something else than when it was opened, or last saved by hand. */
  get isRevertible(): boolean {
    return this.isDirty || this.entity.fields.some(({ name }) => !same(this.values[name], this.#opened[name]))
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
    this.#autosaveSoon()
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
    clearTimeout(this.#pausing)
    await this.#autosaving
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

  /** Says again what it said when it was opened; a draft that was saved meanwhile follows. */
  revert(): void {
    const opened = this.#opened
    this.#forget()
    this.#begin(this.doc, this.etag)
    this.#opened = opened
    for (const { name } of this.entity.fields)
      if (!same(opened[name], this.values[name])) this.set(name, structuredClone(opened[name] ?? null))
    this.#tell()
  }

  /** Whatever can be saved without a hand is saved now. */
  async settle(): Promise<void> {
    await this.#autosaving
    if (this.#saves) await (this.#autosaving = this.#autosave())
  }

  /** What is not saved is given up. */
  letGo(): void {
    clearTimeout(this.#pausing)
    this.#forget()
    this.#begin(this.doc, this.etag)
    this.#tell()
  }

  takeRecovered(): void {
    this.values = { ...this.values, ...this.recovered }
    this.recovered = undefined
    this.#autosaveSoon()
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
    this.#opened = doc
    this.etag = etag
    this.#waitsForHand = false
    this.phase = 'idle'
    this.problems = new Map()
    this.#unsaid.clear()
  }

  /** By itself, without a hand. */
  get #saves(): boolean {
    return this.entity.drafts && !this.isNew && !this.isLocked && !this.#waitsForHand
  }

  /** A draft saves itself in the pauses of whoever writes it; what is live waits for a hand. */
  #autosaveSoon(): void {
    if (!this.#saves) return
    clearTimeout(this.#pausing)
    this.#unsavedSince ||= Date.now()
    const patience = Math.max(0, this.#unsavedSince + PATIENCE - Date.now())
    this.#pausing = setTimeout(() => void (this.#autosaving = this.#autosave()), Math.min(PAUSE, patience))
  }

  async #autosave(): Promise<void> {
    if (this.phase !== 'idle' || !this.isDirty || this.#unsaid.size > 0 || this.recovered) return
    const sent = this.changed
    this.#unsavedSince = 0
    this.isAutosaving = true
    this.#tell()
    try {
      const { body, etag } = await this.desk.client.exchange<Values>('POST', `${this.path}/autosave`, {
        body: sent,
        query: this.#reading(),
        ...(this.etag !== undefined && { headers: { 'if-match': this.etag } }),
      })
      this.#adopt(body, sent)
      this.etag = etag
      if (!this.isDirty) this.#forget()
    } catch (error) {
      this.#waitsForHand = !(error as Partial<ApiError>).isOffline && !(error as Partial<ApiError>).problems?.some(({ field }) => field)
    }
    this.isAutosaving = false
    this.#tell()
    if (this.isDirty && this.#unsavedSince > 0) this.#autosaveSoon()
  }

  /** What was typed since stays, and so does what was sent as it was typed; rows alone take the ids that they were given. */
  #adopt(saved: Values, sent: Values): void {
    const { values: now, doc: before } = this
    const [doc, values] = [{ ...saved }, { ...now }]
    for (const { name, type } of this.entity.fields) {
      const wasSent = Object.hasOwn(sent, name)
      if (!same(now[name], wasSent ? sent[name] : before[name])) continue
      if (wasSent && !WITH_ROWS.includes(type)) doc[name] = sent[name]
      else values[name] = structuredClone(saved[name])
    }
    Object.assign(this, { doc, values })
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
    if (!this.isDirty || !this.#isKept) return this.#forget()
    const secret = this.entity.fields.filter((field) => field.writeOnly).map(({ name }) => name)
    const edits = Object.fromEntries(Object.entries(this.changed).filter(([name]) => !secret.includes(name)))
    try {
      localStorage.setItem(this.#key, JSON.stringify(edits))
    } catch {
      // No room: the guard before leaving is still there.
    }
  }

  #kept(): Values | undefined {
    if (!this.#isKept) return undefined
    try {
      return JSON.parse(localStorage.getItem(this.#key) ?? 'null') ?? undefined
    } catch {
      return undefined
    }
  }

  #forget(): void {
    clearTimeout(this.#keeping)
    if (this.#isKept) localStorage.removeItem(this.#key)
  }

  #tell(): void {
    this.dispatchEvent(new Event('change'))
  }
}
