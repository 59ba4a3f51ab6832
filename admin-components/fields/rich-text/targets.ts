/** The documents and files that a text refers to, with what the editor shows of them. All that a text needs at once is fetched together.
 * Tested by test/admin-components/rich-text-links.test.ts.
 */
import type { App } from '../../app/app.ts'
import type { Page } from '../../app/client.ts'
import type { Doc } from '../../app/doc.ts'

/** The most ids in one request. */
const MOST = 100

export class Targets extends EventTarget {
  readonly #app: App
  /** `null` if it was deleted, or this user can't read it; undefined while it is being fetched. */
  readonly #known = new Map<string, Doc | null | undefined>()
  readonly #waiting = new Map<string, Set<number>>()

  constructor(app: App) {
    super()
    this.#app = app
  }

  /** Undefined until it has arrived, which is announced by a `change` event. */
  get(collection: string, id: number): Doc | null | undefined {
    const key = `${collection}/${id}`
    if (!this.#known.has(key)) this.#ask(collection, id)
    return this.#known.get(key)
  }

  take(collection: string, doc: Doc): void {
    this.#known.set(`${collection}/${doc.id}`, doc)
    this.dispatchEvent(new Event('change'))
  }

  /** Fetches a target again, because it may have changed. */
  forget(collection: string, id: number): void {
    this.#known.delete(`${collection}/${id}`)
    this.dispatchEvent(new Event('change'))
  }

  #ask(collection: string, id: number): void {
    if (this.#waiting.size === 0) setTimeout(() => void this.#fetchAll())
    const ids = this.#waiting.get(collection) ?? new Set()
    this.#waiting.set(collection, ids.add(id))
  }

  async #fetchAll(): Promise<void> {
    const waiting = [...this.#waiting]
    this.#waiting.clear()
    for (const [collection, ids] of waiting) for (const id of ids) this.#known.set(`${collection}/${id}`, undefined)
    await Promise.all(waiting.flatMap(([collection, ids]) => portions([...ids]).map((some) => this.#fetch(collection, some))))
    this.dispatchEvent(new Event('change'))
  }

  async #fetch(collection: string, ids: readonly number[]): Promise<void> {
    const entity = this.#app.collection(collection)
    const found = entity?.may.read ? await this.#request(collection, ids, entity.drafts) : []
    const docs = new Map(found.map((doc) => [doc.id, doc]))
    for (const id of ids) this.#known.set(`${collection}/${id}`, docs.get(id) ?? null)
  }

  async #request(collection: string, ids: readonly number[], draft: boolean): Promise<Doc[]> {
    try {
      const { docs } = await this.#app.client.get<Page<Doc>>(`/${collection}`, {
        where: { id: { in: ids } },
        limit: MOST,
        depth: 0,
        draft: draft || undefined,
      })
      return docs
    } catch {
      return []
    }
  }
}

function portions(ids: number[]): number[][] {
  return Array.from({ length: Math.ceil(ids.length / MOST) }, (_, at) => ids.slice(at * MOST, (at + 1) * MOST))
}
