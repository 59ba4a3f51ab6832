/** A document at the API: its address, the query it is read with, and whether a version of it is live. It holds no content. */
import type { Answered } from '../../client/transport.ts'
import type { Client, Query } from '../desk/client.ts'
import type { Entity } from '../desk/schema.ts'
import { withIds } from './relation-ids.ts'
import type { Values } from './values.ts'

export class StoredDocument {
  readonly #client: Client
  readonly #entity: Entity
  /** Relations as ids, drafts included, one locale without the values of another one. */
  readonly query: Query
  id: number | undefined

  constructor(client: Client, entity: Entity, id: number | undefined, locale: string | undefined) {
    this.#client = client
    this.#entity = entity
    this.id = id
    this.query = {
      depth: 0,
      ...(entity.drafts && { draft: true }),
      ...(locale !== undefined && { locale, 'fallback-locale': false }),
    }
  }

  get path(): string {
    if (this.#entity.kind === 'global') return `/globals/${this.#entity.slug}`
    return this.id === undefined ? `/${this.#entity.slug}` : `/${this.#entity.slug}/${this.id}`
  }

  read(): Promise<Answered<Values>> {
    return this.#ask('GET', '', {})
  }

  /** `etag` is that of what was read: any other state of the document is `STALE`. */
  update(body: Values, etag: string | undefined): Promise<Answered<Values>> {
    return this.#ask('PATCH', '', { body, etag })
  }

  autosave(body: Values, etag: string | undefined): Promise<Answered<Values>> {
    return this.#ask('POST', '/autosave', { body, etag })
  }

  async isLive(): Promise<boolean> {
    if (this.#entity.kind === 'global') return (await this.#client.get(this.path)).status === 'published'
    const where = { id: { equals: this.id } }
    const found = await this.#client.get(`/${this.#entity.slug}`, { where, select: 'status', depth: 0, count: false })
    return found.docs.length > 0
  }

  async #ask(method: string, below: string, { body, etag }: { body?: Values; etag?: string | undefined }): Promise<Answered<Values>> {
    const answered = await this.#client.exchange<Values>(method, this.path + below, {
      query: this.query,
      ...(body && { body }),
      ...(etag !== undefined && { headers: { 'if-match': etag } }),
    })
    return { ...answered, body: withIds(this.#entity.fields, answered.body) }
  }
}
