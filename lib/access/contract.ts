/** The contract of access: what its parts need from the rest of the CMS. */
import type { Entity } from '../../schema/model.ts'
import type { Caller } from '../actor.ts'
import type { Log } from '../log.ts'
import type { Filter } from '../query/filter.ts'
import type { View } from '../query/view.ts'
import type { Dialect } from '../store/contract.ts'
import type { NamedRule } from './rules.ts'

/** No access rule covers `publish`; only features limit it. */
export type Verb = 'read' | 'create' | 'update' | 'delete' | 'publish'

/** The document that a rule is asked about. */
export interface About {
  id?: number
  data?: Record<string, unknown>
}

export interface AccessParts {
  entity(slug: string): Entity
  /** An entity in the form that a view reads. */
  formFor(slug: string, view: View): Entity
  rules: Readonly<Record<string, NamedRule>>
  dialect: Dialect
  log: Log
  features: AccessFeatures
}

/** What features contribute to access. */
export interface AccessFeatures {
  /** A filter added to every use of an entity. */
  restrict(entity: Entity, caller: Caller, view: View): Filter
  namedFilter(name: string, entity: Entity, caller: Caller): Filter | undefined
  /** Whether the caller bypasses the rules of an entity. */
  admits(entity: Entity, verb: Verb, caller: Caller): boolean
  /** Narrows what a rule allows. */
  limit(entity: Entity, verb: Verb, caller: Caller): Filter | Promise<Filter>
  limitFields(entity: Entity, caller: Caller): undefined | Promise<FieldLimits | undefined>
}

/** Top-level fields that a feature withholds from a caller. */
export interface FieldLimits {
  hidden: readonly string[]
  readOnly: readonly string[]
  /** The id of the one document that these limits do not apply to. */
  exempt?: number
}
