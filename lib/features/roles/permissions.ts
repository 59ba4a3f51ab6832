/** The permissions that a role can have, and how they are stored: unknown entries are dropped, and every other operation includes reading. */
import type { Entity } from '../../../schema/model.ts'
import type { Engine } from '../../engine.ts'
import type { Settings } from '../../settings.ts'

export interface RolePermissions {
  collections: Record<string, string[]>
  globals: Record<string, string[]>
  /** Admin views: `status`, `audit`, `deliveries`, `page:<path>`, `widget:<component>`. */
  admin: string[]
  /** Operations of `collections` that are limited to the user's own documents. */
  own: Record<string, string[]>
  fields: { collections: FieldGrants; globals: FieldGrants }
}

/** By slug and field: fields that are not listed are open. */
type FieldGrants = Record<string, Record<string, 'read' | 'hidden'>>

export const operationsOf = ({ kind, options }: Entity): string[] => [
  ...(kind === 'global' ? ['read', 'update'] : ['read', 'create', 'update', 'delete']),
  ...(options['drafts'] ? ['publish'] : []),
]

/** The entities that roles can grant: everything accessible from outside, except API keys, which belong to their owner. */
export const grantable = ({ model }: Engine, kind: 'collections' | 'globals'): Entity[] =>
  [...model[kind].values()].filter((entity) => !entity.internal && entity.slug !== 'api-keys')

/** Views that only admins could open before roles existed: a role opens them only if an admin grants it. */
export const SYSTEM_VIEWS: readonly string[] = ['status', 'audit', 'deliveries']

export const viewsOf = ({ admin }: Settings): string[] => [
  ...SYSTEM_VIEWS,
  ...(admin.pages ?? []).map((page) => `page:${page.path}`),
  ...(admin.dashboard ?? []).map((widget) => `widget:${widget.component}`),
]

/** The permissions that a role gets when roles are first enabled: everything that the access rules allowed before. */
export function firstGrant(engine: Engine, key: string): RolePermissions {
  const all = (kind: 'collections' | 'globals') =>
    Object.fromEntries(grantable(engine, kind).map((entity) => [entity.slug, operationsOf(entity)]))
  return {
    collections: all('collections'),
    globals: all('globals'),
    admin: viewsOf(engine.settings).filter((view) => key === 'admin' || !SYSTEM_VIEWS.includes(view)),
    own: {},
    fields: { collections: {}, globals: {} },
  }
}

export function normalPermissions(given: unknown, engine: Engine): RolePermissions {
  const from = objectAt(given)
  const operations = (kind: 'collections' | 'globals') =>
    Object.fromEntries(
      grantable(engine, kind).flatMap((entity) => {
        const listed = objectAt(from[kind])[entity.slug]
        return Array.isArray(listed) ? [[entity.slug, withRead(operationsOf(entity).filter((one) => listed.includes(one)))]] : []
      }),
    )
  const collections = operations('collections')
  const own = Object.entries(objectAt(from['own'])).flatMap(([slug, listed]) => {
    const kept = (collections[slug] ?? []).filter((one) => Array.isArray(listed) && listed.includes(one))
    return kept.length > 0 && slug !== 'users' ? [[slug, kept]] : []
  })
  const fields = (kind: 'collections' | 'globals') =>
    Object.fromEntries(
      grantable(engine, kind).flatMap((entity) => {
        const named = objectAt(objectAt(objectAt(from['fields'])[kind])[entity.slug])
        const kept = entity.fields.flatMap(({ name }) => (named[name] === 'read' || named[name] === 'hidden' ? [[name, named[name]]] : []))
        return kept.length > 0 ? [[entity.slug, Object.fromEntries(kept)]] : []
      }),
    )
  const views = Array.isArray(from['admin']) ? from['admin'] : []
  return {
    collections,
    globals: operations('globals'),
    admin: viewsOf(engine.settings).filter((view) => views.includes(view)),
    own: Object.fromEntries(own),
    fields: { collections: fields('collections'), globals: fields('globals') },
  }
}

/** Keeps stored entries that this process doesn't know: a newer process may have granted them, or withheld them from the role. */
export function withUnknown(wanted: RolePermissions, stored: unknown, engine: Engine): RolePermissions {
  const from = objectAt(stored)
  const known = new Map([...grantable(engine, 'collections'), ...grantable(engine, 'globals')].map((entity) => [entity.slug, entity]))
  const unknownOf = (slug: string, listed: unknown): string[] => {
    const entity = known.get(slug)
    return Array.isArray(listed) ? listed.filter((one) => !entity || !operationsOf(entity).includes(one)) : []
  }
  const operations = (kind: 'collections' | 'globals') => {
    const kept = Object.entries(objectAt(from[kind])).flatMap(([slug, listed]) => {
      // A role that may not read has no other operation.
      if (known.has(slug) && !wanted[kind][slug]?.length) return []
      return [[slug, [...(wanted[kind][slug] ?? []), ...unknownOf(slug, listed)]]]
    })
    return { ...wanted[kind], ...Object.fromEntries(kept) }
  }
  const collections: RolePermissions['collections'] = operations('collections')
  const own = Object.entries(objectAt(from['own'])).flatMap(([slug, listed]) => {
    const unknown = unknownOf(slug, listed).filter((one) => collections[slug]?.includes(one))
    return unknown.length > 0 ? [[slug, [...(wanted.own[slug] ?? []), ...unknown]]] : []
  })
  const fields = (kind: 'collections' | 'globals') => {
    const kept = Object.entries(objectAt(objectAt(from['fields'])[kind])).flatMap(([slug, named]) => {
      const unknown = Object.entries(objectAt(named)).filter(([name]) => !known.get(slug)?.fields.some((field) => field.name === name))
      return unknown.length > 0 ? [[slug, { ...wanted.fields[kind][slug], ...Object.fromEntries(unknown) }]] : []
    })
    return { ...wanted.fields[kind], ...Object.fromEntries(kept) }
  }
  const views = Array.isArray(from['admin']) ? from['admin'].filter((view) => !viewsOf(engine.settings).includes(view)) : []
  return {
    collections,
    globals: operations('globals'),
    admin: [...wanted.admin, ...views],
    own: { ...wanted.own, ...Object.fromEntries(own) },
    fields: { collections: fields('collections'), globals: fields('globals') },
  }
}

const withRead = (operations: string[]) => (operations.length > 0 && !operations.includes('read') ? ['read', ...operations] : operations)

const objectAt = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {}
