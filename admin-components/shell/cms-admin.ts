/** `<cms-admin>`: the whole admin, with sign-in, menu, pages and command palette.
 *
 * @attribute api: the URL of the API. @default '/api/cms'
 * @attribute base: the path that serves the page, so that the address follows the current page. @default none: the address stays as it is
 * @attribute lang: the language of its texts. @default the site's `admin.locale`
 * @fires cms-signed-in: with the user
 * @fires cms-saved: with `{ collection, doc }`, or `{ collection, ids }` after a bulk action
 * @fires cms-deleted: with `{ collection, id }`, or `{ collection, ids }` after a bulk action
 * @cssproperty --cms-accent, --cms-on-accent: the color of buttons, and of text on them
 * @cssproperty --cms-ground, --cms-surface, --cms-raised, --cms-text, --cms-muted, --cms-line: the other colors
 * @cssproperty --cms-radius, --cms-font: the radius of corners, and the font
 *
 * It has no slots and no parts: its content is the admin's own, and the variables above reach all of it.
 * Tested by test/admin-components/pages.test.ts.
 */
import { html, nothing, type TemplateResult } from 'lit'
import { keyed } from 'lit/directives/keyed.js'
import { recall, remember } from '../app/app.ts'
import { CmsElement, define } from '../element.ts'
import { icon } from '../parts/icon.ts'
import { later, loadFor } from '../parts/later.ts'
import { link } from '../parts/link.ts'
import { keepStorable } from '../parts/storable-text.ts'
import '../parts/menu.ts'
import '../parts/host-element.ts'
import { hasPasswordLink, leaveSetUp } from '../sign-in/mailed-link.ts'
import { areas, type Entry, type Group, needless, titleAt } from './areas.ts'
import { EarlyTyping } from './early-typing.ts'
import { overlays } from './gate.ts'
import { MenuDrawer } from './menu-drawer.ts'
import { nowhere } from './nowhere.ts'
import { openShortcuts, ownItems } from './own-menu.ts'
import { shellLook } from './shell-look.ts'
import { StoppedWork } from './stopped-work.ts'
import '../list/cms-list.ts'
import '../document/cms-document.ts'
import { formatOf } from '../texts/formats.ts'

/** How many segments an address may have; all others have one. */
const DEPTHS: Record<string, number> = { c: 3, g: 2, system: 2, p: 2 }

/** Pages that are loaded on demand. */
const LATER: Record<string, () => Promise<unknown>> = {
  dashboard: () => import('./cms-dashboard.ts'),
  media: () => import('../media/cms-media.ts'),
  account: () => import('../system/cms-account.ts'),
  system: () => import('../system/system.ts'),
}

/** The class of `<cms-admin>`. */
export class CmsAdmin extends CmsElement {
  static override properties = { folded: { state: true }, counts: { state: true }, badges: { state: true } }
  static override looks = [shellLook]
  declare folded: readonly string[]
  /** Undefined until they are known. */
  declare counts: Readonly<Record<string, number>> | undefined
  declare badges: Readonly<Record<string, number>>
  #counted = ''
  #current: HTMLElement | null = null
  readonly #loaded = new Set<string>()
  readonly #drawer = new MenuDrawer(this)

  constructor() {
    super()
    this.folded = recall('folded')?.split('\n') ?? []
    this.badges = {}
    this.addEventListener('input', keepStorable, true)
    this.addController(new StoppedWork(this))
  }

