/** The documents that a relation may point to, per its `filterOptions` and features. Used to validate changes and to list options.
 * Tested by test/features/presence-views-choices.test.ts.
 */

import type { Entity, Field } from '../../schema/model.ts'
import { type Because, because } from '../../schema/reasons.ts'
import type { Operation } from '../engine.ts'
import { type Filter, none } from '../query/filter.ts'

export interface Choice {
  filter: Filter
  /** Why any other document is refused. */
  refusal: Because
}

/** The caller who chooses, and the current values of the document. */
export interface Choosing extends Pick<Operation, 'engine' | 'caller' | 'doc'> {
  /** The id of the document that holds the relation; absent while it is being created. */
  id: number | undefined
}

export async function choicesOf(field: Field, target: Entity, choosing: Choosing): Promise<Choice[]> {
  const own = await filterOf(field, target, choosing)
  const { access, features } = choosing.engine
  return [
    ...(own ? [{ filter: own, refusal: because('not-selectable') }] : []),
    ...features.choices(field).map(({ where, refusal }) => ({ filter: access.documents.ruleFilter(where, target), refusal })),
  ]
}

async function filterOf(field: Field, target: Entity, { engine, caller, doc, id }: Choosing): Promise<Filter | undefined> {
  if (field.filterOptions === undefined) return undefined
  const where =
    typeof field.filterOptions === 'function'
      ? await field.filterOptions({ user: caller.actor.user, data: doc, id, context: caller.context })
      : field.filterOptions
  return where === true || where === undefined ? undefined : where === false ? none : engine.access.documents.ruleFilter(where, target)
}
