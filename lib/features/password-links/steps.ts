/** Sends invitations when users are created, and invalidates links when the state they were issued for changes. */

import type { Entity } from '../../../schema/model.ts'
import { because } from '../../../schema/reasons.ts'
import type { User } from '../../actor.ts'
import { broughtPassword } from '../../auth/credentials.ts'
import { endInvitation, forgetInvitation } from '../../auth/invitations.ts'
import { endLinks } from '../../auth/links.ts'
import { canMailLinks, mailLink } from '../../auth/mailed-links.ts'
import type { Operation } from '../../engine.ts'
import { GalleyError } from '../../errors.ts'
import type { Step } from '../../operations/stages.ts'
import { Ref } from '../../store/write-set.ts'

export const isUsers = (entity: Entity) => entity.slug === 'users'

export const linkSteps: readonly Step[] = [
  {
    name: 'needPassword',
    stage: 'check',
    sentence: 'Refuses a new user without a password if no invitation can be sent.',
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
    sentence: 'Invalidates the links of a user who gets a new password or email, is deactivated or is deleted, and their invitation.',
    on: ['update', 'delete'],
    for: isUsers,
    run: end,
  },
]

/** Code may create users without a password; for people, it is required unless an invitation can be sent. */
const isInvited = (operation: Operation) => operation.caller.actor.kind !== 'system' && broughtPassword(operation) === undefined

function needPassword(operation: Operation): void {
  if (isInvited(operation) && !canMailLinks(operation.engine.settings))
    throw new GalleyError('REQUIRED', [{ ...because('required'), field: 'password' }])
}

async function invite(operation: Operation): Promise<void> {
  if (!isInvited(operation) || operation.doc['active'] !== true) return
  const { engine, doc, caller, writes, afterwards } = operation
  const mailing = await mailLink(engine, 'invite', doc as User & { id: number }, caller, new Ref('document', 'id'))
  writes.writes.push(...mailing.writes)
  afterwards.push(...mailing.afterwards)
}

function end(operation: Operation): void {
  const { engine, name, original, doc, writes } = operation
  if (!original) return
  const { id } = original.meta
  const isOver = name === 'delete' || doc['active'] !== true || broughtPassword(operation) !== undefined
  if (isOver) writes.writes.push(endLinks(engine, id), forgetInvitation(engine, id))
  else if (doc['email'] !== original.doc['email']) writes.writes.push(endLinks(engine, id), endInvitation(engine, id))
}
