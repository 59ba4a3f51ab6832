/** Ends a user's sessions in the transaction of the change: a new password, deactivation, deletion. */
import type { Entity } from '../../../schema/model.ts'
import { broughtPassword } from '../../auth/credentials.ts'
import { endSessions } from '../../auth/sessions.ts'
import type { Operation } from '../../engine.ts'
import type { Step } from '../../operations/stages.ts'

export const sessionSteps: readonly Step[] = [
  {
    name: 'endSessions',
    stage: 'write',
    sentence: 'Ends the sessions of a user who gets a new password, is deactivated or is deleted.',
    on: ['update', 'delete'],
    for: (entity: Entity) => entity.slug === 'users',
    run: end,
  },
]

function end(operation: Operation): void {
  const { engine, name, original, doc, writes } = operation
  if (!original) return
  const isOver = name === 'delete' || broughtPassword(operation) !== undefined || doc['active'] !== true
  if (isOver) writes.writes.push(endSessions(engine, original.meta.id))
}
