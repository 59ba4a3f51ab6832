/** The first save of a new document. If its answer was lost, it looks for the document before it sends another request. */
import type { Answered } from '../../client/transport.ts'
import type { Client, Page, Query } from '../desk/client.ts'
import type { Entity } from '../desk/schema.ts'
import { hasNoAnswer } from './obstacle.ts'
import { same, type Values, withIds } from './values.ts'

/** Others may have created documents meanwhile: at most this many are compared. */
const LOOKED_AT = 50
/** Types whose values the server stores as they were sent, except for spaces at their ends. */
const TEXTS = ['text', 'textarea', 'email']

export class FirstSave {
  readonly #client: Client
  readonly #entity: Entity
  readonly #query: Query
  /** The highest id before the request was sent. */
  #newest: number | undefined
  #unanswered: Values | undefined

  constructor(client: Client, entity: Entity, query: Query) {
    this.#client = client
    this.#entity = entity
    this.#query = query
  }

  async send(body: Values): Promise<Answered<Values>> {
    if (this.#entity.may.read) this.#newest ??= await this.#highestId()
    try {
      const answered = await this.#client.exchange<Values>('POST', `/${this.#entity.slug}`, { body, query: this.#query })
      return { ...answered, body: withIds(this.#entity.fields, answered.body) }
    } catch (error) {
      if (hasNoAnswer(error)) this.#unanswered = body
      throw error
    }
  }

  /** The document that an unanswered request created after all, and what that request sent. */
  async made(): Promise<{ doc: Values; sent: Values } | undefined> {
    const sent = this.#unanswered
    if (!sent || this.#newest === undefined) return undefined
    const { docs } = await this.#client.get<Page<Values>>(`/${this.#entity.slug}`, {
      ...this.#query,
      where: { id: { gt: this.#newest } },
      sort: 'id',
      limit: LOOKED_AT,
      count: false,
    })
    const texts = this.#entity.fields.filter(
      ({ name, type, hasMany }) => TEXTS.includes(type) && !hasMany && typeof sent[name] === 'string',
    )
    const doc = docs.find((one) => texts.length > 0 && texts.every(({ name }) => same(one[name]?.trim(), sent[name].trim())))
    if (!doc) this.#unanswered = undefined
    return doc && { doc: withIds(this.#entity.fields, doc), sent }
  }

  async #highestId(): Promise<number> {
    const { docs } = await this.#client.get<Page<Values>>(`/${this.#entity.slug}`, {
      draft: this.#query['draft'],
      sort: '-id',
      limit: 1,
      depth: 0,
      select: 'id',
      count: false,
    })
    return docs[0]?.['id'] ?? 0
  }
}
