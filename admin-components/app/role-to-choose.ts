/** A new person's role is chosen: the default of the API may say more than was meant. Tested by test/admin-components/invitation.test.ts. */
import type { Values } from './doc.ts'
import type { Entity, Schema } from './schema.ts'

interface FilledIn {
  entity: Entity
  isNew: boolean
  values: Values
}

export const withRoleToChoose = (schema: Schema): Schema => ({
  ...schema,
  collections: schema.collections.map((entity) =>
    entity.slug === 'users'
      ? { ...entity, fields: entity.fields.map((field) => (field.name === 'role' ? without(field) : field)) }
      : entity,
  ),
})

const without = ({ default: _, ...field }: Schema['collections'][number]['fields'][number]) => field

export const isNewPerson = ({ entity, isNew }: Pick<FilledIn, 'entity' | 'isNew'>): boolean => entity.slug === 'users' && isNew

/** It could be chosen, and was not. */
export const lacksRole = ({ entity, values }: Pick<FilledIn, 'entity' | 'values'>): boolean =>
  !values['role'] && entity.fields.some(({ name, locked }) => name === 'role' && !locked?.create)
