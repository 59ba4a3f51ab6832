/** What the parts of a list know of the element that shows them. */
import type { Page } from '../desk/client.ts'
import type { Entity } from '../desk/schema.ts'
import type { CmsElement } from '../element.ts'
import type { Doc } from './branches.ts'

export interface ListHost extends CmsElement {
  /** What the address says beside the collection. */
  readonly query: URLSearchParams
  readonly found: Page<Doc> | undefined
  readonly columns: readonly string[]
  /** Documents that are ticked. */
  chosen: ReadonlySet<number>
  /** What is under way with them, in words. */
  busy: string
  /** Changes the address. */
  go(changes: Record<string, string | undefined>): void
  reload(): Promise<void>
  open(id?: number, event?: MouseEvent): void
  recover(entity: Entity, id: number): Promise<void>
  /** What lies below a document comes and goes. */
  unfold(id: number): Promise<void>
  choose(id: number, docs: readonly Doc[], event: MouseEvent): void
  chooseAll(docs: readonly Doc[], isOn: boolean): void
  /** Of all pages. */
  chooseEvery(entity: Entity): Promise<void>
  chooseNone(): void
}
