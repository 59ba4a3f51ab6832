/** `<cms-role>`: chooses a role by name, and says what it may do. Tested by test/admin-components/everyday.test.ts. */
import { html, nothing, type TemplateResult } from 'lit'
import { CmsElement, define } from '../element.ts'
import '../system/texts.ts'
import { entityName } from '../system/rights.ts'
import { humanized, type Key } from '../texts/texts.ts'
import { describedBy, type Editing, idOf, isWrong } from './editing.ts'

interface Role {
  key: string
  name: string
  permissions: { collections: Record<string, string[]>; globals: Record<string, string[]> }
}

class CmsRole extends CmsElement {
  static override properties = { editing: { attribute: false }, roles: { state: true } }
  declare editing: Editing
  /** Undefined until they are loaded. */
  declare roles: readonly Role[] | undefined

  override connectedCallback(): void {
    super.connectedCallback()
    this.app.client.get<{ roles: Role[] }>('/admin/roles').then(
      ({ roles }) => (this.roles = roles),
      (error) => this.app.say(this.app.explain(error), 'bad'),
    )
  }

  override render(): TemplateResult {
    const { editing: e, roles = [] } = this
    const chosen = roles.find(({ key }) => key === e.value)
    return html`
      <select
        id=${idOf(e)}
        ?disabled=${e.isLocked || this.roles === undefined}
        aria-invalid=${isWrong(e)}
        aria-describedby=${describedBy(e)}
        @change=${(event: Event) => e.set((event.target as HTMLSelectElement).value)}>
        ${chosen ? nothing : html`<option value=${e.value ?? ''} selected>${e.value ?? ''}</option>`}
        ${roles.map(({ key, name }) => html`<option value=${key} .selected=${key === e.value}>${name && name !== key ? name : humanized(key)}</option>`)}
      </select>
      ${chosen ? this.#rights(chosen) : nothing}
    `
  }

  #rights({ key, permissions }: Role): TemplateResult {
    if (key === 'admin') return html`<span class="help">${this.t('roles.admin')}</span>`
    const granted = new Map<string, string[]>()
    for (const kind of ['collections', 'globals'] as const)
      for (const [slug, operations] of Object.entries(permissions[kind] ?? {})) {
        if (operations.length === 0) continue
        const rights = operations.map((one) => this.t(`operation.${one}` as Key)).join(', ')
        granted.set(rights, [...(granted.get(rights) ?? []), entityName(this, kind, slug)])
      }
    return html`
      <ul class="help">
        ${granted.size === 0 ? html`<li>${this.t('roles.nothing')}</li>` : [...granted].map(([rights, names]) => html`<li>${names.join(', ')}: ${rights}</li>`)}
      </ul>
    `
  }
}

define('cms-role', CmsRole)
