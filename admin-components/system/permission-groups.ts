/** The contents that permissions are about, in the groups and the order of the menu: the same for roles, their comparison and API keys.
 * Tested by test/admin-components/permissions.test.ts.
 */
import { css, html, type TemplateResult } from 'lit'
import type { CmsElement } from '../element.ts'
import type { Key } from '../texts/texts.ts'
import { entityName, type Grantable, type Kind, type Permissions, rightsTo } from './rights.ts'

/** Collections of people and of what belongs to them. */
const PEOPLE: readonly string[] = ['users', 'api-keys']
/** The library comes after the site's own collections. */
const LIBRARY: readonly string[] = ['media', 'media-folders']

export const OPERATIONS = ['read', 'create', 'update', 'delete', 'publish'] as const

export const groupsLook = css`
  tr.heading th { background: var(--tint); color: var(--text); block-size: 34px; }
`

export interface PermissionGroup {
  heading: Key
  kind: Kind
  rows: readonly Grantable[]
}

/** The site's own collections first, then its library, then its people; otherwise as given. */
export function contentFirst<Named extends { slug: string }>(collections: readonly Named[]): Named[] {
  const place = ({ slug }: Named) => (PEOPLE.includes(slug) ? 2 : Number(LIBRARY.includes(slug)))
  return [...collections].sort((a, b) => place(a) - place(b))
}

/** Groups without contents are left out. */
export function permissionGroups(
  { app }: CmsElement,
  { collections, globals }: { collections: readonly Grantable[]; globals: readonly Grantable[] },
): PermissionGroup[] {
  const inMenu = ({ slug }: Grantable) => app.known.collections.findIndex((one) => one.slug === slug)
  const sorted = contentFirst([...collections].sort((a, b) => inMenu(a) - inMenu(b)))
  const groups: PermissionGroup[] = [
    { heading: 'area.content', kind: 'collections', rows: sorted.filter(({ slug }) => !PEOPLE.includes(slug)) },
    { heading: 'area.site', kind: 'globals', rows: globals },
    { heading: 'area.people', kind: 'collections', rows: sorted.filter(({ slug }) => PEOPLE.includes(slug)) },
  ]
  return groups.filter(({ rows }) => rows.length > 0)
}

/** A row of a table above the rows of a group. */
export const groupRow = (host: CmsElement, heading: Key, columns: number): TemplateResult =>
  html`<tr class="heading"><th scope="rowgroup" colspan=${columns}>${host.t(heading)}</th></tr>`

/** `Posts: Read, Create`, a line for each content that something is granted for. */
export function grantedLines(
  host: CmsElement,
  grantable: { collections: readonly Grantable[]; globals: readonly Grantable[] },
  permissions: Pick<Permissions, Kind>,
): string[] {
  return permissionGroups(host, grantable).flatMap(({ kind, rows }) =>
    rows
      .filter(({ slug }) => (permissions[kind]?.[slug]?.length ?? 0) > 0)
      .map((one) => `${entityName(host, kind, one.slug)}: ${rightsTo(host, kind, one, permissions)}`),
  )
}
