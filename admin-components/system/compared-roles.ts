/** All roles side by side: what each may do with every kind of content. Tested by test/admin-components/languages.test.ts. */
import { css, html, type TemplateResult } from 'lit'
import { isOfMembers } from '../app/role-of-members.ts'
import type { CmsElement } from '../element.ts'
import { groupRow, permissionGroups } from './permission-groups.ts'
import { entityName, type Found, inOrder, nameOf, type Role, rightsTo, viewName } from './rights.ts'

export const comparedLook = css`
  table.compared td { white-space: normal; min-inline-size: 120px; }
  @container (max-width: 640px) {
    table.compared tr > th { display: block; block-size: auto; padding: 0; border: 0; color: var(--text); text-align: -webkit-match-parent; text-align: match-parent; }
    table.compared tr.heading { padding-block: var(--s2); background: var(--tint); }
  }
`

export function comparedRoles(host: CmsElement, found: Found): TemplateResult {
  const { views } = found
  const roles = inOrder(host, found)
  const line = (label: string, cell: (role: Role) => string) => html`
      <tr>
        <th scope="row">${label}</th>
        ${roles.map((role) => html`<td class="small">${cell(role)}</td>`)}
      </tr>
    `
  return html`
      <div class="table-frame" role="region" tabindex="0" aria-label=${host.t('roles.compare')}>
        <table class="compared as-cards">
          <thead>
            <tr>
              <td></td>
              ${roles.map((role) => html`<th scope="col">${nameOf(host, role)}</th>`)}
            </tr>
          </thead>
          <tbody>
            ${permissionGroups(host, found).map(
              ({ heading, kind, rows }) => html`
                ${groupRow(host, heading, roles.length + 1)}
                ${rows.map((one) =>
                  line(entityName(host, kind, one.slug), (role) =>
                    role.key === 'admin'
                      ? host.t('roles.everything')
                      : rightsTo(host, kind, one, role.permissions, isOfMembers(host.app, role)),
                  ),
                )}
              `,
            )}
            ${groupRow(host, 'roles.rights', roles.length + 1)}
            ${views.map((view) =>
              line(viewName(host, view), (role) => {
                if (isOfMembers(host.app, role)) return '—'
                return host.t(role.key === 'admin' || role.permissions.admin.includes(view) ? 'yes' : 'no')
              }),
            )}
          </tbody>
        </table>
      </div>
    `
}
