/** Roles as the API answers them, and the names of what they may do. Tested by test/admin-components/languages.test.ts. */
import type { CmsElement } from '../element.ts'
import { humanized } from '../texts/texts.ts'

export interface Permissions {
  collections: Record<string, string[]>
  globals: Record<string, string[]>
  admin: string[]
  own: Record<string, string[]>
  fields: { collections: Record<string, Record<string, string>>; globals: Record<string, Record<string, string>> }
}

export interface Role {
  id: number
  key: string
  name: string
  system: boolean
  users: number
  permissions: Permissions
}

export interface Grantable {
  slug: string
  ops: string[]
  /** Operations that the access rules leave to admins, or allow for a person's own documents only, whatever a role grants. */
  ruled?: Record<string, 'admins' | 'own'>
  /** Operations that the access rules keep from members of the site, if it has any. */
  team?: string[]
  new?: boolean
  fields: string[]
}

export interface Found {
  roles: Role[]
  collections: Grantable[]
  globals: Grantable[]
  views: string[]
}

export type Kind = 'collections' | 'globals'

/** Roles of the site's members come from the configuration, but are none of those that a person of the admin can have. */
export const isOfMembers = ({ app }: CmsElement, { key, system }: Role): boolean => system && app.known.roles?.includes(key) === false

/** Roles of the admin first, then those of members: the same order in tabs and comparisons. */
export const inOrder = (host: CmsElement, { roles }: Found): Role[] =>
  [...roles].sort((a, b) => Number(isOfMembers(host, a)) - Number(isOfMembers(host, b)))

export const nameOf = ({ name, key }: Role): string => (name && name !== key ? name : humanized(key))

/** A key from the Latin letters of a name, which no other role has. */
export function keyFor(name: string, taken: readonly string[]): string {
  const letters = name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^[-\d]+|-+$/g, '')
    .slice(0, 28)
  const base = letters || 'role'
  let key = base
  for (let n = 2; taken.includes(key); n++) key = `${base}-${n}`
  return key
}

export function entityName({ app }: CmsElement, kind: Kind, slug: string): string {
  const entity = app.entity(kind === 'globals' ? 'global' : 'collection', slug)
  return app.label(kind === 'globals' ? entity?.labels.singular : entity?.labels.plural, humanized(slug))
}

/** `audit`, `page:plan` and `widget:news-total`, in words. */
export function viewName({ app }: CmsElement, view: string): string {
  const { pages, dashboard } = app.known
  const [kind, name = ''] = view.split(':')
  const page = pages.find(({ path }) => path === name)
  const widget = dashboard.find(({ component }) => component === name)
  if (kind === 'page') return app.t('roles.right.page', { name: app.label(page?.label, humanized(name)) })
  if (kind === 'widget') return app.t('roles.right.widget', { name: app.label(widget?.label, humanized(name)) })
  return app.t(`roles.right.${view as 'audit'}`)
}

/** Whatever a role grants, the access rules leave it to admins, or to people of the admin. */
export const isKept = ({ ruled = {}, team = [] }: Grantable, operation: string, isOfMember: boolean): boolean =>
  ruled[operation] === 'admins' || (isOfMember && team.includes(operation))

/** `Read, Create · only their own`, or that it is nothing or everything. Keys have neither owners nor fields. */
export function rightsTo(
  host: CmsElement,
  kind: Kind,
  row: Grantable,
  { [kind]: granted, own, fields }: Pick<Permissions, Kind> & Partial<Permissions>,
  isOfMember = false,
): string {
  const { slug, ops, ruled = {} } = row
  const operations = ops.filter((one) => granted?.[slug]?.includes(one) && !isKept(row, one, isOfMember))
  const named = (one: string) => {
    const name = host.t(`operation.${one as 'read'}`)
    return ruled[one] === 'own' ? `${name} (${host.t('roles.onlyOwn')})` : name
  }
  if (operations.length === 0) return host.t('roles.none')
  const said =
    operations.length === ops.length && !operations.some((one) => ruled[one])
      ? host.t('roles.everything')
      : operations.map(named).join(', ')
  const limited = Object.keys(fields?.[kind]?.[slug] ?? {}).length
  return [
    said,
    ...(kind === 'collections' && (own?.[slug]?.length ?? 0) > 0 ? [host.t('roles.onlyOwn')] : []),
    ...(limited > 0 ? [host.t('roles.limited', { count: limited })] : []),
  ].join(' · ')
}
