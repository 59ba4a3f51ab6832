/** The routes of roles, for admins only: what can be granted, who has what, and the history. */

import type { Entity } from '../../../schema/model.ts'
import type { Engine } from '../../engine.ts'
import { badRequest, GalleyError, notFound, type Refusal, ValidationError } from '../../errors.ts'
import { type Answer, json } from '../../http/answer.ts'
import { readJson } from '../../http/body.ts'
import { onlyAdmins } from '../../http/guards.ts'
import type { ApiRequest } from '../../http/request.ts'
import { idOf } from '../../local/call.ts'
import { count } from '../../store/conditions.ts'
import { Rows } from '../../store/records.ts'
import { grantable, normalPermissions, operationsOf, viewsOf } from './permissions.ts'
import { refuseUnfillable } from './required-fields.ts'
import { addRole, changeRole, historyOf, type Role, type RoleEditor, removeRole, roleBy, rolesOf } from './table.ts'

const KEY = /^[a-z][a-z0-9-]{0,31}$/
const LONGEST_NAME = 100

export async function listRoles({ engine, caller }: ApiRequest): Promise<Answer> {
  onlyAdmins(caller)
  const roles = await rolesOf(engine)
  const holders = await holdersOf(engine)
  const granted = (kind: 'collections' | 'globals') =>
    grantable(engine, kind).map((entity) => ({
      slug: entity.slug,
      ops: operationsOf(entity),
      ...ruledIn(entity),
      ...(engine.settings.auth.members && { team: operationsOf(entity).filter((one) => isForTeam(entity, one)) }),
      new: !roles.some((role) => role.permissions[kind][entity.slug]),
      fields: entity.fields.filter((field) => !field.hidden).map((field) => field.name),
    }))
  const body = {
    roles: roles.map((role) => shown(role, engine, holders.get(role.key) ?? 0)),
    collections: granted('collections'),
    globals: granted('globals'),
    views: viewsOf(engine.settings),
  }
  return json(200, JSON.stringify(body))
}

/** Operations that named access rules leave to admins, or to the person whom a document is about or who created it, whatever a role grants. */
function ruledIn({ access }: Entity): { ruled?: Record<string, 'admins' | 'own'> } {
  const ruled = Object.entries(access).flatMap(([verb, rule]) => (typeof rule === 'string' && RULED[rule] ? [[verb, RULED[rule]]] : []))
  return ruled.length > 0 ? { ruled: Object.fromEntries(ruled) } : {}
}

/** Members of the site are kept out by the rule, whatever their role grants. Publishing is part of changing. */
const isForTeam = ({ access }: Entity, operation: string): boolean =>
  isOnlyForTeam(access[operation === 'publish' ? 'update' : (operation as 'read')] ?? 'loggedIn')

const isOnlyForTeam = (rule: unknown): boolean => typeof rule === 'string' && (rule === 'loggedIn' || RULED[rule] === 'admins')

const RULED: Readonly<Record<string, 'admins' | 'own'>> = { admin: 'admins', nobody: 'admins', self: 'own', owner: 'own' }

export async function add(request: ApiRequest): Promise<Answer> {
  const { engine, caller } = request
  onlyAdmins(caller)
  const { key, name = key, permissions = {} } = await readJson(request.exchange)
  const refusals = wrong({ name, permissions })
  if (typeof key !== 'string' || !KEY.test(key))
    refusals.unshift({ field: 'key', message: "must begin with a lowercase letter, and hold only those, digits and '-', at most 32" })
  refusals.push(...refuseUnfillable(normalPermissions(permissions, engine), engine))
  if (refusals.length > 0) throw new GalleyError('VALIDATION', refusals)
  const noted = engine.features.noted(caller, {
    action: 'role.create',
    target: 'roles',
    title: name as string,
    detail: { permissions: normalPermissions(permissions, engine) },
  })
  const role = await addRole(
    engine,
    { key: key as string, name: name as string, permissions: normalPermissions(permissions, engine) },
    authorOf(request),
    noted.writes,
  )
  for (const effect of noted.afterwards) await effect()
  return json(201, JSON.stringify(shown(role, engine, 0)))
}

