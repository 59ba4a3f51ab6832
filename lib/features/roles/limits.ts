/** What a role leaves of the rules: operations by collection, one's own documents, fields. It never widens one. */
import type { Entity } from '../../../schema/model.ts'
import type { FieldLimits, Verb } from '../../access/access.ts'
import type { Caller } from '../../actor.ts'
import type { Engine } from '../../operations/operation.ts'
import type { Where } from '../../query/where.ts'
import type { RolePermissions } from './permissions.ts'
import { roleBy } from './stored.ts'

/** Asked once a call, and never kept longer: a change of a role holds everywhere at once. */
const asked = new WeakMap<Caller, Promise<RolePermissions | undefined>>()

function permissionsOf(engine: Engine, caller: Caller): Promise<RolePermissions | undefined> {
  let found = asked.get(caller)
  if (!found) asked.set(caller, (found = roleBy(engine, 'key', caller.actor.user!.role).then((role) => role?.permissions)))
  return found
}

const isLimited = ({ settings }: Engine, { actor }: Caller) =>
  settings.auth.rbac === true && actor.user !== null && actor.user.role !== 'admin'

export const ownerFieldOf = (entity: Entity): string => entity.options['admin']?.ownerField ?? 'createdBy'

export function limit(engine: Engine, entity: Entity, verb: Verb, caller: Caller): undefined | Promise<Where | false | undefined> {
  if (!isLimited(engine, caller) || entity.internal || entity.slug === 'api-keys') return undefined
  if (entity.slug === 'users' && caller.actor.member) return undefined
  return permissionsOf(engine, caller).then((permissions) => {
    const listed = permissions?.[entity.kind === 'global' ? 'globals' : 'collections'][entity.slug]
    if (!listed?.includes(verb)) return false
    return permissions!.own[entity.slug]?.includes(verb) ? { [ownerFieldOf(entity)]: { equals: caller.actor.user!.id } } : undefined
  })
}

export function limitFields(engine: Engine, entity: Entity, caller: Caller): undefined | Promise<FieldLimits | undefined> {
  if (!isLimited(engine, caller)) return undefined
  return permissionsOf(engine, caller).then((permissions) => {
    const fields = permissions?.fields[entity.kind === 'global' ? 'globals' : 'collections'][entity.slug] ?? {}
    const isOwn = (permissions?.own[entity.slug]?.length ?? 0) > 0
    const names = Object.keys(fields)
    return {
      hidden: names.filter((name) => fields[name] === 'hidden'),
      readOnly: [...names.filter((name) => fields[name] === 'read'), ...(isOwn ? [ownerFieldOf(entity)] : [])],
    }
  })
}

/** Views of the admin are for admins, and for roles that list them. */
export const opens = async (engine: Engine, view: string, caller: Caller): Promise<boolean> =>
  isLimited(engine, caller) && ((await permissionsOf(engine, caller))?.admin.includes(view) ?? false)
