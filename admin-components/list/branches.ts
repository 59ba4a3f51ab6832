/** A list as a tree: knows which documents have children, and loads the children of those that are open. Tested by test/admin-components/arranging.test.ts. */

import type { App } from '../app/app.ts'
import type { Page, Query } from '../app/client.ts'
import type { Doc } from '../app/doc.ts'
import type { Entity } from '../app/schema.ts'
import { findPending } from './state.ts'

export interface TreeRow {
  doc: Doc
  depth: number
  /** The documents on the same level. */
  siblings: readonly Doc[]
  branch: 'open' | 'closed' | 'none'
}

/** The maximum number of children shown below one document. */
const MOST = 100
const DEEPEST = 8

export class Branches {
  readonly #app: App
  readonly #entity: Entity
  readonly #field: string
  readonly #question: () => Query
  /** The documents that have children. */
  readonly #parents = new Set<number>()
  /** How many documents all levels have. */
  total = 0
  readonly #open = new Map<number, readonly Doc[]>()

  constructor(app: App, entity: Entity, field: string, question: () => Query) {
    this.#app = app
    this.#entity = entity
    this.#field = field
    this.#question = question
  }

  /** Updates the tree for the documents shown now. Reloads the branches that were open before. */
  async look(docs: readonly Doc[]): Promise<void> {
    await Promise.all([this.#lookBelow(docs), this.#count()])
    await Promise.all([...this.#open.keys()].map((id) => this.#read(id)))
  }

  async toggle(id: number): Promise<void> {
    if (!this.#open.delete(id)) await this.#read(id)
  }

  rows(docs: readonly Doc[], depth = 0): TreeRow[] {
    return docs.flatMap((doc): TreeRow[] => {
      const children = depth < DEEPEST ? this.#open.get(doc.id) : undefined
      const branch = children ? 'open' : this.#parents.has(doc.id) ? 'closed' : 'none'
      return [{ doc, depth, siblings: docs, branch }, ...(children ? this.rows(children, depth + 1) : [])]
    })
  }

  async #count(): Promise<void> {
    const { slug, drafts } = this.#entity
    const query = { select: 'id', depth: 0, limit: 1, ...(drafts && { draft: true }) }
    this.total = (await this.#app.client.get<Page<Doc>>(`/${slug}`, query)).totalDocs
  }

  async #read(id: number): Promise<void> {
    const { docs } = await this.#ask({ ...this.#question(), where: { [this.#field]: { equals: id } } })
    await findPending(this.#app, this.#entity, docs)
    if (docs.length === 0) this.#parents.delete(id)
    this.#open.set(id, docs)
    await this.#lookBelow(docs)
  }

  async #lookBelow(docs: readonly Doc[]): Promise<void> {
    if (docs.length === 0) return
    const ids = docs.map(({ id }) => id)
    const { drafts } = this.#entity
    const found = await this.#ask({
      where: { [this.#field]: { in: ids } },
      select: this.#field,
      depth: 0,
      ...(drafts && { draft: true }),
    })
    const known = found.hasNextPage ? ids : found.docs.map((doc) => doc[this.#field])
    for (const id of ids) this.#parents.delete(id)
    for (const id of known) this.#parents.add(id)
  }

  #ask(question: Query): Promise<Page<Doc>> {
    return this.#app.client.get<Page<Doc>>(`/${this.#entity.slug}`, { ...question, limit: MOST })
  }
}
