/** One press of “Duplicate” and its repetitions: until the server answers, they all mean the same copy and give it the same texts. */
import type { ApiError } from '../../client/api-error.ts'
import type { Client } from '../desk/client.ts'
import type { Entity } from '../desk/schema.ts'
import type { DocumentHost } from './document-host.ts'
import { FirstSave } from './first-save.ts'
import { isStoredAs, type Values } from './values.ts'

const unanswered = new WeakMap<DocumentHost, Copying>()

export class Copying {
  /** Of the original. */
  readonly path: string
  readonly #entity: Entity
  readonly #client: Client
  readonly #query: { depth: number; draft?: true; locale?: string }
  readonly #first: FirstSave
  readonly #texts = new Map<string, Promise<string>>()

  /** The copy of this document that got no answer, or a new one. */
  static of(host: DocumentHost, path: string, entity: Entity, isInEachLocale: boolean): Copying {
    const earlier = unanswered.get(host)
    if (earlier?.path === path) return earlier
    const copying = new Copying(host.desk.client, path, entity, isInEachLocale)
    unanswered.set(host, copying)
    return copying
  }

  private constructor(client: Client, path: string, entity: Entity, isInEachLocale: boolean) {
    this.path = path
    this.#entity = entity
    this.#client = client
    this.#query = { depth: 0, ...(entity.drafts && { draft: true }), ...(isInEachLocale && { locale: 'all' }) }
    this.#first = new FirstSave(client, entity, this.#query)
  }

  /** A text that is looked for again would differ, because the copy without an answer has taken it. */
  once(key: string, find: () => Promise<string>): Promise<string> {
    const text = this.#texts.get(key) ?? find()
    this.#texts.set(key, text)
    return text
  }

  /** Creates the copy, or brings the one that was created without an answer up to date. */
  async send(copy: Values): Promise<number> {
    const { body, sent, isEarlier } = await this.#first.send({ ...copy, ...this.#asDraft })
    const id: number = body['id']
    const changes = isEarlier ? changesOf(sent, copy) : {}
    if (Object.keys(changes).length > 0)
      await this.#client.patch(`/${this.#entity.slug}/${id}`, { ...changes, ...this.#asDraft }, this.#query)
    return id
  }

  /** The next copy is another one, unless this one may have been created all the same. One that was deleted since is over as well. */
  end(host: DocumentHost, error?: unknown): void {
    const isOver = error === undefined || this.#first.attempts.sent.length === 0 || (error as Partial<ApiError>).status === 404
    if (isOver && unanswered.get(host) === this) unanswered.delete(host)
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
