/** The part of the list's element that its parts may use. Tested by test/admin-components/states.test.ts. */

import type { Page } from '../app/client.ts'
import type { Doc } from '../app/doc.ts'
import type { RightsToDocuments } from '../app/document-rights.ts'
import type { Entity } from '../app/schema.ts'
import type { CmsElement } from '../element.ts'

export interface ListHost extends CmsElement {
  /** The query of the URL. */
  readonly query: URLSearchParams
  /** Whose rows are shown, of which collection, and whether they are from the trash. */
  readonly rowsOf: string
  readonly found: Page<Doc> | undefined
  readonly columns: readonly string[]
  /** Whether the filter can be edited now. */
  filters: boolean
  /** How many documents are in the trash, once that is known. */
  readonly trashed: number | undefined
  showColumns(entity: Entity, names: readonly string[]): void
  /** The ids of the selected documents. */
  chosen: ReadonlySet<number>
  readonly rights: RightsToDocuments
  /** The progress of the running bulk action, as text; empty if none is running. */
  busy: string
  /** Changes the query of the URL. */
  go(changes: Record<string, string | undefined>): void
  reload(): Promise<void>
  open(id?: number, event?: MouseEvent): void
  recover(entity: Entity, id: number): Promise<void>
  /** Shows or hides the children of a document. */
  unfold(id: number): Promise<void>
  choose(id: number, docs: readonly Doc[], event: MouseEvent): void
  chooseAll(docs: readonly Doc[], isOn: boolean): void
  /** Selects the documents of all pages with which anything can be done. */
  chooseEvery(entity: Entity): Promise<void>
  chooseNone(): void
  /** Whether the selection is that of `chooseEvery`. */
  readonly hasEvery: boolean
}
