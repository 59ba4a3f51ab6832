/** Loads the documents and files that values refer to, for their titles and pictures: one request for each collection covers everything
 * on the page. Tested by test/admin-components/related-documents.test.ts.
 */
import type { ReactiveControllerHost } from 'lit'
import { ApiError } from '../../client/api-error.ts'
import type { CmsElement } from '../element.ts'
import { findPending } from '../list/state.ts'
import { lineQuery } from '../parts/document-line.ts'
import { outOfSight } from '../parts/out-of-sight.ts'
import { titleOf } from '../parts/title.ts'
import type { App } from './app.ts'
import type { Page, Query } from './client.ts'
import type { Doc } from './doc.ts'
import type { Entity } from './schema.ts'

const A_REQUEST = 100
/** After a request that got no answer. */
const TRY_AGAIN = 5000

/** What shows documents, and renders again when they have arrived. */
type Reader = Pick<ReactiveControllerHost, 'requestUpdate'>

export class RelatedDocuments {
  readonly #app: App
  readonly #locale: string | undefined
  /** The number of answers so far. A view that was made before the last one is stale. */
  answers = 0
  /** By `slug/id`; null if it was deleted or this person may not read it. */
  readonly #known = new Map<string, Doc | null>()
  /** Titles of documents that have not arrived yet, as a search gave them. */
  readonly #titles = new Map<string, string>()
  /** Those of them that are in the trash, if this person may see it. */
  readonly #trashed = new Map<string, Doc>()
  /** Known, but they may have changed since. */
  readonly #stale = new Set<string>()
  readonly #waiting = new Map<string, Set<number>>()
  /** Requested, and not answered yet. */
  readonly #underWay = new Set<string>()
  readonly #readers = new Set<Reader>()

  constructor(app: App, locale?: string) {
    this.#app = app
    this.#locale = locale
  }

  /** Undefined until it is known; the reader renders again then. */
  find(slug: string, id: number, reader: Reader): Doc | null | undefined {
    const entity = this.#app.collection(slug)
    if (!entity) return null
    const known = this.#known.get(`${slug}/${id}`)
    if (known !== undefined && !this.#stale.has(`${slug}/${id}`)) return known
    this.#readers.add(reader)
    if (this.#underWay.has(`${slug}/${id}`)) return known
    if (this.#waiting.size === 0) setTimeout(() => void this.#fetch())
    this.#waiting.set(slug, (this.#waiting.get(slug) ?? new Set()).add(id))
    return known
  }

  /** The title of a document, or words for one that can't be shown. */
  title(host: CmsElement, slug: string, id: number, reader: Reader = host): string {
    const doc = this.find(slug, id, reader)
    if (doc === undefined) return this.#titles.get(`${slug}/${id}`) ?? '…'
    const entity = this.#app.collection(slug)
    return doc && entity ? titleOf(host, entity, doc) : this.titleOfMissing(host, slug, id)
  }

  /** Only for a document that was not found. */
  titleOfMissing(host: CmsElement, slug: string, id: number): string {
    const entity = this.#app.collection(slug)
    const trashed = this.#trashed.get(`${slug}/${id}`)
    return entity && trashed ? host.t('relation.inTrash', { title: titleOf(host, entity, trashed) }) : outOfSight(host, slug)
  }

  /** Documents that were loaded elsewhere. */
  remember(slug: string, docs: readonly Doc[]): void {
    for (const doc of docs) this.#know(`${slug}/${doc.id}`, doc)
  }

  /** The title of a document until it has arrived. */
  expect(slug: string, id: number, title: string): void {
    this.#titles.set(`${slug}/${id}`, title)
  }

  /** Asks again when it is needed next. Until the answer is there, it stays as it was, so that the focus of its buttons isn't lost. */
  renew(slug: string, id: number): void {
    this.#stale.add(`${slug}/${id}`)
  }

  #know(key: string, doc: Doc | null): void {
    this.#known.set(key, doc)
    this.#stale.delete(key)
  }

  async #fetch(): Promise<void> {
    const wanted = [...this.#waiting].map(([slug, ids]) => [slug, [...ids].filter((id) => this.#isWanted(`${slug}/${id}`))] as const)
    this.#waiting.clear()
    const answered = await Promise.all(wanted.map(([slug, ids]) => this.#fetchFrom(slug, ids)))
    this.answers++
    const readers = [...this.#readers]
    this.#readers.clear()
    const tell = () => readers.forEach((reader) => void reader.requestUpdate())
    if (answered.every(Boolean)) tell()
    else setTimeout(tell, TRY_AGAIN)
  }

  #isWanted(key: string): boolean {
    return !this.#known.has(key) || this.#stale.has(key)
  }

  /** False if some got no answer, so that no document is reported as deleted. */
  async #fetchFrom(slug: string, ids: readonly number[]): Promise<boolean> {
    const entity = this.#app.collection(slug)
    if (!entity) return true
    let isAnswered = true
    for (let at = 0; at < ids.length; at += A_REQUEST) {
      const some = ids.slice(at, at + A_REQUEST)
      for (const id of some) this.#underWay.add(`${slug}/${id}`)
      const docs = await this.#ask(entity, some)
      const missing = docs ? some.filter((id) => !docs.some((doc) => doc.id === id)) : []
      if (missing.length > 0 && entity.trash && entity.may.delete)
        for (const doc of (await this.#ask(entity, missing, { trash: true })) ?? []) this.#trashed.set(`${slug}/${doc.id}`, doc)
      for (const id of some) this.#underWay.delete(`${slug}/${id}`)
      isAnswered &&= docs !== undefined
      for (const id of docs ? some : []) this.#know(`${slug}/${id}`, docs?.find((doc) => doc.id === id) ?? null)
    }
    return isAnswered
  }

  async #ask(entity: Entity, ids: readonly number[], more: Query = {}): Promise<Doc[] | undefined> {
    const query = { ...lineQuery(entity), ...more, where: { id: { in: ids } }, limit: A_REQUEST, count: false, locale: this.#locale }
    try {
      const { docs } = await this.#app.client.get<Page<Doc>>(`/${entity.slug}`, query)
      await findPending(this.#app, entity, docs)
      return docs
    } catch (error) {
      return error instanceof ApiError && [403, 404].includes(error.status) ? [] : undefined
    }
  }
}
