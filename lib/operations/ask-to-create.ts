/** Asks whether a caller may create a document, where work comes before the operation that creates it, such as storing a file.
 * Tested by test/access/rule-values.test.ts.
 */
import type { Entity } from '../../schema/model.ts'
import type { Caller } from '../actor.ts'
import { type Engine, Operation } from '../engine.ts'
import { Pace } from '../pace.ts'
import { plainView, type View } from '../query/view.ts'
import type { Doc } from '../store/document.ts'
import { copying, inputObject } from './admit.ts'
import { askAboutData } from './rule-values.ts'

/** Throws if the rule denies it. */
export async function askToCreate(engine: Engine, caller: Caller, entity: Entity, input: unknown, view: View = plainView): Promise<void> {
  const operation = new Operation(engine, { name: 'create', entity: engine.features.form(entity, view, 'change'), caller, view, input })
  operation.pace = new Pace()
  operation.data = (await operation.pace.through(copying(inputObject(input)))) as Doc
  await askAboutData(operation, 'create')
}
