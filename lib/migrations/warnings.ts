/** What no step of a plan mends: a missing `renamedFrom` and names in it, names that pass to other fields, options that left a select, and required values that documents lack.
 * Tested by test/migrations/lacking.test.ts.
 */
import type { Model } from '../../schema/model.ts'
import type { TableSpec } from '../store/tables.ts'
import { type IdleRename, idleRenames } from './idle-renames.ts'
import { type Lacking, lackingValues, type Planned } from './lacking.ts'
import { type LostOption, lostOptions } from './lost-options.ts'
import { type PassedName, passedNames } from './passed-names.ts'
import { type PerhapsRenamed, perhapsRenamed } from './perhaps-renamed.ts'

export type Warning = PerhapsRenamed | IdleRename | PassedName | LostOption | Lacking

export async function warningsAbout(wanted: readonly TableSpec[], model: Model, planned: Planned): Promise<Warning[]> {
  const { applied, plan, ask, dialect } = planned
  return [
    ...(await perhapsRenamed(applied, plan, ask, dialect)),
    ...idleRenames(applied, plan),
    ...passedNames(plan),
    ...(await lostOptions(applied, wanted, plan, ask, dialect)),
    ...(await lackingValues(model, wanted, planned)),
  ]
}
