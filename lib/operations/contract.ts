/** What an operation is asked, by whom, and what lists and changes answer. */
import type { Entity, Field } from '../../schema/model.ts'
import type { Caller } from '../actor.ts'
import type { Filter } from '../query/filter.ts'
import type { Shown } from '../query/reader.ts'
import type { View } from '../query/view.ts'
import type { Where } from '../query/where.ts'
import type { Doc } from '../store/document.ts'
import type { Snapshot } from '../store/snapshots.ts'
import type { Statement } from '../store/write-set.ts'

export type OperationName = 'list' | 'read' | 'create' | 'update' | 'delete'

export const CHANGES: readonly OperationName[] = ['create', 'update', 'delete']
export const SAVES: readonly OperationName[] = ['create', 'update']
export const READS: readonly OperationName[] = ['list', 'read']

export interface ListQuery {
  where?: Where
  sort?: string | readonly string[]
  limit?: number
  page?: number
  count?: boolean
}

/** What a caller of ours adds to a change: it holds, or is written, in the same transaction. */
export interface Joined {
  /** Values that are set whatever the caller of the operation may set: facts that no request tells. */
  data?: Doc
  /** Something that the steps of a feature know what to do with, such as a file. */
  brings?: object
  /** The content that the change brings back: what the model does not know of it comes along. */
  restored?: Snapshot
  guards?: readonly Statement[]
  writes?: readonly Statement[]
  /** After the commit. */
  afterwards?: readonly Effect[]
}

export type Effect = () => void | Promise<void>

export interface Asking {
  name: OperationName
  /** Why, where an operation serves several purposes: `unpublish`, `restore`, … */
  intent?: string
  /** Looks at drafts, versions or what is planned, without changing anything yet. */
  editorial?: boolean
  entity: Entity
  /** The form of the entity that the answer to a change shows. @default the same */
  shownAs?: Entity
  caller: Caller
  id?: number
  query?: ListQuery
  /** What a list is narrowed to beside its `where`, whatever its caller may filter by. */
  within?: Filter | undefined
  select?: string | readonly string[]
  view?: View
  input?: unknown
  /** The revisions that the caller has seen: any other one is refused. */
  ifMatch?: number | readonly number[]
  /** Compare-and-set: changes nothing when it does not hold. */
  condition?: Where
  /** Reads give JSON text where they can. */
  asText?: boolean
  with?: Joined | undefined
}

export interface Listed {
  docs: Shown[]
  totalDocs: number | null
  limit: number
  page: number
  hasNextPage: boolean
}

/** What a change writes into the row. */
export interface RowChange {
  /** Top-level fields whose columns are written. */
  fields: readonly Field[]
  /** Values of columns that features own. */
  own: Readonly<Record<string, unknown>>
  /** Whether the row says that it was updated. */
  dated: boolean
  /** What the answer says for `updatedAt`. @default now */
  updatedAt?: string
  /** Every locale is written, not only that of the change. */
  whole?: boolean
  /** The document as it is now waits beside what the columns hold. */
  aside?: boolean
}

/** How far a number may be counted. */
export interface Limits {
  /** The least value that it may come to. @default the field's own */
  min?: number
  /** The greatest. @default the field's own */
  max?: number
}
