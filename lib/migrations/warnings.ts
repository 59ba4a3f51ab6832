/** What no step of a plan mends: names in `renamedFrom`, options that left a select, and required values that documents lack.
 * Tested by test/migrations/lacking.test.ts.
 */
import type { Model } from '../../schema/model.ts'
import type { TableSpec } from '../store/tables.ts'
import { type IdleRename, idleRenames } from './idle-renames.ts'
import { type Lacking, lackingValues, type Planned } from './lacking.ts'
import { type LostOption, lostOptions } from './lost-options.ts'

export type Warning = IdleRename | LostOption | Lacking

export async function warningsAbout(wanted: readonly TableSpec[], model: Model, planned: Planned): Promise<Warning[]> {
  const { applied, plan, ask, dialect } = planned
  return [
    ...idleRenames(applied, plan),
    ...(await lostOptions(applied, wanted, plan, ask, dialect)),
    ...(await lackingValues(model, wanted, planned)),
  ]
}
