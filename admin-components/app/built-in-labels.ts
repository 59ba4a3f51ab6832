/** The names of the collections and fields that every CMS has, where the configuration gives them none. Tested by test/admin-components/built-in-labels.test.ts. */
import { english, humanized, type Key } from '../texts/texts.ts'
import { OwnText } from './own-text.ts'
import type { Entity, Field, Schema } from './schema.ts'

type Option = NonNullable<Field['options']>[number]

export const withBuiltInLabels = (schema: Schema): Schema => ({ ...schema, collections: schema.collections.map(withLabels) })

function withLabels(entity: Entity): Entity {
  const { slug, labels, fields } = entity
  const [one, all] = [ownText(`model.${slug}.one`), ownText(`model.${slug}`)]
  const ours = one && all && isNamedAfter(slug, labels) && { singular: one, plural: all }
  return { ...entity, labels: ours || labels, fields: withFieldLabels(fields, slug) }
}

/** The configuration gave it no names. */
const isNamedAfter = (slug: string, { singular, plural = humanized(slug) }: Entity['labels']): boolean =>
  singular === humanized(slug.replace(/s$/, '')) && plural === humanized(slug)

const withFieldLabels = (fields: readonly Field[], at: string): Field[] =>
  fields.map((field) => {
    const path = `${at}.${field.name}`
    const label = field.label ?? ownText(`model.${path}`) ?? (at.includes('.') ? undefined : ownText(`model.of.${field.name}`))
    const help = ownText(`model.${path}.help`)
    return {
      ...field,
      ...(label !== undefined && { label }),
      ...(help && { description: help }),
      ...(field.fields && { fields: withFieldLabels(field.fields, path) }),
      ...(path === 'users.role' && field.options && { options: field.options.map(withRoleName) }),
    }
  })

/** The text of that key, if the admin has one. */
const ownText = (key: string): OwnText | undefined => (Object.hasOwn(english, key) ? new OwnText(key as Key) : undefined)

const withRoleName = ({ value, label = ownText(`role.${value}`) }: Option): Option => ({ value, ...(label !== undefined && { label }) })
