/** `<cms-roles>`: roles as a matrix of collections and operations, with fields, areas and their history.
 *
 * @attribute api, lang: as for `<cms-admin>`
 * @cssproperty as for `<cms-admin>`
 * Tested by test/admin-components/system.test.ts.
 */
import { css, html, nothing, type TemplateResult } from 'lit'
import { ref } from 'lit/directives/ref.js'
import { fieldLabel } from '../app/field-name.ts'
import { RelatedDocuments } from '../app/related.ts'
import { isOfMembers } from '../app/role-of-members.ts'
import { define } from '../element.ts'
import { confirm } from '../parts/dialog.ts'
import { icon } from '../parts/icon.ts'
import { watchWidth } from '../parts/table-width.ts'
import { onDate } from '../texts/texts.ts'
import { cardsOnPhones } from './cards-on-phones.ts'
import { comparedLook, comparedRoles } from './compared-roles.ts'
import { withOperation, withScope } from './granting.ts'
import { cellLook, permissionCell } from './permission-cell.ts'
import { groupRow, groupsLook, OPERATIONS, permissionGroups } from './permission-groups.ts'
import { type Person, personName } from './person-name.ts'
import {
  entityName,
  type Found,
  type Grantable,
  inOrder,
  isKept,
  type Kind,
  keyFor,
  nameOf,
  type Permissions,
  type Role,
  viewName,
} from './rights.ts'
import { SystemPage } from './system-page.ts'

const look = css`
  .at-hand { position: sticky; inset-block-end: var(--below, 0px); z-index: 3; background: var(--ground); border-block-start: 1px solid var(--line); padding-block: var(--s3); }
  .limit { display: grid; grid-template-columns: minmax(0, 1fr) 130px; align-items: center; gap: var(--s3); padding-block: 2px; font-weight: 450; }
  .matrix tbody :is(td, th) { vertical-align: top; }
  .matrix details { min-inline-size: 110px; }
  .make .field { max-inline-size: 480px; }
  @container (max-width: 640px) {
    .matrix tr > th { display: block; block-size: auto; padding: 0; border: 0; color: var(--text); text-align: -webkit-match-parent; text-align: match-parent; }
    .matrix tr.heading { padding-block: var(--s2); background: var(--tint); }
    .matrix tr.heading > th { block-size: auto; }
    .matrix tr > td[data-label]::before { line-height: 30px; }
  }
  @container (max-width: 760px) {
    .at-hand:not(.unsaved), .page:has(> .at-hand.unsaved) > .page-head > .reach { display: none; }
    .page > .at-hand { order: 1; margin-block-start: auto; }
  }
  @media (pointer: coarse) {
    .matrix :is(td, th) { vertical-align: middle; padding-block: 0; }
  }
`

class CmsRoles extends SystemPage<Found> {
  static override properties = {
    chosen: { state: true },
    wanted: { state: true },
    history: { state: true },
    compares: { state: true },
    isOpen: { state: true },
  }
  static override looks = [look, cellLook, groupsLook, cardsOnPhones, comparedLook]
  declare chosen: number | undefined
  declare wanted: Permissions | undefined
  declare history: { id: number; author: Person | null; createdAt: string; permissions: Permissions }[] | undefined
  /** All roles are shown side by side. */
  declare compares: boolean
  /** The form of a new role is open. */
  declare isOpen: boolean
  protected readonly heading = 'area.roles'
  #people!: RelatedDocuments
  /** The operations that a role had when it lost reading, until the page is left. */
  readonly #earlier = new Map<string, readonly string[]>()

  constructor() {
    super()
    this.compares = false
    this.isOpen = false
  }

  protected override get isUnsaved(): boolean {
    return this.wanted !== undefined
  }

  protected override letGo(): void {
    this.wanted = undefined
  }

  protected async ask(): Promise<Found> {
    this.#people ??= new RelatedDocuments(this.app)
    const found = await this.app.client.get<Found>('/admin/roles')
    this.chosen ??= found.roles.find(({ key }) => key !== 'admin')?.id
    this.wanted = undefined
    return found
  }