export async function change(request: ApiRequest): Promise<Answer> {
  const { engine } = request
  const role = await roleIn(request)
  if (role.key === 'admin') throw badRequest("The role 'admin' can't be changed: admins can do everything")
  const { name = role.name, permissions = role.permissions } = await readJson(request.exchange)
  const refusals = wrong({ name, permissions })
  if (permissions !== role.permissions) refusals.push(...refuseUnfillable(normalPermissions(permissions, engine), engine))
  if (refusals.length > 0) throw new GalleyError('VALIDATION', refusals)
  const wanted = { name: name as string, permissions: normalPermissions(permissions, engine) }
  const changes = [
    ...(wanted.name === role.name ? [] : [{ field: 'name', before: role.name, after: wanted.name }]),
    ...(JSON.stringify(wanted.permissions) === JSON.stringify(role.permissions)
      ? []
      : [{ field: 'permissions', before: role.permissions, after: wanted.permissions }]),
  ]
  const noted = engine.features.noted(request.caller, { action: 'role.update', target: 'roles', doc: role.id, title: wanted.name, changes })
  const changed = await changeRole(engine, role, wanted, authorOf(request), noted.writes)
  for (const effect of noted.afterwards) await effect()
  return json(200, JSON.stringify(shown(changed, engine, (await holdersOf(engine)).get(role.key) ?? 0)))
}

export async function deleteRole(request: ApiRequest): Promise<Answer> {
  const { engine } = request
  const role = await roleIn(request)
  if (engine.settings.auth.roles.includes(role.key)) throw badRequest(`The role '${role.key}' comes from the configuration`)
  const noted = engine.features.noted(request.caller, { action: 'role.delete', target: 'roles', doc: role.id, title: role.name })
  await removeRole(engine, role, () => badRequest(`The role '${role.key}' is in use`), noted.writes)
  for (const effect of noted.afterwards) await effect()
  return json(200, JSON.stringify({ deleted: 1 }))
}

export async function history(request: ApiRequest): Promise<Answer> {
  return json(200, JSON.stringify(await historyOf(request.engine, (await roleIn(request)).id)))
}

async function roleIn({ engine, caller, params }: ApiRequest): Promise<Role> {
  onlyAdmins(caller)
  const role = await roleBy(engine, { id: idOf(params['id']) })
  if (!role) throw notFound()
  return role
}

function wrong({ name, permissions }: { name: unknown; permissions: unknown }): Refusal[] {
  const refusals: Refusal[] = []
  if (name !== undefined && (typeof name !== 'string' || name.trim() === '' || name.length > LONGEST_NAME))
    refusals.push({ field: 'name', message: `must be a string of at most ${LONGEST_NAME} characters` })
  if (typeof permissions !== 'object' || permissions === null || Array.isArray(permissions))
    refusals.push({ field: 'permissions', message: 'must be an object' })
  return refusals
}

const authorOf = ({ caller }: ApiRequest): RoleEditor => {
  const { id, email } = caller.signedInUser
  if (typeof id !== 'number') throw new ValidationError('Only users of this system change roles')
  return { id, email: typeof email === 'string' ? email : null }
}

const shown = ({ id, key, name, permissions, updatedAt }: Role, { settings }: Engine, users: number) => ({
  id,
  key,
  name,
  system: settings.auth.roles.includes(key),
  users,
  permissions,
  updatedAt,
})

async function holdersOf({ store }: Engine): Promise<Map<string, number>> {
  const counted = { columns: { role: 'role', n: count() }, groupBy: ['role'], fromReplica: true }
  const rows = await new Rows('users', store).find({}, counted)
  return new Map(rows.map((row) => [row['role'], Number(row['n'])]))
}
