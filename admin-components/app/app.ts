/** The state shared by the elements of one page: the API client, the user, the schema, the language and the toasts.
 * Tested by test/admin-components/embedded.test.ts.
 */

import type { ApiError } from '../../client/api-error.ts'
import { type Catalogue, english, fromLeft, type Key, type Language, textOf, type Values, write } from '../texts/texts.ts'
import { withBuiltInLabels } from './built-in-labels.ts'
import { Client } from './client.ts'
import { fieldName } from './field-name.ts'
import { OwnText } from './own-text.ts'
import { withRoleToChoose } from './role-to-choose.ts'
import { Router } from './router.ts'
import type { Entity, Field, Label, Schema, Site, User } from './schema.ts'
import { keepSeenAs, seenAsBy } from './seen-as.ts'

export interface Toast {
  id: number
  tone: 'good' | 'bad' | 'plain'
  text: string
  /** A button, such as the one that undoes what the toast tells, or a link. */
  act?: ToastAct | ToastLink | PageLink | undefined
}

export interface ToastAct {
  label: string
  run(): unknown
  /** Its toast stays until it is dismissed, also on other pages. */
  isLasting?: boolean
}

export interface ToastLink {
  label: string
  to: string
}

/** To a page outside the admin. */
export interface PageLink {
  label: string
  href: string
}

export const isLasting = ({ act }: Toast): boolean => act !== undefined && 'isLasting' in act

export const THEMES = ['light', 'dark', 'system'] as const

export type Theme = (typeof THEMES)[number]

/** The languages of every admin, by their own names. */
const LANGUAGES = [
  { code: 'en', name: 'English' },
  { code: 'th', name: 'ไทย' },
] as const

export interface Opening {
  api: string
  /** The path of the admin; undefined if only parts of it are embedded. */
  base?: string
  language?: Language
  /** The facts about the site that the sign-in page shows. */
  site?: Site
}

const REMEMBERED = 'galley:'

/** All desks on this page: elements embedded next to each other share a session. */
const desks = new Set<App>()

type Outside = Pick<Schema, 'member'> & { user: null }

const OUTSIDE: Omit<Schema, 'site'> = {
  user: null,
  collections: [],
  globals: [],
  views: [],
  menu: [],
  nav: [],
  pages: [],
  dashboard: [],
  commands: [],
  upload: { maxFileSize: 0, accept: '', folders: false, fromURL: false, sizes: [] },
  modules: [],
}

export class App extends EventTarget {
  readonly client: Client
  readonly router: Router
  schema: Schema | undefined
  /** Why the schema could not be loaded. */
  failure: ApiError | undefined
  /** The name of the role whose view of the admin is shown instead of the user's own. */
  seenAs: string | undefined
  /** The session expired: sign in again without losing the page. */
  signsInAgain = false
  toasts: readonly Toast[] = []
  theme: Theme
  #language: Language
  #spoken: Language | undefined
  #texts: Catalogue = english
  #direction: 'ltr' | 'rtl'
  /** The language of `#texts`. */
  #loaded: Language = 'en'
  /** The one that the page asks for. */
  readonly #languageOfPage: Language | undefined
  #opening: Promise<void> | undefined
  #signedIn: ((isBack: boolean) => void)[] = []
  #toasted = 0
  #isLeaving = false
  readonly #site: Site

  constructor({ api, base, language, site }: Opening) {
    super()
    this.#site = site ?? { name: '', url: '', locale: language ?? 'en' }
    this.client = new Client(api)
    this.router = new Router(base)
    this.#languageOfPage = language
    this.#language = language ?? 'en'
    this.#direction = site?.languages?.find(({ code }) => code === language)?.dir ?? 'ltr'
    this.#spoken = recall('language') ?? undefined
    this.theme = THEMES.find((one) => one === recall('theme')) ?? 'system'
    desks.add(this)
    this.client.onSessionEnd = () => this.#signInAgain()
    this.client.inOwnWords = async (error) => (await import('./refusals.ts').catch(() => undefined))?.translated(error, this) ?? error
    this.client.user = () => this.user?.id
    for (const event of ['move', 'rename']) this.router.addEventListener(event, () => this.changed())
    for (const event of ['online', 'offline']) window.addEventListener(event, () => this.changed())
    void this.#speakFirst([this.#spoken ?? language])
  }

  /** Loads the schema once; all callers wait for the same response. */
  open(): Promise<void> {
    this.#opening ??= this.reload()
    return this.#opening
  }