  protected override acts(): TemplateResult {
    return html`
      <button aria-pressed=${this.compares} @click=${() => (this.compares = !this.compares)}>${icon('table')}${this.t('roles.compare')}</button>
      ${this.isOpen ? nothing : html`<button class="main" data-new @click=${this.#open}>${icon('plus')}${this.t('roles.new')}</button>`}
    `
  }

  protected body(found: Found): TemplateResult {
    if (this.compares) return html`${this.#form()}${comparedRoles(this, found)}`
    const role = found.roles.find(({ id }) => id === this.chosen)
    return html`
      ${this.#form()}
      <div class="tabs" role="tablist">
        ${inOrder(this, found).map(
          (one) => html`
            <button role="tab" aria-selected=${one.id === this.chosen} @click=${() => this.#choose(one.id)}>
              ${nameOf(this, one)}
              <span class="badge">${one.users}</span>
            </button>
          `,
        )}
      </div>
      ${role ? this.#role(role, found) : nothing}
    `
  }

  readonly #open = async () => {
    this.isOpen = true
    await this.updateComplete
    this.querySelector<HTMLElement>('#role-name')?.focus()
  }

  #form(): TemplateResult | typeof nothing {
    if (!this.isOpen) return nothing
    return html`
      <form class="card stack make" @submit=${this.#add}>
        <div class="field">
          <label for="role-name">${this.t('roles.name')}<span class="star" aria-hidden="true">*</span></label>
          <input id="role-name" name="name" required maxlength="100" autocomplete="off" />
        </div>
        <div class="row">
          <button class="main" ?disabled=${this.isBusy}>${this.t('roles.add')}</button>
          <button type="button" @click=${() => (this.isOpen = false)}>${this.t('cancel')}</button>
        </div>
      </form>
    `
  }

  #role(role: Role, found: Found): TemplateResult {
    if (role.key === 'admin') return html`<p class="note">${this.t('roles.admin')}</p>`
    const permissions = this.wanted ?? role.permissions
    const isForMembers = isOfMembers(this.app, role)
    return html`
      ${this.#roleActs(role, isForMembers)} ${this.#shownHistory()}
      ${isForMembers ? html`<p class="note">${this.t('roles.members')}</p>` : nothing}
      <div class="table-frame" role="region" tabindex="0" aria-label=${this.t(this.heading)} ${ref(watchWidth)}>
        <table class="matrix as-cards">
          <thead>
            <tr>
              <td></td>
              ${OPERATIONS.map(
                (one) => html`
                  <th scope="col">${this.t(`operation.${one}`)}</th>
                `,
              )}
              <th scope="col">${this.t('roles.fields')}</th>
            </tr>
          </thead>
          <tbody>
            ${permissionGroups(this, found).map(
              ({ heading, kind, rows }) =>
                html`${groupRow(this, heading, OPERATIONS.length + 2)}${rows.map((one) => this.#row(kind, one, permissions, isForMembers))}`,
            )}
          </tbody>
        </table>
      </div>
      <div class="card stack tight" role="group" aria-labelledby="rights" ?hidden=${isForMembers}>
        <p class="label" id="rights">${this.t('roles.rights')}</p>
        ${found.views.map(
          (view) => html`
            <label class="inline">
              <input
                type="checkbox"
                .checked=${permissions.admin.includes(view)}
                @change=${(event: Event) => this.#want({ admin: toggled(permissions.admin, view, (event.target as HTMLInputElement).checked) })} />
              ${viewName(this, view)}
            </label>
          `,
        )}
      </div>
      <div class="row at-hand ${this.wanted ? 'unsaved' : ''}">
        <button class="main" ?disabled=${!this.wanted || this.isBusy} @click=${() => this.#save(role)}>${this.t('save')}</button>
        ${
          this.wanted
            ? html`<button @click=${() => (this.wanted = undefined)}>${this.t('revert')}</button><span class="muted">${this.t('unsaved')}</span>`
            : nothing
        }
      </div>
    `
  }

  #roleActs(role: Role, isForMembers: boolean): TemplateResult {
    return html`
      <div class="row">
        ${isForMembers ? nothing : html`<button @click=${() => this.#see(role)}>${icon('eye')}${this.t('roles.see')}</button>`}
        <button aria-expanded=${this.history !== undefined} @click=${() => this.#look(role)}>${icon('history')}${this.t('versions')}</button>
        ${
          role.system
            ? nothing
            : html`
                <button class="danger" ?disabled=${role.users > 0} @click=${() => this.#delete(role)}>
                  ${icon('trash-2')}${this.t('delete')}
                </button>
                ${role.users > 0 ? html`<span class="muted small">${this.t('roles.deleteFirst', { count: role.users })}</span>` : nothing}
              `
        }
      </div>
    `
  }

  #shownHistory(): TemplateResult | typeof nothing {
    if (!this.history) return nothing
    return html`
      <ul class="card feed">
        ${this.history.map(
          (one) => html`
            <li>
              <span class="grow">
                ${onDate(one.createdAt, this.app.language)} · ${personName(this, one.author, this.#people)}
              </span>
              <button class="small" @click=${() => (this.wanted = one.permissions)}>${this.t('roles.take')}</button>
            </li>
          `,
        )}
      </ul>
    `
  }

  #row(kind: Kind, row: Grantable, permissions: Permissions, isForMembers: boolean): TemplateResult {
    const { slug, fields, new: isNew } = row
    const entity = this.app.entity(kind === 'globals' ? 'global' : 'collection', slug)
    const label = entityName(this, kind, slug)
    const nameOfField = (name: string) =>
      fieldLabel(
        this.app,
        entity?.fields.find((one) => one.name === name),
        name,
      )
    const granted = permissions[kind][slug] ?? []
    const limits = permissions.fields?.[kind]?.[slug] ?? {}
    const limited = Object.keys(limits)
    const choices = mayWrite(row, granted, isForMembers) ? (['', 'read', 'hidden'] as const) : (['', 'hidden'] as const)
    return html`
      <tr>
        <th scope="row">
          ${label}${isNew ? html`<span class="badge warn">${this.t('roles.isNew')}</span>` : nothing}
        </th>
        ${OPERATIONS.map(
          (operation) => html`
            <td>${permissionCell(
              this,
              { kind, row, operation, permissions, isForMembers },
              {
                grant: (isOn) => this.#grant(kind, slug, operation, isOn),
                scope: (isOwn) => this.#want(withScope(this.#current, slug, operation, isOwn)),
              },
            )}</td>
          `,
        )}
        <td>
          <details>
            <summary>${limited.length === 0 ? this.t('roles.allFields') : this.t('roles.limited', { count: limited.length })}</summary>
            ${fields.map(
              (field) => html`
                <label class="limit small">
                  ${nameOfField(field)}
                  <select
                    aria-label="${label}: ${nameOfField(field)}"
                    @change=${(event: Event) => this.#limit(kind, slug, field, (event.target as HTMLSelectElement).value)}>
                    ${choices.map(
                      (value) => html`
                        <option value=${value} .selected=${shownLimit(limits[field], choices) === value}>
                          ${this.t(`roles.field.${value || (choices.length === 2 ? 'read' : 'all')}`)}
                        </option>
                      `,
                    )}
                  </select>
                </label>
              `,
            )}
          </details>
        </td>
      </tr>
    `
  }

  get #current(): Permissions {
    // biome-ignore lint/style/noNonNullAssertion: the page is rendered once there are roles, and `chosen` is the id of one
    return this.wanted ?? this.found!.roles.find(({ id }) => id === this.chosen)!.permissions
  }

  #want(changes: Partial<Permissions>): void {
    this.wanted = { ...this.#current, ...changes }
  }

  #grant(kind: Kind, slug: string, operation: string, isOn: boolean): void {
    const at = `${this.chosen} ${kind} ${slug}`
    if (operation === 'read' && !isOn) this.#earlier.set(at, this.#current[kind][slug] ?? [])
    this.#want(withOperation(this.#current, { kind, slug, operation, isOn, earlier: this.#earlier.get(at) ?? [] }))
  }

  #limit(kind: Kind, slug: string, field: string, value: string): void {
    const { fields } = this.#current
    const { [field]: _, ...others } = fields?.[kind]?.[slug] ?? {}
    this.#want({ fields: { ...fields, [kind]: { ...fields?.[kind], [slug]: value === '' ? others : { ...others, [field]: value } } } })
  }

  async #see(role: Role): Promise<void> {
    if (await this.mayLeave()) await this.app.seeAs(role.key, nameOf(this, role))
  }

  async #choose(id: number): Promise<void> {
    if (id === this.chosen || !(await this.mayLeave('unsaved.discardTitle'))) return
    this.chosen = id
    this.wanted = undefined
    this.history = undefined
  }

  #save({ id }: Role): Promise<boolean> {
    return this.attempt(() => this.app.client.patch(`/admin/roles/${id}`, { permissions: this.wanted }), this.t('saved'))
  }

  async #look({ id }: Role): Promise<void> {
    this.history = this.history ? undefined : await this.app.client.get(`/admin/roles/${id}/history`)
  }

  async #delete({ id, name, key }: Role): Promise<void> {
    if (
      !(await confirm(this, {
        title: this.t('delete.title', { title: name || key }),
        text: this.t('delete.forGood'),
        yes: this.t('delete'),
        isDangerous: true,
      }))
    )
      return
    this.chosen = undefined
    await this.attempt(() => this.app.client.delete(`/admin/roles/${id}`))
  }

  readonly #add = async (event: SubmitEvent) => {
    event.preventDefault()
    if (!(await this.mayLeave('unsaved.discardTitle'))) return
    const name = String(new FormData(event.target as HTMLFormElement).get('name')).trim()
    const key = keyFor(name, this.found?.roles.map((role) => role.key) ?? [])
    await this.attempt(async () => {
      this.chosen = (await this.app.client.post<Pick<Role, 'id'>>('/admin/roles', { key, name })).id
      this.compares = false
      this.isOpen = false
    })
  }
}

/** A role that may only read a content can't edit its fields, whatever the limits of the fields are. */
const mayWrite = (row: Grantable, granted: readonly string[], isForMembers: boolean): boolean =>
  granted.some((one) => (one === 'create' || one === 'update') && !isKept(row, one, isForMembers))

const shownLimit = (limit = '', choices: readonly string[]): string => (choices.includes(limit) ? limit : '')

const toggled = (list: readonly string[], one: string, isOn: boolean): string[] =>
  isOn ? [...new Set([...list, one])] : list.filter((other) => other !== one)

define('cms-roles', CmsRoles)
