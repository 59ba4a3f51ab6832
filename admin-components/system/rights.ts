/** Roles as the API answers them, and the names of what they may do. Tested by test/admin-components/languages.test.ts. */
import { roleName } from '../app/role-name.ts'
import { isOfMembers } from '../app/role-of-members.ts'
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

/** Roles of the admin first, then those of members: the same order in tabs and comparisons. */
export const inOrder = (host: CmsElement, { roles }: Found): Role[] =>
  [...roles].sort((a, b) => Number(isOfMembers(host.app, a)) - Number(isOfMembers(host.app, b)))

export const nameOf = ({ app }: CmsElement, { key, name }: Role): string => roleName(app, key, name)

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

/** `Read, Edit (only their own)`, or that it is nothing or everything. Keys have neither owners nor fields. */
export function rightsTo(
  host: CmsElement,
  kind: Kind,
  row: Grantable,
  permissions: Pick<Permissions, Kind> & Partial<Permissions>,
  isOfMember = false,
): string {
  const { slug, ops, ruled = {} } = row
  const operations = ops.filter((one) => permissions[kind]?.[slug]?.includes(one) && !isKept(row, one, isOfMember))
  if (operations.length === 0) return host.t('roles.none')
  const own = [...ownOf(kind, slug, permissions), ...operations.filter((one) => ruled[one] === 'own')]
  const published = operations.filter((one) => isOfPublished(host, kind, slug, one, isOfMember))
  const isEverything = operations.length === ops.length && published.length === 0 && !operations.some((one) => own.includes(one))
  const words = isEverything ? host.t('roles.everything') : operationNames(host, operations, own, published)
  return [words, ...limitsOf(host, kind, slug, permissions)].join(' · ')
}

/** The operations that a role may use on its own documents only. */
export const ownOf = (kind: Kind, slug: string, { own }: Partial<Permissions>): readonly string[] =>
  kind === 'collections' ? (own?.[slug] ?? []) : []

/** Members of the site never see drafts. */
export const isOfPublished = ({ app }: CmsElement, kind: Kind, slug: string, operation: string, isOfMember: boolean): boolean =>
  isOfMember && operation === 'read' && app.entity(kind === 'globals' ? 'global' : 'collection', slug)?.drafts === true

/** `Read, Edit (only their own)`. */
export const operationNames = (
  host: CmsElement,
  operations: readonly string[],
  own: readonly string[],
  published: readonly string[] = [],
): string =>
  operations
    .map((one) => {
      const name = host.t(`operation.${one as 'read'}`)
      if (own.includes(one)) return `${name} (${host.t('roles.onlyOwn')})`
      return published.includes(one) ? `${name} (${host.t('roles.onlyPublished')})` : name
    })
    .join(', ')

/** `2 limited`, if the role is limited in any field. */
export function limitsOf(host: CmsElement, kind: Kind, slug: string, { fields }: Partial<Permissions>): string[] {
  const count = Object.keys(fields?.[kind]?.[slug] ?? {}).length
  return count > 0 ? [host.t('roles.limited', { count })] : []
}
