/** The first save of a new document. All attempts share an idempotency key, so that a lost response never creates a second document. */
import { ApiError } from '../../client/api-error.ts'
import type { Answered } from '../../client/transport.ts'
import type { Client, Query } from '../app/client.ts'
import { randomKey } from '../app/random-key.ts'
import type { Entity } from '../app/schema.ts'
import { inLocale } from './copied-rows.ts'
import { inEveryLocale } from './every-locale.ts'
import { readInTrash } from './in-trash.ts'
import { hasNoAnswer } from './obstacle.ts'
import { withIds } from './relation-ids.ts'
import { isStoredAs, type Values } from './values.ts'

export interface Made extends Answered<Values> {
  /** The body that created the document: the current one, or that of an earlier attempt. */
  sent: Values
  isEarlier: boolean
  /** It has been deleted since an earlier attempt. */
  isInTrash?: boolean
}

/** What another visit needs to continue the same first save. */
export interface FirstAttempts {
  key: string
  /** The bodies of attempts that may have created it, the oldest first. */
  sent: readonly Values[]
  /** A document with every language, from which the new one takes its other languages. */
  others?: Values | undefined
}

export class FirstSave {
  readonly #client: Client
  readonly #entity: Entity
  readonly #query: Query
  #key = randomKey()
  /** Attempts that are running or got no response. */
  #unanswered: readonly Values[] = []

  #others: Values | undefined

  constructor(client: Client, entity: Entity, query: Query, others?: Values) {
    this.#client = client
    this.#entity = entity
    this.#query = query
    this.#others = others
  }

  get attempts(): FirstAttempts {
    return { key: this.#key, sent: this.#unanswered, others: this.#others }
  }

  /** Continues the save of an earlier visit, unless this visit has already sent one. */
  goOnFrom({ key, sent, others }: FirstAttempts): void {
    if (this.#unanswered.length > 0) return
    this.#key = key
    this.#unanswered = sent
    this.#others = others
  }

  /** The body is part of `attempts` as soon as this is called. */
  async send(body: Values): Promise<Made> {
    const earlier = this.#unanswered
    this.#unanswered = [...earlier, body]
    try {
      const answered = await this.#post(body)
      // A repeated request returns the id alone if the document can't be read, for example because it was deleted.
      if (answered.etag === undefined && earlier.length > 0 && this.#entity.may.read) return await this.#goOn(answered.body['id'], body)
      // With other languages only a draft is created, because publishing validates the language of the form only.
      return { ...this.#made(answered, body, false), isEarlier: this.#others !== undefined && body['status'] === 'published' }
    } catch (error) {
      if (!hasNoAnswer(error)) this.#unanswered = earlier
      const id = madeBefore(error)
      if (id !== undefined) return this.#goOn(id, body)
      throw error
    }
  }

  async #post(body: Values): Promise<Answered<Values>> {
    const { fields, drafts } = this.#entity
    const headers = { 'idempotency-key': this.#key }
    const locale = this.#query['locale'] as string | undefined
    if (!this.#others || locale === undefined) return this.#client.exchange('POST', this.#path, { body, query: this.#query, headers })
    const whole = { ...inEveryLocale(fields, body, locale, this.#others), ...(drafts && { status: 'draft' }) }
    const answered = await this.#client.exchange<Values>('POST', this.#path, {
      body: whole,
      query: { ...this.#query, locale: 'all' },
      headers,
    })
    return { ...answered, body: inLocale(fields, answered.body, locale) }
  }

  /** If the document was deleted permanently or the user may not change it, creates another one, so that their edits are stored. */
  async #goOn(id: number, body: Values): Promise<Made> {
    const { read, update } = this.#entity.may
    const found = read && update ? await this.#find(id) : undefined
    if (found) return { ...found, sent: storedOf(this.#unanswered, found.body) }
    this.#key = randomKey()
    this.#unanswered = []
    return this.send(body)
  }

  async #find(id: number): Promise<Made | undefined> {
    try {
      return this.#made(await this.#client.exchange<Values>('GET', `${this.#path}/${id}`, { query: this.#query }), {}, true)
    } catch (error) {
      if ((error as Partial<ApiError>).status !== 404) throw error
      const trashed = await readInTrash(this.#client, this.#entity, id, this.#query)
      return trashed && { ...this.#made(trashed, {}, true), isInTrash: true }
    }
  }

  get #path(): string {
    return `/${this.#entity.slug}`
  }

  #made({ body, etag }: Answered<Values>, sent: Values, isEarlier: boolean): Made {
    return { body: withIds(this.#entity.fields, body), etag, sent, isEarlier }
  }
}

/** The id of the document that an earlier attempt created with other values. */
const madeBefore = (error: unknown): number | undefined =>
  error instanceof ApiError ? error.problems.find(({ code }) => code === 'KEY_REUSED')?.id : undefined

/** The sent values of the stored document. Any attempt may have created it, so each field takes the value that matches the stored one,
 * otherwise the first that was sent.
 */
function storedOf(attempts: readonly Values[], stored: Values): Values {
  const names = Object.keys(Object.assign({}, ...attempts))
  const sent = (name: string): unknown => {
    const sent = attempts.map((body) => body[name] ?? null)
    const index = sent.findIndex((value) => isStoredAs(value, stored[name]))
    return sent[Math.max(0, index)]
  }
  return Object.fromEntries(names.map((name) => [name, sent(name)]))
}
