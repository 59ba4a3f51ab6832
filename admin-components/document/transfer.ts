/** `<cms-transfer>`: asks before a person is deleted who receives the documents that they own. Tested by test/admin-components/system.test.ts. */
import { html, nothing, type TemplateResult } from 'lit'
import type { Page } from '../app/client.ts'
import { isOfMembers } from '../app/role-of-members.ts'
import type { User } from '../app/schema.ts'
import { type CmsElement, define } from '../element.ts'
import { ask, CmsDialog, confirm, type Question } from '../parts/dialog.ts'
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
}

const NONE = 'none'

class CmsTransfer extends CmsDialog<Heir> {
  static override properties = { heir: { state: true }, typed: { state: true } }
  owned: readonly Owned[] = []
  people: readonly User[] = []
  question!: Deleting
  /** The id of a person, or `none`; empty until somebody has chosen. */
  declare heir: string
  declare typed: string

  constructor() {
    super()
    this.heir = ''
    this.typed = ''
  }

  protected name(): string {
    return this.question.title
  }

  protected body(): TemplateResult {
    const { title, text, typed } = this.question
    const heir = this.people.find(({ id }) => String(id) === this.heir)
    const isReady = this.heir !== '' && (typed === undefined || this.typed.trim() === typed.trim())
    return html`
      <form method="dialog" @submit=${this.#submit}>
        <h2>${title}</h2>
        ${text}
        <label class="field">
          ${this.t('transfer.text', { who: this.question.name, what: this.#what })}
          <select @change=${(event: Event) => (this.heir = (event.target as HTMLSelectElement).value)}>
            <option value="">${this.t('transfer.choose')}</option>
            ${this.people.map((person) => html`<option value=${person.id}>${this.t('transfer.to', { who: nameOf(person) })}</option>`)}
            <option value=${NONE}>${this.t('transfer.none')}</option>
          </select>
        </label>
        ${typed === undefined ? nothing : this.#typeTitle(typed)}
        <div class="foot">
          <button type="button" autofocus @click=${() => this.close()}>${this.t('cancel')}</button>
          <button class="main danger" ?disabled=${!isReady}>
            ${heir ? this.t('transfer.do', { who: nameOf(heir) }) : this.t(this.heir === NONE ? 'transfer.doWithout' : 'delete')}
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

  readonly #submit = (event: SubmitEvent) => {
    event.preventDefault()
    this.close({ transferTo: this.heir })
  }
}

define('cms-transfer', CmsTransfer)

const nameOf = ({ name, email }: User): string => name || email

/** Resolves to the new owner, or to true if the person owns nothing; otherwise the user cancelled, or the server can't tell what they own. */
export async function confirmWithHeir(from: CmsElement, question: Deleting): Promise<Heir | boolean | undefined> {
  const { client } = from.app
  try {
    const owned = await client.get<Owned[]>(`/admin/owned/${question.person}`)
    if (owned.length === 0) return await confirm(from, question)
    const people = await possibleOwners(from, question.person)
    return await ask(from, Object.assign(document.createElement('cms-transfer') as CmsTransfer, { owned, people, question }))
  } catch (error) {
    from.app.say(from.app.explain(error), 'bad')
    return undefined
  }
}

/** Members of the site can't open the admin, so they could do nothing with the documents. */
async function possibleOwners({ app }: CmsElement, except: number): Promise<readonly User[]> {
  const { roles } = await app.client.get<{ roles: { key: string; system: boolean }[] }>('/admin/roles')
  const ofMembers = roles.filter((role) => isOfMembers(app, role)).map(({ key }) => key)
  const others = [{ id: { not_equals: except } }, { active: { equals: true } }]
  const where = { and: [...others, ...(ofMembers.length > 0 ? [{ role: { not_in: ofMembers } }] : [])] }
  return (await app.client.get<Page<User>>('/users', { where, limit: 100, depth: 0, sort: 'email' })).docs
}
