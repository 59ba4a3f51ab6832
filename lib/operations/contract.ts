/** The input of an operation (what is requested, and by whom) and the output of lists and changes. */
import type { Entity, Field } from '../../schema/model.ts'
import type { Caller } from '../actor.ts'
import type { Filter } from '../query/filter.ts'
import type { Found } from '../query/shown.ts'
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

/** What our own code adds to a change: guards, writes and values that join its transaction. */
export interface Extras {
  /** Values set regardless of the caller's permissions: facts that never come from a request. */
  data?: Doc
  /** An object that a feature's steps know how to handle, such as a file. */
  brings?: object
  /** The content that the change restores, including values that the current model doesn't know. */
  restored?: Snapshot
  /** Texts may contain what their fields don't allow, as an import from elsewhere does. */
  keepsTexts?: true
  /** The paths of inputs that hold no value yet: the change is refused because of them, along with everything else that is wrong. */
  unfinished?: readonly string[]
  guards?: readonly Statement[]
  writes?: readonly Statement[]
  /** Run after the commit. */
  afterwards?: readonly Effect[]
}

export type Effect = () => void | Promise<void>

export interface OperationRequest {
  name: OperationName
  /** The purpose, if the operation serves several: `unpublish`, `restore`, … */
  intent?: string
  /** Reads drafts, versions or scheduled changes without changing anything yet. */
  editorial?: boolean
  entity: Entity
  /** The form of the entity that the answer to a change uses. @default the same */
  shownAs?: Entity
  caller: Caller
  id?: number
  query?: ListQuery
  /** Narrows a list in addition to its `where`, regardless of the fields that the caller may filter by. */
  within?: Filter | undefined
  select?: string | readonly string[]
  view?: View
  input?: unknown
  /** Nothing else holds the input, and its keys and nesting were checked, so it need not be copied. */
  ownsInput?: boolean
  /** The revisions that the caller has seen; any other is refused. */
  ifMatch?: readonly number[] | undefined
  /** Compare-and-set: the change is skipped if this doesn't hold. */
  condition?: Where
  /** Reads return JSON text if they can. */
  asText?: boolean
  /** Whether the caller of a list has the answer with an ETag, so that it need not be read if nothing has changed. */
  isKnown?: ((tag: string) => boolean) | undefined
  with?: Extras | undefined
}

export interface Listed extends Found {
  limit: number
  page: number
}

/** The part of a change that is written to the row. */
export interface RowChange {
  /** Top-level fields whose columns are written. */
  fields: readonly Field[]
  /** Values of the columns that features own. */
  own: Readonly<Record<string, unknown>>
  /** Whether the row's `updatedAt` changes. */
  dated: boolean
  /** The `updatedAt` in the answer. @default now */
  updatedAt?: string
  /** Writes every locale, not just the one being changed. */
  whole?: boolean
  /** The new content is stored as a pending draft; the columns keep the live values. */
  aside?: boolean
}

/** The range that an incremented number must stay in. */
export interface Limits {
  /** The minimum. @default the field's own */
  min?: number | undefined
  /** The maximum. @default the field's own */
  max?: number | undefined
}
