/** `<cms-transfer>`: asks before a person is deleted who receives the documents that they own. Tested by test/admin-components/system.test.ts. */
import { html, nothing, type TemplateResult } from 'lit'
import { repeat } from 'lit/directives/repeat.js'
import type { Page } from '../app/client.ts'
import { isOfMembers } from '../app/role-of-members.ts'
import type { User } from '../app/schema.ts'
import { type KnownUses, unknownUses } from '../app/uses.ts'
import { usesBesideOwned } from '../app/uses-before-delete.ts'
import { type CmsElement, define } from '../element.ts'
import { ask, CmsDialog, confirm, type Question } from '../parts/dialog.ts'
import { searchField } from '../parts/search.ts'
import { formatOf } from '../texts/formats.ts'
import { humanized } from '../texts/texts.ts'
import './action-texts.ts'

interface Owned {
  collection: string
  count: number
}

/** The parameter of the request. */
type Heir = { readonly transferTo: string }

interface Deleting extends Question {
  person: number
  name: string
  uses: KnownUses
  /** The text for what a delete leaves behind. */
  warning(uses: KnownUses): Question['text']
}

const NONE = 'none'
const TYPING = 200
/** How many people are offered at once, and how many of them are in sight if there are more. */
const OFFERED = 50
const ROWS = 7

/** Those whose name or address has these words. */
type Search = (text: string) => Promise<Page<User>>

class CmsTransfer extends CmsDialog<Heir> {
  static override properties = { found: { state: true }, heir: { state: true }, typed: { state: true } }
  owned: readonly Owned[] = []
  /** Where the person is used besides what a transfer takes along. */
  rest: KnownUses
  search!: Search
  /** Whether there are more people than a list shows, so that one has to search for them. */
  hasMany = false
  declare found: readonly User[]
  question!: Deleting
  /** The id of a person, or `none`; empty until somebody has chosen. */
  declare heir: string
  declare typed: string
  #chosen: User | undefined
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor() {
    super()
    this.found = []
    this.heir = ''
    this.typed = ''
  }

  protected name(): string {
    return this.question.title
  }

  protected body(): TemplateResult {
    const { title, uses, warning, typed } = this.question
    const isReady = this.heir !== '' && (typed === undefined || this.typed.trim() === typed.trim())
    return html`
      <form method="dialog" @submit=${this.#submit}>
        <h2>${title}</h2>
        ${warning(this.heir === NONE ? uses : this.rest)}
        <div class="field">
          <label for="heir">${this.t('transfer.text', { who: this.question.name, what: this.#what })}</label>
          ${this.hasMany ? html`<div @keydown=${keepEnter}>${searchField(this, this.#search, '', this.t('transfer.search'))}</div>` : nothing}
          <select id="heir" size=${this.hasMany ? ROWS : 1} @change=${this.#choose}>
            ${this.hasMany ? nothing : html`<option value="">${this.t('transfer.choose')}</option>`}
            ${repeat(
              this.#people,
              ({ id }) => id,
              (person) =>
                html`<option value=${person.id} ?selected=${String(person.id) === this.heir}>${this.t('transfer.to', { who: nameOf(person) })}</option>`,
            )}
            <option value=${NONE}>${this.t('transfer.none')}</option>
          </select>
        </div>
        ${typed === undefined ? nothing : this.#typeTitle(typed)}
        <div class="foot">
          <button type="button" autofocus @click=${() => this.close()}>${this.t('cancel')}</button>
          <button class="main danger" ?disabled=${!isReady}>
            ${this.#chosen ? this.t('transfer.do', { who: nameOf(this.#chosen) }) : this.t(this.heir === NONE ? 'transfer.doWithout' : 'delete')}
          </button>
        </div>
      </form>
    `
  }

  #typeTitle(title: string): TemplateResult {
    return html`
      <label class="field">
        ${this.t('confirm.type', { text: title })}
        <input autocomplete="off" .value=${this.typed} @input=${(event: InputEvent) => (this.typed = (event.target as HTMLInputElement).value)} />
      </label>
    `
  }

  /** `160 Posts and 1 Note`. */
  get #what(): string {
    const counted = this.owned.map(({ collection, count }) => {
      const { singular, plural } = this.app.collection(collection)?.labels ?? {}
      return `${count} ${this.app.label(count === 1 ? singular : plural, humanized(collection))}`
    })
    return formatOf(Intl.ListFormat, this.app.language).format(counted)
  }

  /** The chosen person stays in the list during the next search. */
  get #people(): readonly User[] {
    const others = this.found.filter(({ id }) => id !== this.#chosen?.id)
    return this.#chosen ? [this.#chosen, ...others] : others
  }

  readonly #choose = (event: Event) => {
    const { value } = event.target as HTMLSelectElement
    this.#chosen = this.#people.find(({ id }) => String(id) === value)
    this.heir = value
  }

  readonly #search = (event: InputEvent) => {
    const input = event.target as HTMLInputElement
    const { value } = input
    clearTimeout(this.#timer)
    this.#timer = setTimeout(async () => {
      const found = await this.search(value.trim()).catch(() => undefined)
      if (found && input.value === value) this.found = found.docs
    }, TYPING)
  }

  readonly #submit = (event: SubmitEvent) => {
    event.preventDefault()
    this.close({ transferTo: this.heir })
  }
}

define('cms-transfer', CmsTransfer)

/** In the search, Enter must not press the button that deletes. */
const keepEnter = (event: KeyboardEvent) => {
  if (event.key === 'Enter') event.preventDefault()
}

const nameOf = ({ name, email }: User): string => name || email

/** Resolves to the new owner, or to true if the person owns nothing; otherwise the user cancelled, or the server can't tell what they own. */
export async function confirmWithHeir(from: CmsElement, question: Deleting): Promise<Heir | boolean | undefined> {
  const { client } = from.app
  try {
    const owned = await client.get<Owned[]>(`/admin/owned/${question.person}`)
    if (owned.length === 0) return await confirm(from, question)
    const search = await possibleOwners(from, question.person)
    const { docs: found, hasNextPage: hasMany } = await search('')
    const rest = await usesBesideOwned(from.app, question.person, question.uses).catch(unknownUses)
    return await ask(
      from,
      Object.assign(document.createElement('cms-transfer') as CmsTransfer, { owned, search, found, hasMany, question, rest }),
    )
  } catch (error) {
    from.app.say(from.app.explain(error), 'bad')
    return undefined
  }
}

/** Members of the site can't open the admin, so they could do nothing with the documents. */
async function possibleOwners({ app }: CmsElement, except: number): Promise<Search> {
  const { roles } = await app.client.get<{ roles: { key: string; system: boolean }[] }>('/admin/roles')
  const ofMembers = roles.filter((role) => isOfMembers(app, role)).map(({ key }) => key)
  const others = [
    { id: { not_equals: except } },
    { active: { equals: true } },
    ...(ofMembers.length > 0 ? [{ role: { not_in: ofMembers } }] : []),
  ]
  return (text) => {
    const named = text === '' ? [] : [{ or: [{ name: { like: text } }, { email: { like: text } }] }]
    return app.client.get<Page<User>>('/users', { where: { and: [...others, ...named] }, limit: OFFERED, depth: 0, sort: 'email' })
  }
}
