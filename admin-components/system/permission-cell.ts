/** A cell of the matrix of a role: whether an operation is granted, and for all documents or only for a person's own.
 * Tested by test/admin-components/permissions.test.ts.
 */
import { css, html, nothing, type TemplateResult } from 'lit'
import { live } from 'lit/directives/live.js'
import type { CmsElement } from '../element.ts'
import { canBeOwn } from './granting.ts'
import type { OPERATIONS } from './permission-groups.ts'
import { entityName, type Grantable, isKept, isOfPublished, type Kind, ownOf, type Permissions } from './rights.ts'

export const cellLook = css`
  .matrix :is(td, th) { padding-block: var(--s2); }
  .matrix tr:not(.heading) > th[scope='row'], .matrix summary, .matrix td > .muted:only-child { line-height: 30px; }
  .matrix .granted { display: flex; align-items: center; gap: var(--s2); min-block-size: 30px; }
  /* It keeps its room while there is nothing to choose, so that no column moves. */
  .matrix .granted select { inline-size: 5.5rem; min-block-size: 30px; padding-block: 0; }
  .matrix .granted select.idle { visibility: hidden; }
  .matrix .granted select:has(option[value='own']:checked) { color: var(--link); font-weight: 600; }
  @media (pointer: coarse) { .matrix .granted select { min-block-size: 40px; } }
`

export interface Granted {
  kind: Kind
  row: Grantable
  operation: (typeof OPERATIONS)[number]
  permissions: Permissions
  isForMembers: boolean
}

/** A role can grant it, unless the access rules have decided. */
export function permissionCell(
  host: CmsElement,
  { kind, row, operation, permissions, isForMembers }: Granted,
  change: { grant(isOn: boolean): void; scope(isOwn: boolean): void },
): TemplateResult | typeof nothing {
  const { slug, ops, ruled = {} } = row
  if (!ops.includes(operation)) return nothing
  if (ruled[operation] === 'admins') return html`<span class="muted small">${host.t('roles.adminsOnly')}</span>`
  if (isKept(row, operation, isForMembers)) return html`<span class="muted small">${host.t('roles.teamOnly')}</span>`
  const isGranted = permissions[kind][slug]?.includes(operation) === true
  const isOwn = ownOf(kind, slug, permissions).includes(operation)
  const isChoice = canBeOwn(kind, slug, operation) && ruled[operation] !== 'own'
  const name = `${entityName(host, kind, slug)}: ${host.t(`operation.${operation}`)}`
  return html`
    <span class="granted">
      <input
        type="checkbox"
        aria-label=${name}
        .checked=${live(isGranted)}
        @change=${(event: Event) => change.grant((event.target as HTMLInputElement).checked)} />
      ${
        isChoice
          ? html`
              <select
                aria-label=${host.t('roles.whose', { name })}
                class=${isGranted ? '' : 'idle'}
                @change=${(event: Event) => change.scope((event.target as HTMLSelectElement).value === 'own')}>
                <option value="all" .selected=${!isOwn}>${host.t('roles.whose.all')}</option>
                <option value="own" .selected=${isOwn}>${host.t('roles.whose.own')}</option>
              </select>
            `
          : nothing
      }
    </span>
    ${ruled[operation] === 'own' ? html`<span class="muted small">${host.t('roles.onlyOwn')}</span>` : nothing}
    ${isOfPublished(host, kind, slug, operation, isForMembers) ? html`<span class="muted small">${host.t('roles.onlyPublished')}</span>` : nothing}
  `
}