  async reload(): Promise<void> {
    try {
      const schema = await this.#ask()
      await Promise.all(schema.modules.map(ownElements))
      const view = seenAsBy(schema.user?.id)
      // The role may have been deleted since.
      const asRole = view && (await this.#askAs(view.role).catch(() => undefined))
      this.schema = asRole ?? withRoleToChoose(withBuiltInLabels(schema))
      this.seenAs = asRole && view?.name
      this.failure = undefined
      const known = this.languages.map(({ code }) => code)
      await this.#speakFirst([this.#spoken, this.#languageOfPage, schema.site.locale].filter((one) => one && known.includes(one)))
    } catch (error) {
      this.failure = error as ApiError
    }
    this.changed()
  }

  /** Shows the menu, the forms and the buttons of another role until `seeAsMyself`; what is saved is saved by the user. */
  async seeAs(role: string, name: string): Promise<void> {
    try {
      this.schema = await this.#askAs(role)
      this.seenAs = name
      keepSeenAs({ user: this.account.id, role, name })
      await this.router.go('')
    } catch (error) {
      this.say(this.explain(error), 'bad')
    }
    this.changed()
  }

  async #askAs(role: string): Promise<Schema> {
    return withRoleToChoose(withBuiltInLabels(await this.client.get<Schema>('/admin/schema', { as: role })))
  }

  async seeAsMyself(): Promise<void> {
    keepSeenAs(undefined)
    await this.reload()
    await this.router.go('system/roles')
  }

  /** A visitor who isn't signed in, or has no access to the admin, gets only what the sign-in page needs. */
  async #ask(): Promise<Schema> {
    const schema = await this.client.sendAsAnyone<Schema | Outside>('GET', '/admin/schema').catch((error: ApiError) => {
      if (error.status !== 403) throw error
      return { user: null, member: true } satisfies Outside
    })
    if (schema.user !== null) return schema as Schema
    return { ...OUTSIDE, ...schema, site: this.#site, signIn: await this.client.sendAsAnyone('GET', '/users/init') } as Schema
  }

  /** The schema, for elements that are shown only after it has loaded. */
  get known(): Schema {
    if (!this.schema) throw new Error('the page was drawn before its schema was there')
    return this.schema
  }

  /** The content languages, for elements that are shown only if there are several. */
  get locales(): NonNullable<Schema['locales']> {
    const { locales } = this.known
    if (!locales) throw new Error('the content has one language')
    return locales
  }

  /** The user, for pages that are shown only after signing in. */
  get account(): User {
    if (!this.user) throw new Error('the page was rendered without a user')
    return this.user
  }

  /** The facts about the site, which the page knows before the server has answered. */
  get site(): Site {
    return this.schema?.site ?? this.#site
  }

  get user(): User | null {
    return this.schema?.user ?? null
  }

  get isIn(): boolean {
    return this.user !== null && !this.schema?.member
  }

  collection(slug: string): Entity | undefined {
    return this.schema?.collections.find((entity) => entity.slug === slug)
  }

  entity(kind: 'collection' | 'global', slug: string): Entity | undefined {
    return kind === 'collection' ? this.collection(slug) : this.schema?.globals.find((entity) => entity.slug === slug)
  }

  /** Call this after any response that signs the user in. */
  async signedIn(answer: { csrfToken?: string }): Promise<void> {
    this.client.csrf = answer.csrfToken
    await this.#meet()
    this.#tellOthers(answer.csrfToken)
  }

  /** Reloads the schema to learn who is signed in now. Requests that waited for the sign-in continue if it is the same user. */
  async #meet(): Promise<void> {
    const before = this.user?.id
    await this.reload()
    const isBack = before === undefined || before === this.user?.id
    this.signsInAgain = false
    for (const tell of this.#signedIn.splice(0)) tell(isBack)
    this.changed()
  }

  async signOut(): Promise<void> {
    if (!(await this.router.go(''))) return
    this.#isLeaving = true
    await this.client.sendAsAnyone('POST', '/users/logout').catch(() => undefined)
    this.client.csrf = undefined
    await this.reload()
    this.#isLeaving = false
    this.#tellOthers()
  }

