/** The rights of this person to documents, where they differ from document to document. Tested by test/admin-components/others-documents.test.ts. */
import type { App } from './app.ts'
import type { Entity } from './schema.ts'

const RIGHTS = ['update', 'delete', 'publish'] as const

export type DocumentRights = Partial<Pick<Entity['may'], (typeof RIGHTS)[number]>>

/** The server answers for no more at once. */
const MOST = 100

const ALL: DocumentRights = { update: true, delete: true, publish: true }
const NONE: DocumentRights = { update: false, delete: false, publish: false }

/** Empty where the rights to the collection say it all. */
export async function rightsToDocument(app: App, entity: Entity, id: number | undefined): Promise<DocumentRights> {
  return id === undefined || !entity.may.dependsOnDocument ? {} : ((await rightsToEach(app, entity, [id])).get(id) ?? ALL)
}

/** Without an answer, and to documents that are gone, these are all rights: the server still refuses what it has to. */
async function rightsToEach({ client, seenAs, user }: App, { slug }: Entity, ids: readonly number[]): Promise<Map<number, DocumentRights>> {
  const as = seenAs === undefined ? undefined : user?.role
  const rights = new Map(ids.map((id) => [id, ALL]))
  for (let first = 0; first < ids.length; first += MOST) {
    const some = ids.slice(first, first + MOST).join()
    const found = await client
      .get<Record<'read' | (typeof RIGHTS)[number], number[]>>('/admin/rights', { collection: slug, ids: some, as })
      .catch(() => undefined)
    for (const id of found?.read ?? [])
      rights.set(id, Object.fromEntries(RIGHTS.map((right) => [right, found?.[right].includes(id)])) as DocumentRights)
  }
  return rights
}

/** The rights to the documents that an element shows, or of which it shows the buttons. */
export class RightsToDocuments {
  readonly #host: { app: App; requestUpdate(): void }
  /** Whose rights are known, and to documents of which collection. */
  #of = ''
  #known = new Map<number, DocumentRights>()
  #awaited = new Set<number>()

  constructor(host: { app: App; requestUpdate(): void }) {
    this.#host = host
  }

  /** Finds out the rights to all of these documents, also where they are known from before. */
  async look(entity: Entity, ids: readonly number[]): Promise<void> {
    if (!entity.may.dependsOnDocument || ids.length === 0) return
    this.#turnTo(entity)
    const of = this.#of
    const found = await rightsToEach(this.#host.app, entity, ids)
    if (of === this.#of) for (const [id, rights] of found) this.#known.set(id, rights)
  }

  /** The rights that this person has to each one of the documents: none until they are known; then the element is drawn again. */
  to(entity: Entity, ids: Iterable<number>): Entity['may'] {
    if (!entity.may.dependsOnDocument) return entity.may
    this.#turnTo(entity)
    const each = [...ids]
    const unknown = each.filter((id) => !this.#known.has(id) && !this.#awaited.has(id))
    if (unknown.length > 0) void this.#ask(entity, unknown)
    const rights = each.map((id) => this.#known.get(id) ?? NONE)
    const common = Object.fromEntries(RIGHTS.map((right) => [right, entity.may[right] && rights.every((one) => one[right])]))
    return { ...entity.may, ...common }
  }

  /** Whether anything may be done with the document; only those who may change one can publish it. */
  hasAny(entity: Entity, id: number): boolean {
    const may = this.to(entity, [id])
    return may.update || may.delete
  }

  /** The answer for some of these documents is still on its way. */
  isPending(entity: Entity, ids: Iterable<number>): boolean {
    return entity.may.dependsOnDocument === true && [...ids].some((id) => !this.#known.has(id))
  }

  /** Somebody else, or another collection: nothing is known of their documents. */
  #turnTo({ slug }: Entity): void {
    const { user, seenAs } = this.#host.app
    const of = `${user?.id} ${seenAs} ${slug}`
    if (of === this.#of) return
    this.#of = of
    this.#known = new Map()
    this.#awaited = new Set()
  }

  async #ask(entity: Entity, ids: readonly number[]): Promise<void> {
    for (const id of ids) this.#awaited.add(id)
    await this.look(entity, ids)
    for (const id of ids) this.#awaited.delete(id)
    this.#host.requestUpdate()
  }
}
