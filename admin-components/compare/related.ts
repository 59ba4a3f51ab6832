/** Loads the documents and files that compared values refer to, for their titles and pictures: one request for each collection covers
 * everything on the page. Tested by test/admin-components/compare.test.ts.
 */
import type { ReactiveControllerHost } from 'lit'
import type { App } from '../app/app.ts'
import type { Page } from '../app/client.ts'
import type { Doc } from '../app/doc.ts'
import type { Entity } from '../app/schema.ts'
import type { CmsElement } from '../element.ts'
import { titleOf } from '../parts/title.ts'

const A_REQUEST = 100

export class RelatedDocuments {
  readonly #app: App
  readonly #locale: string | undefined
  /** The number of answers so far. A view that was made before the last one is stale. */
  answers = 0
  /** By `slug/id`; null if it was deleted or this person may not read it. */
  readonly #known = new Map<string, Doc | null>()
  readonly #waiting = new Map<string, Set<number>>()
  readonly #readers = new Set<ReactiveControllerHost>()

  constructor(app: App, locale?: string) {
    this.#app = app
    this.#locale = locale
  }

  /** Undefined until it is known; the element that asks renders again then. */
  find(slug: string, id: number, reader: ReactiveControllerHost): Doc | null | undefined {
    const entity = this.#app.collection(slug)
    if (!entity) return null
    const known = this.#known.get(`${slug}/${id}`)
    if (known !== undefined) return known
    this.#readers.add(reader)
    if (this.#waiting.size === 0) setTimeout(() => void this.#fetch())
    this.#waiting.set(slug, (this.#waiting.get(slug) ?? new Set()).add(id))
    return undefined
  }

  /** The title of a document, or words for one that can't be shown. */
  title(host: CmsElement, slug: string, id: number): string {
    const doc = this.find(slug, id, host)
    if (doc === undefined) return '…'
    const entity = this.#app.collection(slug)
    if (doc === null || !entity) return host.t('relation.gone', { id })
    return slug === 'media' ? String(doc['originalName'] ?? id) : titleOf(host, entity, doc)
  }

  async #fetch(): Promise<void> {
    const wanted = [...this.#waiting].map(([slug, ids]) => [slug, [...ids].filter((id) => !this.#known.has(`${slug}/${id}`))] as const)
    this.#waiting.clear()
    await Promise.all(wanted.map(([slug, ids]) => this.#fetchFrom(slug, ids)))
    this.answers++
    const readers = [...this.#readers]
    this.#readers.clear()
    for (const reader of readers) reader.requestUpdate()
  }

  async #fetchFrom(slug: string, ids: readonly number[]): Promise<void> {
    const entity = this.#app.collection(slug)
    if (!entity) return
    for (let at = 0; at < ids.length; at += A_REQUEST) {
      const some = ids.slice(at, at + A_REQUEST)
      const docs = await this.#ask(entity, some)
      for (const id of docs ? some : []) this.#known.set(`${slug}/${id}`, docs?.find((doc) => doc.id === id) ?? null)
    }
  }

  /** Undefined if the server can't be reached, so that no document is reported as deleted. */
  async #ask({ slug, title, drafts }: Entity, ids: readonly number[]): Promise<Doc[] | undefined> {
    const { docs } = await this.#app.client
      .get<Page<Doc>>(`/${slug}`, {
        where: { id: { in: ids } },
        limit: A_REQUEST,
        depth: 0,
        count: false,
        draft: drafts || undefined,
        locale: this.#locale,
        ...(slug !== 'media' && { select: title ?? 'id' }),
      })
      .catch(() => ({ docs: undefined }))
    return docs
  }
}
