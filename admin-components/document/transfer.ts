/** `<cms-transfer>`: asks who receives a user's content before the user is deleted. */
import { html, type TemplateResult } from 'lit'
import type { Page } from '../app/client.ts'
import type { User } from '../app/schema.ts'
import { type CmsElement, define } from '../element.ts'
import { ask, CmsDialog } from '../parts/dialog.ts'
import { humanized } from '../texts/texts.ts'
import './action-texts.ts'

interface Owned {
  collection: string
  count: number
}

class CmsTransfer extends CmsDialog<string> {
  static override properties = { people: { state: true } }
  declare people: readonly User[]
  owned: readonly Owned[] = []
  person = 0

  constructor() {
    super()
    this.people = []
  }

  protected name(): string {
    return this.t('transfer.title')
  }

  protected override firstUpdated(): void {
    super.firstUpdated()
    const others = {
      where: { and: [{ id: { not_equals: this.person } }, { active: { equals: true } }] },
      limit: 100,
      depth: 0,
      sort: 'email',
    }
    this.app.client.get<Page<User>>('/users', others).then(({ docs }) => (this.people = docs))
  }

  protected body(): TemplateResult {
    const owned = this.owned.map(
      ({ collection, count }) => `${this.app.label(this.app.collection(collection)?.labels.plural, humanized(collection))}: ${count}`,
    )
    return html`
      <form method="dialog" @submit=${this.#submit}>
        <h2>${this.name()}</h2>
        <p>${this.t('transfer.text', { what: owned.join(', ') })}</p>
        <label>
          ${this.t('transfer.to')}
          <select name="to">
            <option value="none">${this.t('transfer.none')}</option>
            ${this.people.map(({ id, email, name }) => html`<option value=${id}>${name || email}</option>`)}
          </select>
        </label>
        <div class="foot">
          <button type="button" @click=${() => this.close()}>${this.t('cancel')}</button>
          <button class="main">${this.t('transfer.do')}</button>
        </div>
      </form>
    `
  }

  readonly #submit = (event: SubmitEvent) => {
    event.preventDefault()
    this.close(String(new FormData(event.target as HTMLFormElement).get('to')))
  }
}

define('cms-transfer', CmsTransfer)

/** Resolves to the id of the new owner, or `none`; undefined if the user cancelled. Doesn't ask if the person has no content. */
export async function heirOf(from: CmsElement, person: number): Promise<string | undefined> {
  const owned = await from.app.client.get<Owned[]>(`/admin/owned/${person}`).catch(() => [])
  if (!owned.some(({ count }) => count > 0)) return 'none'
  return ask(
    from,
    Object.assign(document.createElement('cms-transfer') as CmsTransfer, { owned: owned.filter(({ count }) => count > 0), person }),
  )
}
