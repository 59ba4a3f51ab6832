/** One press of “Duplicate” and its repetitions: until the server answers, they all mean the same copy and give it the same texts. */
import type { ApiError } from '../../client/api-error.ts'
import type { Client } from '../desk/client.ts'
import type { Entity } from '../desk/schema.ts'
import { FirstSave } from './first-save.ts'
import { isStoredAs, type Values } from './values.ts'

/** The form whose document is copied. */
export interface CopyingHost {
  /** The copy that got no answer yet. */
  copying: Copying | undefined
}

export class Copying {
  /** Of the original. */
  readonly path: string
  readonly #entity: Entity
  readonly #client: Client
  readonly #query: { depth: number; draft?: true; locale?: string }
  #first: FirstSave
  readonly #texts = new Map<string, Promise<string>>()

  /** The copy of this document that got no answer, or a new one. */
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
    return new FirstSave(this.#client, this.#entity, this.#query)
  }

  /** A text that is looked for again would differ, because the copy without an answer has taken it. */
  once(key: string, find: () => Promise<string>): Promise<string> {
    const text = this.#texts.get(key) ?? find()
    this.#texts.set(key, text)
    return text
  }

  /** Creates the copy, or brings the one that was created without an answer up to date. */
  async send(copy: Values): Promise<number> {
    const { body, sent, isEarlier, isInTrash } = await this.#first.send({ ...copy, ...this.#asDraft })
    const id: number = body['id']
    // Somebody has deleted it since: it stays in the trash as it is, and this is another copy.
    if (isInTrash) {
      this.#first = this.#firstSave()
      return this.send(copy)
    }
    const changes = isEarlier ? changesOf(sent, copy) : {}
    if (Object.keys(changes).length > 0)
      await this.#client.patch(`/${this.#entity.slug}/${id}`, { ...changes, ...this.#asDraft }, this.#query)
    return id
  }

  /** The next copy is another one, unless this one may have been created all the same. One that was deleted since is over as well. */
  end(host: CopyingHost, error?: unknown): void {
    const isOver = error === undefined || this.#first.attempts.sent.length === 0 || (error as Partial<ApiError>).status === 404
    if (isOver && host.copying === this) host.copying = undefined
  }

  get #asDraft(): Values {
    return this.#entity.drafts ? { status: 'draft' } : {}
  }
}

/** What the copy says otherwise than it was sent; values that it has no more are empty. The status isn't copied. */
function changesOf({ status: _, ...sent }: Values, copy: Values): Values {
  const names = Object.keys({ ...sent, ...copy }).filter((name) => !isStoredAs(copy[name] ?? null, sent[name] ?? null))
  return Object.fromEntries(names.map((name) => [name, copy[name] ?? null]))
}
