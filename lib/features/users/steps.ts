/** What changes of users do besides: e-mails in one form, passwords hashed and kept apart, an active admin left at the end. */

import type { Entity } from '../../../schema/model.ts'
import { accountOf } from '../../actor.ts'
import { foldEmail } from '../../auth/accounts.ts'
import { reserve } from '../../auth/attempts.ts'
import { bringPassword, broughtPassword, removeHash, writeHash } from '../../auth/credentials.ts'
import { hashPassword as hash, isTooLong, LONGEST, SHORTEST } from '../../auth/passwords.ts'
import type { Operation } from '../../engine.ts'
import { denied, GalleyError, ValidationError } from '../../errors.ts'
import type { Step } from '../../operations/stages.ts'
import { Ref } from '../../store/write-set.ts'
import { lockAdmins } from './admins.ts'

const isUsers = (entity: Entity) => entity.slug === 'users'

export const userSteps: readonly Step[] = [
  {
    name: 'foldEmail',
    stage: 'receive',
    sentence: 'Trims the e-mail of a user and puts it in lower case.',
    on: ['create', 'update'],
    for: isUsers,
    run: foldEmailOf,
  },
  {
    name: 'countAddresses',
    stage: 'receive',
    sentence: 'Limits how often people change their own e-mail, because a refusal tells that an address is taken.',
    on: ['update'],
    for: isUsers,
    run: countAddresses,
  },
  {
    name: 'hashPassword',
    stage: 'receive',
    sentence: 'Hashes the password of a user and takes it out of the data, before any hook could see it.',
    on: ['create', 'update'],
    for: isUsers,
    run: hashPassword,
  },
  {
    name: 'guardCredentials',
    stage: 'load',
    sentence: 'Keeps the e-mail and the password of an account from everybody but admins, its owner, and people whose role can do no less.',
    on: ['update'],
    for: isUsers,
    run: guardCredentials,
  },
  {
    name: 'keepPassword',
    stage: 'write',
    sentence: 'Writes the hash of a new password, and removes that of a user who goes.',
    on: ['create', 'update', 'delete'],
    for: isUsers,
    run: keepPassword,
  },
  {
    name: 'keepAnAdmin',
    stage: 'write',
    sentence: 'Undoes a change after which no active admin would be left.',
    on: ['update', 'delete'],
    for: isUsers,
    run: keepAnAdmin,
  },
]

function foldEmailOf({ data }: Operation): void {
  if (typeof data['email'] === 'string') data['email'] = foldEmail(data['email'])
}

/** Free addresses count like taken ones: both answers tell something. */
async function countAddresses({ engine, caller, data, asking }: Operation): Promise<void> {
  const { user } = caller.actor
  const own = accountOf(user)
  if (own === undefined || asking.id !== own || user!.role === 'admin') return
  if (data['email'] === undefined || data['email'] === user!['email']) return
  const { maxLoginAttempts: most, lockWindow: window } = engine.settings.auth
  await reserve(engine, 'Too many changes of the e-mail address', [{ key: `address of ${own}`, most, window }])
}

async function hashPassword(operation: Operation): Promise<void> {
  const { password } = operation.data
  if (typeof password === 'string' && isTooLong(password)) throw new ValidationError(`must be at most ${LONGEST} bytes`, 'password')
  const isHashable = typeof password === 'string' && [...password].length >= SHORTEST
  if (isHashable) bringPassword(operation, await hash(password))
  // What can't be hashed stays for the validator to refuse, together with what else is wrong.
  if (isHashable || password === null || password === '') delete operation.data['password']
}

/** Whoever sets the e-mail or the password of an account can sign in with it. A rule that lets people edit each other must not hand out roles. */
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
  if (name === 'delete') writes.writes.push(removeHash(engine, id!))
  const brought = broughtPassword(operation)
  if (brought !== undefined) writes.writes.push(writeHash(engine, id ?? new Ref('document', 'id'), brought))
}

function keepAnAdmin({ engine, name, original, doc, writes }: Operation): void {
  const isAdmin = (one: Record<string, unknown>) => one['role'] === 'admin' && one['active'] === true
  if (!original || !isAdmin(original.doc) || (name === 'update' && isAdmin(doc))) return
  const { table, quote: q, bind } = engine.store.dialect
  writes.guards.push(...lockAdmins(engine))
  writes.writes.push({
    sql: `select ${q('id')} from ${table('users')} where ${q('role')} = 'admin' and ${q('active')} = ? limit 1`,
    values: [bind('boolean', true)],
    expect: { rows: 1, otherwise: () => new GalleyError('VALIDATION', [{ message: 'there must be an active admin left', field: 'role' }]) },
  })
}
