/** The documents and files that a text refers to, as all fields of its form know them. A `change` event says that some have arrived.
 * Tested by test/admin-components/targets.test.ts.
 */
import type { Doc } from '../../app/doc.ts'
import type { RelatedDocuments } from '../../app/related.ts'
import type { CmsElement } from '../../element.ts'

export class Targets extends EventTarget {
  readonly #element: CmsElement
  readonly #related: () => RelatedDocuments

  constructor(element: CmsElement, related: () => RelatedDocuments) {
    super()
    this.#element = element
    this.#related = related
  }

  /** Undefined until it has arrived; null if it was deleted, or this person may not read it. */
  get(collection: string, id: number): Doc | null | undefined {
    return this.#related().find(collection, id, this)
  }

  nameOf(collection: string, id: number): string {
    return this.#related().title(this.#element, collection, id, this)
  }

  take(collection: string, doc: Doc): void {
    this.#related().remember(collection, [doc])
    this.requestUpdate()
  }

  /** Its name until the document has arrived; a search has found it by this title. */
  takeTitle(collection: string, id: number, title: string): void {
    this.#related().expect(collection, id, title)
  }

  /** Fetches a target again, because it may have changed. */
  forget(collection: string, id: number): void {
    this.#related().renew(collection, id)
    this.requestUpdate()
  }

  requestUpdate(): void {
    this.dispatchEvent(new Event('change'))
  }
}
