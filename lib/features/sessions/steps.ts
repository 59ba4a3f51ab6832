/** What ends the sessions of a user, in the transaction of the change itself: a new password, being deactivated, being deleted. */
import type { Entity } from '../../../schema/model.ts'
import { broughtPassword } from '../../auth/credentials.ts'
import { endSessions } from '../../auth/sessions.ts'
import type { Operation } from '../../engine.ts'
import type { Step } from '../../operations/stages.ts'

export const sessionSteps: readonly Step[] = [
  {
    name: 'endSessions',
    stage: 'write',
    sentence: 'Ends the sessions of a user who gets a new password, is deactivated or deleted.',
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
