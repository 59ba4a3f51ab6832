/** One “Duplicate” action and its retries: until the server responds, they all create the same copy with the same texts.
 * Tested by test/admin-components/duplicate.test.ts.
 */
import type { ApiError } from '../../client/api-error.ts'
import type { Client } from '../app/client.ts'
import type { Entity } from '../app/schema.ts'
import { FirstSave } from './first-save.ts'
import { isStoredAs, type Values } from './values.ts'

/** The form whose document is copied. */
export interface CopyingHost {
  /** The copy that got no response yet. */
  copying: Copying | undefined
}

export class Copying {
  /** The path of the original. */
  readonly path: string
  readonly #entity: Entity
  readonly #client: Client
  readonly #query: { depth: number; draft?: true; locale?: string }
  #first: FirstSave
  readonly #texts = new Map<string, Promise<string>>()

  /** Continues the copy of this document that got no response, or starts a new one. */
  static of(host: CopyingHost, client: Client, path: string, entity: Entity, isInEachLocale: boolean): Copying {
    if (host.copying?.path !== path) host.copying = new Copying(client, path, entity, isInEachLocale)
    return host.copying
  }

  private constructor(client: Client, path: string, entity: Entity, isInEachLocale: boolean) {
    this.path = path
    this.#entity = entity
    this.#client = client
    this.#query = { depth: 0, ...(entity.drafts && { draft: true }), ...(isInEachLocale && { locale: 'all' }) }
    this.#first = this.#firstSave()
  }

  #firstSave(): FirstSave {
    return new FirstSave(this.#client, this.#entity, { ...this.#query, copyOf: this.path.slice(this.path.lastIndexOf('/') + 1) })
  }

  /** Looking for a free text again would find another one, because the unanswered copy may already use the first. */
  once(key: string, find: () => Promise<string>): Promise<string> {
    const text = this.#texts.get(key) ?? find()
    this.#texts.set(key, text)
    return text
  }

  /** Creates the copy, or updates the one that an unanswered request created. */
  async send(copy: Values): Promise<number> {
    const { body, sent, isEarlier, isInTrash } = await this.#first.send({ ...copy, ...this.#asDraft })
    const id: number = body['id']
    // It has been deleted since: leave it in the trash and create another copy.
    if (isInTrash) {
      this.#first = this.#firstSave()
      return this.send(copy)
    }
    const changes = isEarlier ? changesOf(sent, copy) : {}
    if (Object.keys(changes).length > 0)
      await this.#client.patch(`/${this.#entity.slug}/${id}`, { ...changes, ...this.#asDraft }, this.#query)
    return id
  }

  /** Ends this copy, so that the next one is new, unless it may have been created without a response. A copy deleted since is over too. */
  end(host: CopyingHost, error?: unknown): void {
    const isOver = error === undefined || this.#first.attempts.sent.length === 0 || (error as Partial<ApiError>).status === 404
    if (isOver && host.copying === this) host.copying = undefined
  }

  get #asDraft(): Values {
    return this.#entity.drafts ? { status: 'draft' } : {}
  }
}

/** The copy's changes compared to the data that was sent. Values that it lacks become empty; the status isn't copied. */
function changesOf({ status: _, ...sent }: Values, copy: Values): Values {
  const names = Object.keys({ ...sent, ...copy }).filter((name) => !isStoredAs(copy[name] ?? null, sent[name] ?? null))
  return Object.fromEntries(names.map((name) => [name, copy[name] ?? null]))
}
