/** A site and a browser for the pictures of the admin: the same content, at the same time, in every run. */
import { allEnglish } from '../../admin-components/texts/english.ts'
import type { Text } from '../../admin-components/texts/text.ts'
import { write } from '../../admin-components/texts/texts.ts'
import { th } from '../../admin-components/texts/th.ts'
import { thActions } from '../../admin-components/texts/th-actions.ts'
import { thHome } from '../../admin-components/texts/th-home.ts'
import { thList } from '../../admin-components/texts/th-list.ts'
import { thMedia } from '../../admin-components/texts/th-media.ts'
import { thSignIn } from '../../admin-components/texts/th-sign-in.ts'
import { thWriting } from '../../admin-components/texts/th-writing.ts'
import { Seat, type Site, serve } from '../harness/admin.ts'
import { png } from '../harness/files.ts'
import { newsroom } from '../harness/newsroom.ts'
import { makeUser } from '../harness/people.ts'
import { temporaryFile } from '../harness/start.ts'

/** A Tuesday morning. */
const NOW = new Date('2026-03-10T09:30:00Z')
export const USER = 'nok@example.org'

export const LOOKS = {
  light: { scheme: 'light', width: 1280, language: 'en' },
  dark: { scheme: 'dark', width: 1280, language: 'en' },
  thai: { scheme: 'light', width: 1280, language: 'th' },
  phone: { scheme: 'light', width: 390, language: 'en' },
} as const

export type Look = keyof typeof LOOKS

const TEXTS: Readonly<Record<'en' | 'th', Readonly<Record<string, Text | undefined>>>> = {
  en: allEnglish,
  th: { ...th, ...thActions, ...thHome, ...thList, ...thMedia, ...thSignIn, ...thWriting },
}

export class Stage {
  readonly site: Site
  readonly seat: Seat
  readonly #language: 'en' | 'th'

  private constructor(site: Site, seat: Seat, language: 'en' | 'th') {
    this.site = site
    this.seat = seat
    this.#language = language
  }

  static async at(site: Site, look: Look): Promise<Stage> {
    const { scheme, width, language } = LOOKS[look]
    const seat = await Seat.at(site, { scheme, width, isPhone: width === 390 })
    await seat.context.clock.setFixedTime(NOW)
    await seat.context.addInitScript(`try { localStorage.setItem('galley:language', '${language}') } catch {}`)
    await seat.page.emulateMedia({ reducedMotion: 'reduce' })
    // Nothing is saved, so that every state begins alike.
    await seat.context.route(
      (url) => url.pathname.startsWith('/api/cms/') && !url.pathname.endsWith('/login'),
      (route) => (route.request().method() === 'GET' ? route.continue() : undefined),
    )
    return new Stage(site, seat, language)
  }

  /** A text of the admin in the language of this look. */
  say(key: string, values: Record<string, string> = {}): string {
    const text = TEXTS[this.#language][key] ?? TEXTS.en[key]
    if (text === undefined) throw new Error(`There is no text '${key}'`)
    return write(text, this.#language, values)
  }

  /** Presses the button with this text. */
  press(key: string, values?: Record<string, string>): Promise<void> {
    return this.seat.press(this.say(key, values))
  }

  choose(menu: string, entry: string): Promise<void> {
    return this.seat.choose(this.say(menu), this.say(entry))
  }

  /** From now on, changes reach the server. */
  async saves(): Promise<void> {
    await this.seat.context.unrouteAll()
  }

  async open(path: string): Promise<void> {
    await this.seat.open(path)
    await this.seat.page.locator('main h1').first().waitFor()
    await this.seat.page.locator('.ghost, .start').first().waitFor({ state: 'detached' })
  }
}

export async function openSite(): Promise<Site> {
  const site = await serve({
    ...newsroom,
    collections: [...newsroom.collections!, { slug: 'notes', fields: [{ name: 'text' }] }],
    audit: true,
    apiKeys: true,
    auth: { rbac: true },
    webhooks: [{ url: 'http://127.0.0.1:9/' }],
    upload: { dir: temporaryFile('-files'), folders: true },
    backups: { dir: temporaryFile('-backups') },
    admin: { brand: { name: 'The newsroom', color: '#0f766e' } },
    clock: { now: () => new Date(NOW) },
    jobsTimer: false,
  })
  await fill(site)
  return site
}

async function fill({ cms }: Site): Promise<void> {
  await makeUser(cms, USER, { role: 'admin', name: 'Nok' })
  await makeUser(cms, 'ada@example.org', { role: 'editor', name: 'Ada' })
  const covers = []
  for (const [name, color] of [
    ['river.png', '#31466b'],
    ['temple.png', '#d9a441'],
    ['press.png', '#8c3b3b'],
  ] as const)
    covers.push(await cms.upload({ filename: name, content: await png(800, 500, color) }, { alt: name.replace('.png', '') }))
  for (const name of ['Ada Lovelace', 'Grace Hopper', 'Mai Somchai']) await cms.create('authors', { name })
  for (const name of ['press', 'type', 'ink']) await cms.create('tags', { name })
  for (const [index, title] of ['On kerning', 'A tray of type', 'Ink and paper', 'The first proof', 'Paper from mulberry bark'].entries())
    await cms.create('posts', {
      title,
      author: 1 + (index % 3),
      tags: [1 + (index % 3)],
      cover: covers[index % 3]!['id'],
      status: index % 2 ? 'draft' : 'published',
    })
  const { id } = await cms.create('posts', ARTICLE)
  await cms.update('posts', id as number, { title: 'ต้นฉบับ' }, { locale: 'th' })
  await cms.update('posts', id as number, { title: 'What a galley is', status: 'draft' })
  const gone = await cms.create('posts', { title: 'Thrown away' })
  await cms.delete('posts', gone['id'] as number)
}

const words = (text: string) => ({ type: 'paragraph', content: [{ type: 'text', text }] })
const cells = (type: string, texts: readonly string[]) => ({
  type: 'tableRow',
  content: texts.map((text) => ({ type, content: [words(text)] })),
})

const ARTICLE = {
  title: 'Hello',
  summary: 'What a galley is, and why proofs are pulled from it.',
  status: 'published',
  author: 1,
  tags: [1, 2],
  cover: 1,
  views: 1200,
  on: '2026-03-01T00:00:00.000Z',
  links: [
    { label: 'one', url: '/' },
    { label: 'two', url: '/two' },
  ],
  sections: [{ blockType: 'quote', text: 'Set it.', by: 'A printer' }],
  body: {
    type: 'doc',
    content: [
      { type: 'heading', attrs: { level: 2 }, content: [{ type: 'text', text: 'The tray' }] },
      words('A galley is the long tray that holds a column of set type before it is made up into pages.'),
      {
        type: 'bulletList',
        content: ['Set', 'Proof', 'Print'].map((text) => ({ type: 'listItem', content: [words(text)] })),
      },
      {
        type: 'table',
        content: [
          cells('tableHeader', ['Tray', 'Length', 'Weight']),
          cells('tableCell', ['Small', '30 cm', '2 kg']),
          cells('tableCell', ['Large', '60 cm', '5 kg']),
        ],
      },
      { type: 'blockquote', content: [words('Proofs are read twice.')] },
    ],
  },
}
/** The id of the article above. */
export const ARTICLE_ID = 6
