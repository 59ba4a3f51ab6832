/** The parts that a reader needs. Tested by test/query/model.test.ts. */
import type { Entity } from '../../schema/model.ts'
import type { Access } from '../access/access.ts'
import type { Caller } from '../actor.ts'
import type { Dialect } from '../store/contract.ts'
import type { Documents } from '../store/documents.ts'
import type { Store } from '../store/store.ts'
import type { Tally } from '../store/tally.ts'
import type { AnswerLimits } from './answer-limit.ts'
import type { Showing } from './objects.ts'
import type { Overlay } from './overlay.ts'
import type { Plans } from './plan.ts'
import type { TimeLimits } from './time-limits.ts'
import type { UnindexedLists } from './unindexed-lists.ts'
import type { View } from './view.ts'

/** What features contribute to reading. */
export interface ReadingFeatures {
  /** The columns that they own in an entity's table. */
  columns(entity: Entity): readonly { name: string }[]
  /** The groups of its rows whose totals the database keeps. */
  tally(entity: Entity): Tally | undefined
  /** Rows shown with other content than their columns hold. */
  overlay(entity: Entity, caller: Caller, view: View): Overlay | undefined
  /** Whether to hide from the caller saves that keep `updatedAt` unchanged. */
  hidesSaves(entity: Entity, caller: Caller): boolean
}

export interface ReaderParts {
  store: Store
  dialect: Dialect
  documents: Documents
  plans: Plans
  access: Access
  /** An entity in the form that a view reads. */
  entity(slug: string, view: View): Entity
  /** Whether callers can know a collection: a text may name any. */
  isCollection(slug: string): boolean
  features: ReadingFeatures
  afterRead: Showing['afterRead']
  timeLimits: TimeLimits
  answerLimits: AnswerLimits
  /** What visitors get for lists that no index serves. */
  unindexed: 'allow' | 'refuse'
  unindexedLists: UnindexedLists
}
