/** `<cms-role>`: chooses a role by name, and says what it may do. Tested by test/admin-components/everyday.test.ts. */
import { css, html, nothing, type TemplateResult } from 'lit'
import { CmsElement, define } from '../element.ts'
import { permissionGroups } from '../system/permission-groups.ts'
import '../system/texts.ts'
import { isOfMembers } from '../app/role-of-members.ts'
import { entityName, type Found, nameOf, type Role, rightsTo } from '../system/rights.ts'
import { describedBy, type Editing, idOf, isWrong } from './editing.ts'

class CmsRole extends CmsElement {
  static override properties = { editing: { attribute: false }, found: { state: true } }
  static override looks = [
    css`
      cms-role { display: grid; gap: 6px; }
    `,
  ]
  declare editing: Editing
  /** Undefined until they are loaded. */
  declare found: Found | undefined

  override connectedCallback(): void {
    super.connectedCallback()
    this.app.client.get<Found>('/admin/roles').then(
      (found) => (this.found = found),
      (error) => this.app.say(this.app.explain(error), 'bad'),
    )
  }

  override render(): TemplateResult {
    const { editing: e, found } = this
    const roles = found?.roles ?? []
    const chosen = roles.find(({ key }) => key === e.value)
    return html`
      <select
        id=${idOf(e)}
        ?disabled=${e.isLocked || found === undefined}
        aria-invalid=${isWrong(e)}
        aria-describedby=${describedBy(e)}
        @change=${(event: Event) => e.set((event.target as HTMLSelectElement).value)}>
        ${chosen ? nothing : html`<option value=${e.value ?? ''} selected>${e.value ?? ''}</option>`}
        ${roles.map((one) => html`<option value=${one.key} .selected=${one.key === e.value}>${nameOf(this, one)}</option>`)}
      </select>
      ${found && chosen ? this.#rights(found, chosen) : nothing}
    `
  }

  /** A line for all contents with the same rights. */
  #rights(found: Found, role: Role): TemplateResult {
    const { key, permissions } = role
    const isForMembers = isOfMembers(this.app, role)
    if (key === 'admin') return html`<span class="help">${this.t('roles.admin')}</span>`
    const granted = new Map<string, string[]>()
    for (const { kind, rows } of permissionGroups(this, found))
      for (const one of rows) {
        const rights = rightsTo(this, kind, one, permissions, isForMembers)
        if (rights !== this.t('roles.none')) granted.set(rights, [...(granted.get(rights) ?? []), entityName(this, kind, one.slug)])
      }
    return html`
      ${isForMembers ? html`<span class="help">${this.t('roles.members')}</span>` : nothing}
      <ul class="help">
        ${granted.size === 0 ? html`<li>${this.t('roles.nothing')}</li>` : [...granted].map(([rights, names]) => html`<li>${names.join(', ')}: ${rights}</li>`)}
      </ul>
    `
  }
}

define('cms-role', CmsRole)
