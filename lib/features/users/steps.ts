/** What else changes of users involve: normalized emails, hashed passwords stored separately, at least one active admin. */

import type { Entity } from '../../../schema/model.ts'
import { because } from '../../../schema/reasons.ts'
import { accountOf } from '../../actor.ts'
import { foldEmail } from '../../auth/accounts.ts'
import { reserve } from '../../auth/attempts.ts'
import { bringPassword, broughtPassword, removeHash, writeHash } from '../../auth/credentials.ts'
import { hashPassword as hash, isTooLong, LONGEST, SHORTEST } from '../../auth/passwords.ts'
import type { Operation } from '../../engine.ts'
import { denied, GalleyError, ValidationError } from '../../errors.ts'
import type { Step } from '../../operations/stages.ts'
import type { Doc } from '../../store/document.ts'
import { Rows } from '../../store/records.ts'
import { Ref } from '../../store/write-set.ts'
import { lockAdmins } from './admins.ts'
import { checkCurrentPassword } from './current-password.ts'

const isUsers = (entity: Entity) => entity.slug === 'users'

export const userSteps: readonly Step[] = [
  {
    name: 'checkCurrentPassword',
    stage: 'receive',
    sentence:
      'Requires the current password of users who change their own password or email, and removes it from the data before any hook can see it.',
    on: ['create', 'update'],
    for: isUsers,
    run: checkCurrentPassword,
  },
  {
    name: 'countAddresses',
    stage: 'receive',
    sentence: 'Limits how often users change their own email, because a refusal reveals that an address is taken.',
    on: ['update'],
    for: isUsers,
    run: countAddresses,
  },
  {
    name: 'hashPassword',
    stage: 'receive',
    sentence: 'Hashes the password of a user and removes it from the data before any hook can see it.',
    on: ['create', 'update'],
    for: isUsers,
    run: hashPassword,
  },
  {
    name: 'guardCredentials',
    stage: 'load',
    sentence: 'Lets only admins, the owner, and users whose role can do at least as much change the email and password of an account.',
    on: ['update'],
    for: isUsers,
    run: guardCredentials,
  },
  {
    name: 'keepPassword',
    stage: 'write',
    sentence: 'Writes the hash of a new password, and removes the hash of a deleted user.',
    on: ['create', 'update', 'delete'],
    for: isUsers,
    run: keepPassword,
  },
  {
    name: 'keepAnAdmin',
    stage: 'write',
    sentence: 'Rolls back a change that would leave no active admin.',
    on: ['update', 'delete'],
    for: isUsers,
    run: keepAnAdmin,
  },
]

/** Trims and lowercases the email of a user. */
export function receivedUser(entity: Entity, data: Doc): void {
  if (isUsers(entity) && typeof data['email'] === 'string') data['email'] = foldEmail(data['email'])
}

/** Free addresses count like taken ones: both answers reveal something. */
async function countAddresses({ engine, caller, data, request }: Operation): Promise<void> {
  const { user } = caller.actor
  const own = accountOf(user)
  if (!user || own === undefined || request.id !== own || user.role === 'admin') return
  if (data['email'] === undefined || data['email'] === user['email']) return
  const { maxLoginAttempts: most, lockWindow: window } = engine.settings.auth
  await reserve(engine, 'Too many changes of the email address', [{ key: `address of ${own}`, most, window }])
}

async function hashPassword(operation: Operation): Promise<void> {
  const { password } = operation.data
  if (typeof password === 'string' && isTooLong(password)) throw new ValidationError(`must be at most ${LONGEST} bytes`, 'password')
  const isHashable = typeof password === 'string' && [...password].length >= SHORTEST
  if (isHashable) bringPassword(operation, await hash(password))
  // A value that can't be hashed is left to the validator, which refuses it together with any other errors.
  if (isHashable || password === null || password === '') delete operation.data['password']
}

/**
 * A caller who sets an account's email or password can sign in with it. A rule that lets users edit each other must not hand out roles.
 */
function guardCredentials(operation: Operation): void {
  const { engine, caller, data, original } = operation
  const { actor } = caller
  const setsEmail = data['email'] !== undefined && data['email'] !== original?.doc['email']
  if (!original || actor.kind === 'system' || !(setsEmail || broughtPassword(operation) !== undefined)) return
  if (accountOf(actor.user) === original.meta.id || actor.user?.role === 'admin') return
  const { role } = original.doc
  const memberRoles = engine.settings.auth.members?.roles ?? []
  const isOfMember = memberRoles.includes(role) && actor.user !== null && !actor.member
  if (role === actor.user?.role || isOfMember) return
  throw denied(actor, 'You may not change the email address or password of this account: ask an admin, or the person themselves')
}

function keepPassword(operation: Operation): void {
  const { engine, name, original, writes } = operation
  const id = original?.meta?.id
  if (name === 'delete') writes.writes.push(removeHash(engine, operation.existing.meta.id))
  const brought = broughtPassword(operation)
  if (brought !== undefined) writes.writes.push(writeHash(engine, id ?? new Ref('document', 'id'), brought))
}

function keepAnAdmin({ engine, name, original, doc, writes }: Operation): void {
  const isAdmin = (one: Record<string, unknown>) => one['role'] === 'admin' && one['active'] === true
  if (!original || !isAdmin(original.doc) || (name === 'update' && isAdmin(doc))) return
  const anAdmin = new Rows('users', engine.store).select({ role: 'admin', active: true }, { columns: ['id'], limit: 1 })
  writes.guards.push(...lockAdmins(engine))
  writes.writes.push({
    ...anAdmin,
    expect: { rows: 1, otherwise: () => new GalleyError('VALIDATION', [{ ...because('last-admin'), field: 'role' }]) },
  })
}
