/** How a role limits the access rules: operations per collection, the caller's own documents, fields. It never widens a rule. */

import type { Entity } from '../../../schema/model.ts'
import type { FieldLimits, Verb } from '../../access/contract.ts'
import { createdBy } from '../../access/rules.ts'
import { accountOf, type Caller, isOutside, type User } from '../../actor.ts'
import { Attached } from '../../attached.ts'
import type { Engine } from '../../engine.ts'
import type { Where } from '../../query/where.ts'
import type { RolePermissions } from './permissions.ts'
import { unfillableFields } from './required-fields.ts'
import { roleBy } from './table.ts'

/** Loaded once per call and never cached longer, so that a change of a role applies everywhere at once. */
const permissions = new Attached<Caller, Promise<RolePermissions | undefined>>()

const permissionsOf = (engine: Engine, caller: Caller): Promise<RolePermissions | undefined> =>
  permissions.of(caller, async () => (await roleBy(engine, { key: caller.signedInUser.role }))?.permissions)

const isLimited = ({ settings }: Engine, { actor }: Caller) =>
  settings.auth.rbac === true && actor.user !== null && actor.user.role !== 'admin'

/** The field of the user who created a document. */
export const CREATOR = 'createdBy'

export const ownerFieldOf = (entity: Entity): string => entity.options['admin']?.ownerField ?? CREATOR

export function limitByRole(engine: Engine, entity: Entity, verb: Verb, caller: Caller): undefined | Promise<Where | false | undefined> {
  if (!isLimited(engine, caller) || entity.internal || entity.slug === 'api-keys') return undefined
  return permissionsOf(engine, caller).then((permissions) => {
    const kind = entity.kind === 'global' ? 'globals' : 'collections'
    if (!permissions?.[kind][entity.slug]?.includes(verb)) return onlyThemselves(entity, verb, caller)
    if (verb === 'create' && unfillableFields(permissions, entity).length > 0) return false
    return permissions.own[entity.slug]?.includes(verb) ? ownedBy(caller.signedInUser, entity) : undefined
  })
}

/** A custom owner field holds one of our users, never an external one. */
function ownedBy(user: User, entity: Entity): Where | false {
  const field = ownerFieldOf(entity)
  if (field === CREATOR) return createdBy(user)
  return isOutside(user) ? false : { [field]: { equals: user.id } }
}

/** The caller's own account: a role can't prevent reading or changing it. */
const ownAccount = ({ slug }: Entity, { actor }: Caller): number | undefined => (slug === 'users' ? accountOf(actor.user) : undefined)

function onlyThemselves(entity: Entity, verb: Verb, caller: Caller): Where | false {
  const id = ownAccount(entity, caller)
  return id !== undefined && (verb === 'read' || verb === 'update') ? { id: { equals: id } } : false
}

export function limitFields(engine: Engine, entity: Entity, caller: Caller): undefined | Promise<FieldLimits | undefined> {
  if (!isLimited(engine, caller)) return undefined
  return permissionsOf(engine, caller).then((permissions) => {
    const fields = permissions?.fields[entity.kind === 'global' ? 'globals' : 'collections'][entity.slug] ?? {}
    const isOwn = (permissions?.own[entity.slug]?.length ?? 0) > 0
    const names = Object.keys(fields)
    const exempt = ownAccount(entity, caller)
    return {
      ...(exempt !== undefined && { exempt }),
      hidden: names.filter((name) => fields[name] === 'hidden'),
      readOnly: [...names.filter((name) => fields[name] === 'read'), ...(isOwn ? [ownerFieldOf(entity)] : [])],
    }
  })
}

/** Admin views are for admins, and for roles that list them. */
export const opens = async (engine: Engine, view: string, caller: Caller): Promise<boolean> =>
  isLimited(engine, caller) && ((await permissionsOf(engine, caller))?.admin.includes(view) ?? false)
