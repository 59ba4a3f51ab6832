/** `<cms-palette>`: the command palette (Ctrl-K). Finds documents of every collection by name, what can be done with the open one, places
 * and commands. Tested by test/admin-components/palette.test.ts.
 */
import { css, html, nothing, type TemplateResult } from 'lit'
import { recentDocuments } from '../app/recent.ts'
import { RelatedDocuments } from '../app/related.ts'
import { type Act, actionsOf } from '../document/actions.ts'
import type { DocumentHost } from '../document/document-host.ts'
import { type CmsElement, define } from '../element.ts'
import { ask, CmsDialog } from '../parts/dialog.ts'
import { failureNote } from '../parts/failure.ts'
import { icon } from '../parts/icon.ts'
import { titleOf } from '../parts/title.ts'
import { humanized } from '../texts/texts.ts'
import { entriesOf } from './areas.ts'
import type { EarlyTyping } from './early-typing.ts'
import './texts.ts'

interface Choice {
  label: string
  hint: string
  icon: string
  /** A place, or what to do. */
  to: string | (() => unknown)
  section: string
}

/** Documents that the server found, and the collections in which there are more. */
interface Found {
  hits: readonly { collection: string; id: number; title: string }[]
  more: readonly string[]
}

const NOTHING: Found = { hits: [], more: [] }

/** Documents that have pages of their own. */
const PLACES: Record<string, (id: number) => string> = {
  media: (id) => `media?id=${id}`,
  'media-folders': (id) => `media?folder=${id}`,
}

/** How many documents are offered before anything is typed. */
const RECENT = 6
const MOST = 40

const WAIT = 160

type Fits = (...texts: (string | undefined)[]) => boolean

/** A single letter is not searched. */
const wordsIn = (text: string): string => (text.trim().length < 2 ? '' : text.trim())

class CmsPalette extends CmsDialog<Choice['to']> {
  static override properties = {
    text: { state: true },
    at: { state: true },
    found: { state: true },
    searched: { state: true },
    error: { state: true },
  }
  static override looks = [
    css`
      .palette { margin-block-start: 12vh; }
      .palette .inside { padding: 0; gap: 0; }
      .palette input { border: 0; border-block-end: 1px solid var(--line); border-radius: 0; padding: var(--s4); box-shadow: none; background: none; }
      .palette ul { padding: var(--s1); max-block-size: 50vh; overflow-y: auto; }
      .palette li.section { padding: var(--s2) var(--s3) 0; color: var(--muted); font-size: var(--t1); font-weight: 600; cursor: default; }
      .palette li { display: flex; align-items: center; gap: var(--s3); padding: var(--s2) var(--s3); border-radius: var(--radius); cursor: pointer; }
      .palette li[aria-selected='true'] { background: var(--wash); color: var(--link); }
      .palette .note { margin: var(--s1); }
      .palette li .muted { flex: 0 1 auto; max-inline-size: 70%; overflow: hidden; text-overflow: ellipsis; font-size: var(--t2); white-space: nowrap; }
    `,
  ]
  declare text: string
  declare at: number
  declare found: Found
  /** The words that `found` or `error` is the answer to. */
  declare searched: string
  declare error: string
  /** What can be done with the open document. */
  here!: { title: string; acts: readonly Act[] } | undefined
  /** Typed before the field was there. */
  early!: EarlyTyping
  #searching: Promise<void> | undefined
  readonly #documents = () => (this.#related ??= new RelatedDocuments(this.app))
  #related: RelatedDocuments | undefined
  protected override shape = 'palette'
  #timer: ReturnType<typeof setTimeout> | undefined
  #request: AbortController | undefined

  constructor() {
    super()
    this.text = ''
    this.at = 0
    this.found = NOTHING
    this.searched = ''
    this.error = ''
  }

  protected name(): string {
    return this.t('palette')
  }

  protected override firstUpdated(): void {
    super.firstUpdated()
    const { text, isEntered } = this.early.take()
    if (text !== '') this.#look(text)
    if (isEntered) void this.#take()
  }

