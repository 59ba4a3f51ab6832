/** What a reader works with. */
import type { Entity } from '../../schema/model.ts'
import type { Access } from '../access/access.ts'
import type { Caller } from '../actor.ts'
import type { Dialect } from '../store/contract.ts'
import type { Documents } from '../store/documents.ts'
import type { Store } from '../store/store.ts'
import type { AnswerLimits } from './answer-limit.ts'
import type { Showing } from './objects.ts'
import type { Overlay } from './overlay.ts'
import type { Plans } from './plan.ts'
import type { TimeLimits } from './time-limits.ts'
import type { View } from './view.ts'

/** What features say about reading. */
export interface ReadingFeatures {
  /** The columns that they own in the table of an entity. */
  columns(entity: Entity): readonly { name: string }[]
  /** Rows that are shown otherwise than their columns say. */
  overlay(entity: Entity, caller: Caller, view: View): Overlay | undefined
  /** Whether the caller must not notice saves that leave the time of the last change alone. */
  hidesSaves(entity: Entity, caller: Caller): boolean
}

export interface ReaderParts {
  store: Store
  dialect: Dialect
  documents: Documents
  plans: Plans
  access: Access
  /** An entity in the form that a view shows. */
  entity(slug: string, view: View): Entity
  features: ReadingFeatures
  afterRead: Showing['afterRead']
  timeLimits: TimeLimits
  answerLimits: AnswerLimits
}
