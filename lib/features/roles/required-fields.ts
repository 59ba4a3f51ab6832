/** A role may create documents only if it can set their required fields: otherwise it is refused; a stored one can't create them. */
import { type Entity, type Field, isGroup } from '../../../schema/model.ts'
import type { Engine } from '../../engine.ts'
import type { Refusal } from '../../errors.ts'
import type { Attention } from '../../feature-answers.ts'
import { grantable, type RolePermissions } from './permissions.ts'
import { rolesOf } from './table.ts'

/** The errors of a role that is being saved, one per field. */
export function refuseUnfillable(permissions: RolePermissions, engine: Engine): Refusal[] {
  return grantable(engine, 'collections').flatMap((entity) => {
    const given = permissions.fields.collections[entity.slug] ?? {}
    return unfillableFields(permissions, entity).map((name) => ({
      field: `permissions.fields.collections.${entity.slug}.${name}`,
      message: `must not be '${given[name]}', because '${name}' is required and the role may create '${entity.slug}'`,
    }))
  })
}

/** The required fields of a collection that a role can't set, although it may create documents. */
export function unfillableFields({ collections, fields }: RolePermissions, entity: Entity): string[] {
  const denied = fields.collections[entity.slug]
  const operations = collections[entity.slug] ?? []
  // A role that may only write drafts leaves required fields to the people who publish.
  const isChecked = operations.includes('create') && (!entity.options['drafts'] || operations.includes('publish'))
  if (!denied || entity.kind === 'global' || !isChecked) return []
  const owner = entity.options['admin']?.ownerField
  const isFilledIn = (field: Field) =>
    field.defaultValue !== undefined || (field.type.name === 'slug' && field.from !== undefined) || field.name === owner
  const isNeeded = (field: Field): boolean =>
    !isFilledIn(field) && (field.required || (field.minRows ?? 0) > 0 || (isGroup(field) && field.fields.some((inner) => isNeeded(inner))))
  return entity.fields.filter((field) => denied[field.name] && isNeeded(field)).map((field) => field.name)
}

/** Stored roles in this state: fields can become required after a role was saved. */
async function unfillableRoles(engine: Engine): Promise<{ role: string; collection: string; fields: string[] }[]> {
  const entities = grantable(engine, 'collections')
  return (await rolesOf(engine))
    .filter(({ key }) => key !== 'admin')
    .flatMap(({ key, permissions }) =>
      entities
        .map((entity) => ({ role: key, collection: entity.slug, fields: unfillableFields(permissions, entity) }))
        .filter(({ fields }) => fields.length > 0),
    )
}

export async function rolesAttention(engine: Engine): Promise<Attention[]> {
  if (!engine.settings.auth.rbac) return []
  const found = await unfillableRoles(engine)
  return found.length > 0 ? [{ id: 'roles', count: found.length, roles: found }] : []
}

export async function warnOfUnfillableRoles(engine: Engine): Promise<void> {
  for (const { role, collection, fields } of await unfillableRoles(engine))
    engine.settings.log.warn(
      `the role '${role}' can't set ${fields.map((name) => `'${name}'`).join(', ')}, which is required, so it may not create '${collection}'; open the field to the role, or take 'create' from it`,
    )
}
