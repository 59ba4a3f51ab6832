/** Invitations go out with the user they are for; links die with what they were given for. */
import type { Entity } from '../../../schema/model.ts'
import type { User } from '../../actor.ts'
import { broughtPassword } from '../../auth/credentials.ts'
import { endLinks } from '../../auth/links.ts'
import { canMailLinks, mailLink } from '../../auth/mailed-links.ts'
import type { Operation } from '../../engine.ts'
import { GalleyError } from '../../errors.ts'
import type { Step } from '../../operations/stages.ts'
import { Ref } from '../../store/write-set.ts'

const isUsers = (entity: Entity) => entity.slug === 'users'

export const linkSteps: readonly Step[] = [
  {
    name: 'needPassword',
    stage: 'check',
    sentence: 'Refuses a new user without a password where no invitation could be sent.',
    on: ['create'],
    for: isUsers,
    run: needPassword,
  },
  {
    name: 'invite',
    stage: 'write',
    sentence: 'Writes the invitation of a new user without a password.',
    on: ['create'],
    for: isUsers,
    run: invite,
  },
  {
    name: 'endLinks',
    stage: 'write',
    sentence: 'Ends the links of a user who gets a new password or e-mail, is deactivated or deleted.',
    on: ['update', 'delete'],
    for: isUsers,
    run: end,
  },
]

/** Code may make users as it likes; people are told what is missing. */
const isInvited = (operation: Operation) => operation.caller.actor.kind !== 'system' && broughtPassword(operation) === undefined

function needPassword(operation: Operation): void {
  if (isInvited(operation) && !canMailLinks(operation.engine.settings))
    throw new GalleyError('REQUIRED', [{ message: 'is required', field: 'password' }])
}

async function invite(operation: Operation): Promise<void> {
  if (!isInvited(operation) || operation.doc['active'] !== true) return
  const { engine, doc, caller, writes, afterwards } = operation
  const joined = await mailLink(engine, 'invite', doc as User & { id: number }, caller, new Ref('document', 'id'))
  writes.writes.push(...joined.writes)
  afterwards.push(...joined.afterwards)
}

function end(operation: Operation): void {
  const { engine, name, original, doc, writes } = operation
  if (!original) return
  const isOver = name === 'delete' || doc['active'] !== true || doc['email'] !== original.doc['email']
  if (isOver || broughtPassword(operation) !== undefined) writes.writes.push(endLinks(engine, original.meta.id))
}
