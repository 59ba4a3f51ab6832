/** What roles require of changes: a user's role exists, documents have an owner, ownership can be transferred. */

import type { Entity } from '../../../schema/model.ts'
import { because } from '../../../schema/reasons.ts'
import type { Operation } from '../../engine.ts'
import { badQuery, ValidationError } from '../../errors.ts'
import type { Step } from '../../operations/stages.ts'
import { put, valueAt } from '../../store/document.ts'
import { Rows } from '../../store/records.ts'
import { CREATOR, ownerFieldOf } from './limits.ts'
import { moveOwned, userColumns } from './owned.ts'
import { lockRoles, rolesOf, stillThere } from './table.ts'

const isUsers = (entity: Entity) => entity.slug === 'users'

export const roleSteps: readonly Step[] = [
  {
    name: 'refuseTransfer',
    stage: 'admit',
    sentence: 'Refuses the option `transferTo` for anything but users.',
    on: ['delete'],
    for: (entity) => !isUsers(entity),
    run: refuseTransfer,
  },
  {
    name: 'setOwner',
    stage: 'shape',
    sentence: 'With `auth.rbac`: sets an empty `admin.ownerField` of a new document to its creator.',
    on: ['create'],
    for: (entity) => entity.options['admin']?.ownerField !== undefined,
    run: setOwner,
  },
  {
    name: 'keepOwner',
    stage: 'shape',
    sentence: 'Keeps the owner of a document if the owner in a restored version was deleted since.',
    on: ['update'],
    for: (entity) => userColumns(entity, ownerFieldOf(entity), CREATOR).length > 0,
    run: keepOwner,
  },
  {
    name: 'knowRole',
    stage: 'check',
    sentence: 'With `auth.rbac`: refuses a role that does not exist.',
    on: ['create', 'update'],
    for: isUsers,
    run: knowRole,
  },
  {
    name: 'holdRole',
    stage: 'write',
    sentence: 'With `auth.rbac`: ensures that the role still exists when the user is written.',
    on: ['create', 'update'],
    for: isUsers,
    run: holdRole,
  },
  {
    name: 'moveOwned',
    stage: 'write',
    sentence: 'Transfers the documents of a deleted user to the user in `transferTo`; `none` clears their owner.',
    on: ['delete'],
    for: isUsers,
    run: moveOwned,
  },
]

function refuseTransfer({ entity: { slug }, view }: Operation): void {
  if (view.options['transferTo'] !== undefined)
    throw badQuery(`has no effect on '${slug}': only users own documents, which another user can get`, 'transferTo')
}

function setOwner(operation: Operation): void {
  const { user } = operation.caller.actor
  const field = ownerFieldOf(operation.entity)
  if (!operation.engine.settings.auth.rbac || typeof user?.id !== 'number') return
  if (operation.doc[field] === null || operation.doc[field] === undefined) operation.data[field] = operation.doc[field] = user.id
}

/** Other relations of the version may point to deleted documents, but ownership decides who may change this one. */
async function keepOwner({ engine, entity, intent, data, doc, original }: Operation): Promise<void> {
  if (!intent?.bringsBack || !original) return
  for (const { field } of userColumns(entity, ownerFieldOf(entity), CREATOR)) {
    const owner = valueAt(doc, field)
    const former = valueAt(original.doc, field)
    if (typeof owner !== 'number' || owner === former) continue
    if ((await new Rows('users', engine.store).first({ id: owner }, { columns: ['id'] })) !== undefined) continue
    for (const content of [data, doc]) put(content, field.path, former ?? null)
  }
}

const changesRole = ({ engine, doc, original }: Operation) => engine.settings.auth.rbac === true && doc['role'] !== original?.doc['role']

async function knowRole(operation: Operation): Promise<void> {
  if (!changesRole(operation)) return
  const keys = (await rolesOf(operation.engine)).map((role) => role.key)
  if (!keys.includes(operation.doc['role'])) throw new ValidationError([{ ...because('one-of', { options: keys }), field: 'role' }])
}

function holdRole(operation: Operation): void {
  if (!changesRole(operation)) return
  const { engine, doc, writes } = operation
  writes.guards.push(
    ...lockRoles(engine),
    stillThere(engine, doc['role'], () => new ValidationError('does not exist any more', 'role')),
  )
}
