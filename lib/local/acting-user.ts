/** Checks the user whom `as` is given: a role that doesn't exist would silently be a visitor. Tested by test/local/acting-user.test.ts. */
import { nearest } from '../../schema/nearest.ts'
import { kindOf } from '../../schema/plain-object.ts'
import { type DeclaredRoles, hasDeclaredRole, type User } from '../actor.ts'
import { badRequest } from '../errors.ts'

/** `undefined` is a visitor, as in requests without a user. */
export function refuseWrongUser(user: unknown, declared: DeclaredRoles): void {
  if (user === null || user === undefined) return
  if (typeof user !== 'object' || Array.isArray(user) || user instanceof Promise)
    throw badRequest(
      `must be a user such as { id: 7, role: '${declared.roles.at(-1)}' }, or null for a visitor, not ${kindOf(user)}${user instanceof Promise ? '; write await in front of it' : ''}`,
      'user',
    )
  refuseWrongRole(user as Partial<User>, declared)
  refuseWrongId((user as Partial<User>).id)
}

function refuseWrongRole(user: Partial<User>, declared: DeclaredRoles): void {
  const { role } = user
  if (typeof role === 'string' && hasDeclaredRole({ role }, declared)) return
  const must = declared.rbac ? 'must be the name of a role' : `must be one of: ${declared.roles.join(', ')}`
  const given = typeof role === 'string' ? `'${role}'` : kindOf(role)
  const written = role === undefined ? nearest('role', Object.keys(user)) : undefined
  throw badRequest(written === undefined ? `${must}, not ${given}` : `${must}; you wrote '${written}'`, 'user.role')
}

/** A number in a text is probably that of an account, but would be another user: one of the application. */
function refuseWrongId(id: unknown): void {
  if (typeof id === 'string' && /^\d+$/.test(id))
    throw badRequest(
      `must be a number for an account: ${id}, not '${id}'; users of your application have ids such as 'host:${id}'`,
      'user.id',
    )
  if ((typeof id === 'string' && id !== '') || (Number.isSafeInteger(id) && (id as number) > 0)) return
  const given = id === '' ? 'an empty text' : typeof id === 'number' ? String(id) : kindOf(id)
  throw badRequest(`must be the id of an account, or a text for a user of your application, not ${given}`, 'user.id')
}