  override connectedCallback(): void {
    super.connectedCallback()
    window.addEventListener('keydown', this.#keys)
    this.app.router.addEventListener('arrive', this.#arrived)
    void leaveSetUp(this.app)
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback()
    window.removeEventListener('keydown', this.#keys)
    this.app.router.removeEventListener('arrive', this.#arrived)
    this.#menuSize.disconnect()
    this.#current = null
  }

  override render(): TemplateResult {
    const { app } = this
    if (!app.schema && !app.failure)
      return html`
        <div class="start" aria-busy="true"><span class="busy"></span><span class="unseen">${this.t('loading')}</span></div>
      `
    if (!app.isIn || hasPasswordLink(app)) return this.#outside()
    return html`
      <div class="frame">
        ${this.#bar()} ${this.#side()}
        <main id="main" tabindex="-1" ?inert=${this.#drawer.isOpen}>${this.#page()}</main>
        ${overlays(this)}
      </div>
    `
  }

  protected override updated(): void {
    super.updated()
    if (this.app.router.base !== undefined && this.app.schema) {
      const title = titleAt(this.app, this.app.router.place.path)
      document.title = [title, this.app.schema.site.name].filter(Boolean).join(' · ')
      document.documentElement.lang = this.app.language
      document.documentElement.dir = this.app.direction
    }
    this.#count()
    this.#bringCurrentIntoView()
  }

  #outside(): TemplateResult {
    const { schema } = this.app
    return html`
      <main class="outside">
        <div class="outside-head">${this.#brand()}</div>
        ${
          schema?.member && !hasPasswordLink(this.app)
            ? html`
                <div class="stack member">
                  <p class="note warn" role="alert">${this.t('signIn.member')}</p>
                  ${schema.site.url ? html`<a class="button main" href=${schema.site.url}>${this.t('site')}</a>` : nothing}
                  <button @click=${() => this.app.signOut()}>${this.t('signOut')}</button>
                </div>
              `
            : html`<cms-login></cms-login>`
        }
        <div class="row outside-foot">${this.#languages()}</div>
        ${overlays(this)}
      </main>
    `
  }

  #languages(): TemplateResult {
    const { app } = this
    const others = app.languages.filter(({ code }) => code !== app.language)
    return html`
      ${others.map(
        ({ code, name }) =>
          html`<button class="plain small" lang=${code} @click=${() => app.speak(code)}>${icon('languages')}${name}</button>`,
      )}
    `
  }

  #brand(): TemplateResult {
    const { site } = this.app
    return html`
      ${
        site.logo
          ? html`<img class="logo" src=${site.logo} alt="" />`
          : html`<span class="mark" aria-hidden="true">${(site.name || 'g').charAt(0).toUpperCase()}</span>`
      }
      <strong class="clip">${site.name}</strong>
    `
  }

  #bar(): TemplateResult {
    return html`
      <header class="bar" ?inert=${this.#drawer.isOpen}>
        <button class="plain icon-only" aria-label=${this.t('menu')} aria-expanded=${this.#drawer.isOpen} @click=${this.#drawer.open}>
          ${icon('menu')}
        </button>
        <span class="row clip">${this.#brand()}</span>
        <button class="plain icon-only" aria-label=${this.t('palette')} @click=${this.#openPalette}>${icon('search')}</button>
      </header>
    `
  }

