/** All roles side by side: what each may do with every kind of content. Tested by test/admin-components/languages.test.ts. */
import { css, html, type TemplateResult } from 'lit'
import type { CmsElement } from '../element.ts'
import { entityName, type Found, type Grantable, type Kind, nameOf, type Permissions, type Role, viewName } from './rights.ts'

export const comparedLook = css`
  table.compared td { white-space: normal; min-inline-size: 120px; }
`

export function comparedRoles(
  host: CmsElement,
  { roles, collections, globals, views }: Found,
  isOfMembers: (role: Role) => boolean,
): TemplateResult {
  const shown = roles.filter((role) => !isOfMembers(role))
  const line = (label: string, cell: (role: Role) => string) => html`
      <tr>
        <th scope="row">${label}</th>
        ${shown.map((role) => html`<td class="small">${role.key === 'admin' ? host.t('roles.everything') : cell(role)}</td>`)}
      </tr>
    `
  return html`
      <div class="table-frame" role="region" tabindex="0" aria-label=${host.t('roles.compare')}>
        <table class="compared">
          <thead>
            <tr>
              <td></td>
              ${shown.map((role) => html`<th scope="col">${nameOf(role)}</th>`)}
            </tr>
          </thead>
          <tbody>
            ${collections.map((one) => line(entityName(host, 'collections', one.slug), ({ permissions }) => rightsTo(host, 'collections', one, permissions)))}
            ${globals.map((one) => line(entityName(host, 'globals', one.slug), ({ permissions }) => rightsTo(host, 'globals', one, permissions)))}
            ${views.map((view) => line(viewName(host, view), ({ permissions }) => host.t(permissions.admin.includes(view) ? 'yes' : 'no')))}
          </tbody>
        </table>
      </div>
    `
}

function rightsTo(host: CmsElement, kind: Kind, { slug, ops }: Grantable, { [kind]: granted, own, fields }: Permissions): string {
  const operations = granted[slug] ?? []
  if (operations.length === 0) return host.t('roles.none')
  const said =
    operations.length === ops.length
      ? host.t('roles.everything')
      : ops
          .filter((one) => operations.includes(one))
          .map((one) => host.t(`operation.${one as 'read'}`))
          .join(', ')
  const limited = Object.keys(fields?.[kind]?.[slug] ?? {}).length
  return [
    said,
    ...(kind === 'collections' && (own?.[slug]?.length ?? 0) > 0 ? [host.t('roles.onlyOwn')] : []),
    ...(limited > 0 ? [host.t('roles.limited', { count: limited })] : []),
  ].join(' · ')
}
