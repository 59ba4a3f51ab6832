/** The rights of this person to documents, where they differ from document to document. Tested by test/admin-components/others-documents.test.ts. */
import type { App } from './app.ts'
import type { Entity } from './schema.ts'

export type DocumentRights = Partial<Pick<Entity['may'], 'update' | 'delete' | 'publish'>>

/** Empty where the rights to the collection say it all. Without an answer the server still refuses what it has to. */
export function rightsToDocument(app: App, entity: Entity, id: number | undefined): Promise<DocumentRights> {
  return id === undefined ? Promise.resolve({}) : rightsToAll(app, entity, [id])
}

/** What this person may do with every one of the documents. */
async function rightsToAll({ client, seenAs, user }: App, { slug, may }: Entity, ids: readonly number[]): Promise<DocumentRights> {
  if (!may.dependsOnDocument) return {}
  const as = seenAs === undefined ? undefined : user?.role
  const rights = { update: true, delete: true, publish: true }
  for (let first = 0; first < ids.length; first += MOST) {
    const some = ids.slice(first, first + MOST).join()
    const found = await client.get<typeof rights>('/admin/rights', { collection: slug, ids: some, as }).catch(() => rights)
    rights.update &&= found.update
    rights.delete &&= found.delete
    rights.publish &&= found.publish
  }
  return rights
}

/** The server answers for no more at once. */
const MOST = 100

const NONE: DocumentRights = { update: false, delete: false, publish: false }

/** The rights to all documents of a selection, of which an element shows the buttons. */
export class RightsToSelection {
  readonly #host: { app: App; requestUpdate(): void }
  #asked = ''
  #found: DocumentRights | undefined

  constructor(host: { app: App; requestUpdate(): void }) {
    this.#host = host
  }

  /** Nothing is allowed until the answer is there; then the element is drawn again. */
  to(entity: Entity, ids: Iterable<number>): Entity['may'] {
    if (!entity.may.dependsOnDocument) return entity.may
    const selected = [...ids]
    const key = `${entity.slug} ${selected}`
    if (key !== this.#asked) {
      this.#asked = key
      this.#found = undefined
      void this.#ask(entity, selected, key)
    }
    return { ...entity.may, ...(this.#found ?? NONE) }
  }

  /** The answer is still on its way. */
  isPending(entity: Entity): boolean {
    return entity.may.dependsOnDocument === true && this.#found === undefined
  }

  /** Some of the selection may be read only. */
  isLimited(entity: Entity): boolean {
    const { update, delete: remove, publish } = entity.may
    const found = this.#found
    return found !== undefined && ((update && !found.update) || (remove && !found.delete) || (publish && !found.publish && entity.drafts))
  }

  async #ask(entity: Entity, selected: readonly number[], key: string): Promise<void> {
    const found = await rightsToAll(this.#host.app, entity, selected)
    if (key !== this.#asked) return
    this.#found = found
    this.#host.requestUpdate()
  }
}