  #tellOthers(csrfToken?: string): void {
    for (const other of desks) {
      if (other === this || other.client.url !== this.client.url) continue
      other.client.csrf = csrfToken
      void other.#meet()
    }
  }

  /** The user cancelled signing in again, so the requests that waited fail. */
  giveUp(): void {
    this.signsInAgain = false
    for (const tell of this.#signedIn.splice(0)) tell(false)
    this.changed()
  }

  async #signInAgain(): Promise<boolean> {
    if (!this.isIn || this.#isLeaving) return false
    this.signsInAgain = true
    this.changed()
    return new Promise((resolve) => this.#signedIn.push(resolve))
  }

  get language(): Language {
    return this.#language
  }

  /** The languages that a person can choose. */
  get languages(): readonly { code: Language; name: string }[] {
    return [...LANGUAGES, ...((this.schema?.site ?? this.#site).languages ?? [])]
  }

  /** The direction of the script of the chosen language. */
  get direction(): 'ltr' | 'rtl' {
    return this.#direction
  }

  async speak(language: Language, isChosen = true): Promise<void> {
    const found = await this.#textsIn(language).catch(() => undefined)
    if (!found) return isChosen ? this.say(this.t('error.code'), 'bad') : undefined
    this.#texts = found.texts
    this.#direction = found.dir ?? 'ltr'
    this.#language = this.#loaded = language
    if (isChosen) {
      this.#spoken = language
      remember('language', language)
    }
    this.changed()
  }

  async #speakFirst([language]: readonly (Language | undefined)[]): Promise<void> {
    if (language !== undefined && language !== this.#loaded) await this.speak(language, false)
  }

  async #textsIn(language: Language): Promise<{ texts: Catalogue; dir?: 'ltr' | 'rtl' }> {
    if (language === 'en') return { texts: english }
    if (language === 'th') return { texts: (await import('../texts/th.ts')).th }
    return this.client.sendAsAnyone('GET', `/admin/texts/${language}`)
  }

  /** A text of the admin in the user's language. */
  t(key: Key, values?: Values): string {
    const words = write(textOf(key, this.#texts, this.#language), this.#language, values)
    return this.#direction === 'rtl' && this.#texts[key] === undefined ? fromLeft(words) : words
  }

  /** A label in the user's language. */
  label(label: Label | undefined, otherwise = ''): string {
    if (label === undefined || label === null) return otherwise
    if (label instanceof OwnText) return this.t(label.key)
    if (typeof label === 'string') return label
    return label[this.#language] ?? label[this.#language.replace(/-.*/, '')] ?? label.en ?? Object.values(label)[0] ?? otherwise
  }

  see(theme: Theme): void {
    this.theme = theme
    remember('theme', theme)
    this.changed()
  }

  say(text: string, tone: Toast['tone'] = 'good', act?: Toast['act']): void {
    const toast = { id: ++this.#toasted, tone, text, act }
    this.toasts = [...this.toasts.filter((one, at, { length }) => isLasting(one) || at >= length - 3), toast]
    this.changed()
    if (!isLasting(toast)) setTimeout(() => this.hush(toast.id), tone === 'bad' || act ? 10_000 : 5000)
  }

  hush(id: number): void {
    this.toasts = this.toasts.filter((toast) => toast.id !== id)
    this.changed()
  }

  hushLasting(): void {
    for (const toast of this.toasts.filter(isLasting)) this.hush(toast.id)
  }

  /** Explains an error. `fields` are those that its problems may name. */
  explain(error: unknown, fields: readonly Field[] = []): string {
    const { isOffline, status, problems } = error as Partial<ApiError>
    if (isOffline) return this.t('error.offline')
    if (status === 403) return this.t('error.forbidden')
    if (status === 404) return this.t('error.notFound')
    if (status === 500) return this.t('error.server')
    if (!problems?.length) return this.t('error.server')
    return problems.map(({ field, message }) => (field ? `${fieldName(this, fields, field)}: ${message}` : message)).join('; ')
  }

  changed(): void {
    this.dispatchEvent(new Event('change'))
  }
}

/** Elements of the host application. The page of the admin has loaded them already; other pages load them from where this file is. */
const ownElements = (name: string): Promise<unknown> =>
  import.meta.url.includes('/assets/') ? import(new URL(name, import.meta.url).href).catch(() => undefined) : Promise.resolve()

export function remember(name: string, value: string): void {
  try {
    localStorage.setItem(REMEMBERED + name, value)
  } catch {
    // Without storage the setting is lost when the page closes.
  }
}

export function recall(name: string): string | null {
  try {
    return localStorage.getItem(REMEMBERED + name)
  } catch {
    return null
  }
}