  #side(): TemplateResult {
    const { app } = this
    const { isOpen, close } = this.#drawer
    return html`
      <aside
        class="side ${isOpen ? 'open' : ''}"
        role=${isOpen ? 'dialog' : nothing}
        aria-modal=${isOpen ? 'true' : nothing}
        aria-label=${isOpen ? this.t('menu') : nothing}>
        <button class="skip" @click=${this.#skip}>${this.t('skip')}</button>
        <div class="side-head">${link(this, '', this.#brand(), 'brand')}</div>
        <button class="find" @click=${this.#openPalette}>
          ${icon('search')}
          <span class="grow">${this.t('palette')}</span>
          <kbd>Ctrl K</kbd>
        </button>
        ${this.#switcher()}
        <nav aria-label=${this.t('menu')}>
          ${link(
            this,
            '',
            html`
              ${icon('layout-dashboard')}
              <span class="grow">${this.t('area.dashboard')}</span>
            `,
            'entry',
            app.router.place.path.length === 0,
          )}
          ${areas(app, needless(app, this.counts)).map((group) => this.#group(group))}
        </nav>
        <div class="side-foot">
          <cms-menu
            class="grow"
            .label=${this.t('you')}
            look="plain who"
            .face=${html`
              ${icon('user')}
              <span class="grow clip">${app.account.name || app.account.email}</span>
              ${icon('chevron-down')}
            `}
            .items=${() => ownItems(this)}></cms-menu>
        </div>
      </aside>
      <div class="veil ${isOpen ? 'open' : ''}" @click=${close}></div>
    `
  }

  #group(group: Group, isBelow = false): TemplateResult {
    const { id, label, icon: face, entries, children } = group
    const isFolded = this.folded.includes(id)
    return html`
      <section class=${isBelow ? 'below' : ''}>
        <button class="group" aria-expanded=${!isFolded} @click=${() => this.#fold(id)}>
          ${face ? icon(face) : nothing}
          <span class="grow">${label}</span>
          ${icon(isFolded ? 'chevron-right' : 'chevron-down')}
        </button>
        ${
          isFolded
            ? nothing
            : html`
                ${
                  entries.length > 0
                    ? html`
                        <ul>
                          ${entries.map((entry) => html`<li>${this.#entry(entry)}</li>`)}
                        </ul>
                      `
                    : nothing
                }
                ${children.map((child) => this.#group(child, true))}
              `
        }
      </section>
    `
  }

  #entry({ label, icon: face, to, counts }: Entry): TemplateResult {
    const { path } = this.app.router.place
    const here = path.slice(0, path[0] === 'media' ? 1 : 2).join('/')
    const count = counts === undefined ? undefined : this.counts?.[counts]
    const shown = html`
      ${icon(face)}
      <span class="grow clip">${label}</span>
      ${counts ? this.#badge(counts) : nothing}
      ${count === undefined ? nothing : html`<span class="count">${formatOf(Intl.NumberFormat, this.app.language).format(count)}</span>`}
    `
    return link(this, to, shown, 'entry', here === to)
  }

  /** How many documents need attention. */
  #badge(slug: string): TemplateResult | typeof nothing {
    const { badge } = this.app.collection(slug)?.admin ?? {}
    const count = this.badges[slug] ?? 0
    return badge && count > 0
      ? html`<span class="badge ${badge.tone ?? 'accent'}" title=${this.app.label(badge.label)}>${count}${badge.label ? html`<span class="unseen">(${this.app.label(badge.label)})</span>` : nothing}</span>`
      : nothing
  }

  #switcher(): TemplateResult | typeof nothing {
    const switcher = this.app.known.switcher
    if (!switcher) return nothing
    const now = new RegExp(`(?:^|; )${switcher.cookie}=([^;]+)`).exec(document.cookie)?.[1]
    return html`
      <label class="switcher">
        <span class="unseen">${this.app.label(switcher.label)}</span>
        <select @change=${(event: Event) => this.#switch(switcher.cookie, (event.target as HTMLSelectElement).value)}>
          ${switcher.options.map(
            ({ value, label }) => html`<option value=${value} .selected=${value === now}>${this.app.label(label, value)}</option>`,
          )}
        </select>
      </label>
    `
  }

  #switch(cookie: string, value: string): void {
    // biome-ignore lint/suspicious/noDocumentCookie: the newer API is missing in Firefox and Safari
    document.cookie = `${cookie}=${encodeURIComponent(value)}; path=/; max-age=31536000; samesite=lax`
    location.reload()
  }

  #page(): TemplateResult {
    const { path } = this.app.router.place
    const [first = '', second = '', third] = path
    const isHome = first === '' || first === 'login' || first === 'reset-password' || first === 'setup'
    const name = isHome ? 'dashboard' : first
    if (path.length > (DEPTHS[first] ?? 1)) return nowhere(this)
    const load = LATER[name]
    if (load && !this.#loaded.has(name))
      return html`<div class="page">${keyed(
        name,
        later(this, () => load().then(() => this.#loaded.add(name))),
      )}</div>`
    if (isHome) return html`${keyed(this.app.account.id, html`<cms-dashboard .counts=${this.counts}></cms-dashboard>`)}`
    if (first === 'c' && this.app.collection(second)) {
      if (third === undefined) return html`<cms-list collection=${second}></cms-list>`
      return html`<cms-document collection=${second} document-id=${third === 'new' ? nothing : third}></cms-document>`
    }
    if (first === 'g' && this.app.entity('global', second)) return html`<cms-document global=${second}></cms-document>`
    if (first === 'media' && this.app.collection('media')) return html`<cms-media></cms-media>`
    if (first === 'account') return html`<cms-account></cms-account>`
    if (first === 'system' && this.app.known.views.includes(second)) return html`<cms-system area=${second}></cms-system>`
    const page = this.app.known.pages.find((page) => page.path === second)
    if (first === 'p' && page) return html`<div class="page"><cms-own .tag=${page.component} .about=${{}}></cms-own></div>`
    return nowhere(this)
  }

  readonly #openPalette = async () => {
    const early = new EarlyTyping()
    const code = await loadFor(this, () => import('./palette.ts'))
    if (code) await code.openPalette(this, early)
    else early.take()
  }

  #fold(id: string): void {
    this.folded = this.folded.includes(id) ? this.folded.filter((one) => one !== id) : [...this.folded, id]
    remember('folded', this.folded.join('\n'))
  }

  #count(): void {
    const { isIn, router, schema, user, seenAs } = this.app
    const at = `${user?.id} ${seenAs} ${router.place.path.join('/')}#${this.app.client.writes}`
    if (!isIn || this.#counted === at || !schema) return
    this.#counted = at
    const show = ({ counts, badges }: Pick<CmsAdmin, 'counts' | 'badges'>) => Object.assign(this, { counts, badges })
    this.app.client.get<Pick<CmsAdmin, 'counts' | 'badges'>>('/admin/counts', { as: seenAs && user?.role }).then(show, () => undefined)
  }

  /** When the place has changed, and when the menu gets another height: what is around it is drawn later than it is. */
  #bringCurrentIntoView(): void {
    const entry = this.renderRoot.querySelector<HTMLElement>('.side nav [aria-current=page]')
    if (entry === this.#current) return
    this.#current = entry
    this.#menuSize.disconnect()
    const menu = entry?.closest('nav')
    if (menu) this.#menuSize.observe(menu)
  }

  /** Scrolls the menu alone. Observing calls this at once. */
  readonly #menuSize = new ResizeObserver(() => {
    const menu = this.#current?.closest('nav')
    if (!this.#current || !menu) return
    const [inner, outer] = [this.#current.getBoundingClientRect(), menu.getBoundingClientRect()]
    menu.scrollTop += Math.max(0, inner.bottom - outer.bottom) - Math.max(0, outer.top - inner.top)
  })

  readonly #arrived = () => {
    window.scrollTo(0, 0)
    void this.updateComplete.then(() => this.renderRoot.querySelector<HTMLElement>('#main')?.focus({ preventScroll: true }))
  }

  readonly #skip = async () => {
    await this.#drawer.close()
    this.renderRoot.querySelector<HTMLElement>('#main')?.focus()
  }

  readonly #keys = (event: KeyboardEvent) => {
    if (!this.app.isIn || event.defaultPrevented) return
    if ((event.ctrlKey || event.metaKey) && event.key === 'k') {
      event.preventDefault()
      void this.#openPalette()
      return
    }
    const [at] = event.composedPath() as HTMLElement[]
    if (
      event.ctrlKey ||
      event.metaKey ||
      event.altKey ||
      at?.isContentEditable ||
      /^(INPUT|TEXTAREA|SELECT)$/.test(at?.tagName ?? '') ||
      this.renderRoot.querySelector('dialog[open]')
    )
      return
    if (event.key === '?') void openShortcuts(this)
    if (event.key === '/') {
      const search = this.renderRoot.querySelector<HTMLInputElement>('main input[type=search]')
      if (search) event.preventDefault()
      search?.focus()
    }
    if (event.key === 'n') {
      const fresh = this.renderRoot.querySelector<HTMLElement>('main [data-new]')
      if (fresh) event.preventDefault()
      fresh?.click()
    }
  }
}

define('cms-admin', CmsAdmin)