  protected body(): TemplateResult {
    const choices = this.#choices()
    return html`
      <div class="inside">
        <input
          role="combobox"
          aria-expanded="true"
          aria-controls="palette-list"
          aria-activedescendant=${choices[this.at] ? `palette-${this.at}` : nothing}
          aria-label=${this.t('palette')}
          placeholder=${this.t('palette.hint')}
          autocomplete="off"
          .value=${this.text}
          @input=${this.#typed}
          @keydown=${this.#keys}
          autofocus />
        <ul id="palette-list" role="listbox" aria-label=${this.t('palette')}>
          ${choices.map(
            ({ label, hint, icon: face, to, section }, index) => html`
              ${section === choices[index - 1]?.section ? nothing : html`<li class="section" role="presentation">${section}</li>`}
              <li id="palette-${index}" role="option" aria-selected=${index === this.at} @click=${() => this.close(to)}>
                ${icon(face)}
                <span class="grow clip">${label}</span>
                <span class="muted">${hint}</span>
              </li>
            `,
          )}
          ${this.#said(choices)}
        </ul>
        ${failureNote(this, this.#isSearching ? '' : this.error, () => this.#look(this.text))}
      </div>
    `
  }

  get #isSearching(): boolean {
    return wordsIn(this.text) !== this.searched
  }

  /** “No matches.” is only said once the server has answered. */
  #said(choices: readonly Choice[]): TemplateResult | typeof nothing {
    const text = this.t(this.#isSearching ? 'searching' : 'list.nothing')
    if (choices.length > 0 && (this.found.hits.length > 0 || !this.#isSearching)) return nothing
    if (this.error && !this.#isSearching) return nothing
    return html`<li class="muted" role="option" aria-selected="false">${text}</li>`
  }

  /** Before anything is typed, what was opened last comes first; afterwards the documents that were found. */
  #choices(): Choice[] {
    const wanted = this.text.trim().toLowerCase()
    const fits = (...texts: (string | undefined)[]) => wanted === '' || texts.some((text) => text?.toLowerCase().includes(wanted))
    const documents = wanted === '' ? this.#recent() : this.#found()
    return [...documents, ...this.#acts(fits), ...this.#fresh(fits), ...this.#places(fits)].slice(0, MOST)
  }

  #recent(): Choice[] {
    const { app } = this
    const { path } = app.router.place
    const others = recentDocuments(app).filter(({ slug, id }) => `c/${slug}/${id}` !== path.join('/'))
    const there = others.filter(({ slug, id }) => this.#documents().find(slug, id, this) !== null)
    return there.slice(0, RECENT).map(({ slug, id }) => this.#document(slug, id, this.#documents().title(this, slug, id), 'palette.recent'))
  }

  #found(): Choice[] {
    const { hits, more } = this.found
    return [
      ...hits.map(({ collection, id, title }) => this.#document(collection, id, title, 'palette.documents')),
      ...more.filter((slug) => slug !== 'media-folders').map((slug) => this.#all(slug)),
    ]
  }

  #all(slug: string): Choice {
    const { app } = this
    return {
      label: app.t('palette.all', { what: app.label(app.collection(slug)?.labels.plural, humanized(slug)) }),
      hint: '',
      icon: 'search',
      to: `${slug === 'media' ? slug : `c/${slug}`}?q=${encodeURIComponent(this.text.trim())}`,
      section: app.t('palette.documents'),
    }
  }

  #document(slug: string, id: number, label: string, section: 'palette.recent' | 'palette.documents'): Choice {
    const { app } = this
    const entity = app.collection(slug)
    return {
      label,
      hint: app.label(entity?.labels.singular, slug),
      icon: entity?.icon ?? 'file-text',
      to: PLACES[slug]?.(id) ?? `c/${slug}/${id}`,
      section: app.t(section),
    }
  }

  #acts(fits: Fits): Choice[] {
    if (!this.here) return []
    const section = this.t('palette.here', { title: this.here.title })
    const acts = this.here.acts.flatMap((act) => {
      const choice = { label: act.label, hint: act.about ?? '', icon: act.icon ?? 'zap', to: () => act.run(), section }
      // The history is where versions are compared.
      return act.label === this.t('versions') ? [choice, { ...choice, label: this.t('palette.compare') }] : [choice]
    })
    return acts.filter(({ label }) => fits(label))
  }

  #fresh(fits: Fits): Choice[] {
    const { app } = this
    return app.known.collections
      .filter(({ may, slug }) => may.create && !['media', 'media-folders', 'api-keys'].includes(slug))
      .sort((a, b) => Number(a.slug === 'users') - Number(b.slug === 'users'))
      .map(({ slug, labels }) => ({
        label: this.t('list.new', { what: app.label(labels.singular, humanized(slug)) }),
        hint: '',
        icon: 'plus',
        to: `c/${slug}/new`,
        section: this.t('palette.new'),
      }))
      .filter(({ label }) => fits(label))
  }

  #places(fits: Fits): Choice[] {
    const { app } = this
    const section = this.t('palette.pages')
    const places = entriesOf(app)
      .filter(({ label, group }) => fits(label, group))
      .map(({ label, icon, to, group }) => ({ label, hint: group, icon, to, section }))
    const own = app.known.commands
      .filter(({ label, keywords }) => fits(app.label(label), ...(keywords ?? [])))
      .map(({ label, to, icon }) => ({ label: app.label(label), hint: '', icon: icon ?? 'zap', to, section }))
    return [...places, ...own]
  }

  readonly #typed = (event: InputEvent) => this.#look((event.target as HTMLInputElement).value)

  #look(text: string): void {
    this.text = text
    this.at = 0
    clearTimeout(this.#timer)
    this.#searching = new Promise((resolve) => {
      this.#timer = setTimeout(() => resolve(this.#search()), WAIT)
    })
  }

  async #search(): Promise<void> {
    this.#request?.abort()
    const words = wordsIn(this.text)
    this.#request = new AbortController()
    const { signal } = this.#request
    let found = NOTHING
    let error = ''
    try {
      if (words !== '') found = await this.app.client.get<Found>('/admin/search', { q: words }, signal)
    } catch (failure) {
      error = this.app.explain(failure)
    }
    if (!signal.aborted) Object.assign(this, { found, error, searched: words })
  }

  readonly #keys = (event: KeyboardEvent) => {
    const choices = this.#choices()
    const to = { ArrowDown: this.at + 1, ArrowUp: this.at - 1 }[event.key]
    if (to !== undefined) this.at = (to + choices.length) % Math.max(1, choices.length)
    else if (event.key === 'Enter' && !event.isComposing) void this.#take()
    else return
    event.preventDefault()
    void this.updateComplete.then(() => this.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' }))
  }

  /** Pressing Enter right after a name means the document that the search is about to find. */
  async #take(): Promise<void> {
    const { at } = this
    if (at === 0) await this.#searching
    const chosen = this.#choices()[at]
    if (chosen && this.isConnected) this.close(chosen.to)
  }
}

define('cms-palette', CmsPalette)

export async function openPalette(from: CmsElement, early: EarlyTyping): Promise<void> {
  const root = from.shadowRoot ?? from
  if (root.querySelector('cms-palette')) {
    early.take()
    return
  }
  const to = await ask(from, Object.assign(document.createElement('cms-palette') as CmsPalette, { here: openDocument(root), early }))
  if (to === undefined) return
  if (typeof to === 'function') await to()
  else if (/^(https?:)?\//.test(to)) location.assign(to)
  else await from.app.router.go(to)
}

function openDocument(root: ParentNode): CmsPalette['here'] {
  const [host] = [...root.querySelectorAll<HTMLElement & DocumentHost>('main cms-document')]
  const form = host?.form
  if (!host || !form || form.phase === 'loading') return undefined
  const { main, others } = actionsOf(host, form)
  const acts = [...main, ...others].filter((act): act is Act => act !== 'line' && !act.isOff)
  return { title: titleOf(host, form.entity, form.values), acts }
}
