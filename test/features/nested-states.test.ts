/** Random saves, drafts, autosaves, publications and restores of a document with rows, blocks, a group and hidden values in two languages: after each step both contents are what the model says. */
import { expect } from 'chai'
import fc from 'fast-check'
import type { Field } from '../../lib/field-config.ts'
import type { Handle } from '../../lib/local/handle.ts'
import { inDepth, longUnlessDrawn, seedOr } from '../harness/depth.ts'
import { EVERY_DRIVER, end, startCms } from '../harness/start.ts'
import {
  type Block,
  type Change,
  type Content,
  changed,
  contentOf,
  type GivenText,
  hidingAs,
  LOCALES,
  type Locale,
  looksAlike,
  named,
  nothing,
  type Part,
  type Row,
  type Text,
} from './nested-states.model.ts'

const DOCUMENTS = inDepth(12, 400)
const KINDS = [
  'change',
  'change',
  'saveDraft',
  'saveDraft',
  'autosave',
  'autosave',
  'publish',
  'unpublish',
  'discard',
  'restore',
  'hide',
] as const

interface Step {
  kind: (typeof KINDS)[number]
  locale: Locale | 'all'
  /** What its change is drawn from. */
  seed: number
}

const steps = fc.array(
  fc.record<Step>({
    kind: fc.constantFrom(...KINDS),
    locale: fc.constantFrom<Locale | 'all'>(...LOCALES, 'all'),
    seed: fc.nat(1_000_000),
  }),
  { minLength: 6, maxLength: 14 },
)

const FIELDS: Field[] = [
  { name: 'title', localized: true },
  { name: 'note' },
  { name: 'seo', type: 'group', fields: [{ name: 'description', localized: true }, { name: 'keyword' }] },
  {
    name: 'rows',
    type: 'array',
    fields: [
      { name: 'label', localized: true },
      { name: 'url' },
      { name: 'secret', hidden: true },
      { name: 'parts', type: 'array', fields: [{ name: 'name', localized: true }, { name: 'size' }] },
    ],
  },
  { name: 'links', type: 'array', localized: true, fields: [{ name: 'url' }] },
  {
    name: 'blocks',
    type: 'blocks',
    blocks: ['quote', 'rule'].map((slug) => ({ slug, fields: [{ name: 'text', localized: true }, { name: 'by' }] })),
  },
  { name: 'code', hidden: true },
]

describe('features: nested content as a game', function () {
  this.timeout(inDepth(120_000, 900_000))

  for (const database of EVERY_DRIVER)
    it(`${DOCUMENTS} documents with ${database.name}${longUnlessDrawn(database, EVERY_DRIVER, 'nested')}`, async () => {
      const cms = await startCms(database, {
        localization: { locales: [...LOCALES] },
        collections: [{ slug: 'posts', drafts: true, versions: { max: 100 }, fields: FIELDS }],
      })
      try {
        await fc.assert(
          fc.asyncProperty(fc.constantFrom('draft', 'published'), steps, (status, steps) => play(cms, status, steps)),
          { seed: seedOr(7), numRuns: DOCUMENTS },
        )
      } finally {
        await end(cms)
      }
    })
})

async function play(cms: Handle, status: string, steps: readonly Step[]): Promise<void> {
  const game = new Game(cms)
  await game.begin(status)
  for (const step of steps) await game.take(step)
}

class Game {
  #live: Content = nothing
  #pending: Content | undefined
  #isLive = false
  #id = 0
  readonly #versions = new Map<number, Content>()
  readonly #cms: Handle
  readonly #editor: Handle

  constructor(cms: Handle) {
    this.#cms = cms
    this.#editor = cms.as({ id: 'editor', role: 'admin' } as never)
  }

  async begin(status: string): Promise<void> {
    const change: Change = {
      title: 'T',
      rows: [{ label: 'one', url: '1', parts: [{ name: 'p' }] }, { label: 'two' }],
      blocks: [{ blockType: 'quote', text: 'Q' }],
    }
    const { id } = await this.#editor.create('posts', { ...change, status })
    this.#id = id as number
    this.#isLive = status === 'published'
    this.#live = changed(nothing, change, 'en')
    await this.#compare('create')
  }

  async take(step: Step): Promise<void> {
    const { kind, locale } = step
    const change = new Draw(step.seed).change(this.#now, locale)
    const editor = this.#editor
    const id = this.#id
    if (kind === 'change') {
      await editor.update('posts', id, change, { locale })
      this.#save(changed(this.#now, change, locale), this.#pending !== undefined)
    } else if (kind === 'saveDraft' || kind === 'autosave') {
      if (kind === 'autosave') await editor.autosave('posts', id, change, { locale })
      else await editor.update('posts', id, { ...change, status: 'draft' }, { locale })
      this.#save(changed(this.#now, change, locale), this.#isLive)
    } else if (kind === 'publish') {
      await editor.update('posts', id, { ...change, status: 'published' }, { locale })
      this.#isLive = true
      this.#save(changed(this.#now, change, locale), false)
    } else if (kind === 'unpublish') {
      await editor.unpublish('posts', id)
      this.#isLive = false
      this.#save(this.#now, false)
    } else if (kind === 'discard') {
      if (this.#isLive) await editor.discardDraft('posts', id)
      this.#pending = undefined
    } else if (kind === 'restore') await this.#restore(step.seed)
    else await this.#hide(String(step.seed))
    await this.#compare(`${kind} in ${locale} of ${JSON.stringify(change)}`, kind)
  }

  get #now(): Content {
    return this.#pending ?? this.#live
  }

  /** A draft that shows what is live already is discarded. */
  #save(content: Content, isPending: boolean, { looks = false } = {}): void {
    const isNews = looks ? !looksAlike(content, this.#live) : JSON.stringify(content) !== JSON.stringify(this.#live)
    this.#pending = isPending && isNews ? content : undefined
    if (!isPending) this.#live = content
  }

  /** What is hidden stays as it is. */
  async #restore(seed: number): Promise<void> {
    const known = (await this.#cms.findVersions('posts', this.#id, { limit: 100 })).docs.filter(({ id }) =>
      this.#versions.has(id as number),
    )
    const { id } = known[seed % known.length]!
    await this.#editor.restoreVersion('posts', this.#id, id as number)
    this.#save(hidingAs(this.#versions.get(id as number)!, this.#now), this.#isLive, { looks: true })
  }

  /** The application's own code sets what nobody else may. */
  async #hide(secret: string): Promise<void> {
    const content = structuredClone(this.#now)
    content.code = secret
    for (const row of content.rows) row.secret = `${secret} ${row.id}`
    await this.#cms.update('posts', this.#id, { ...content, ...(this.#pending && { status: 'draft' }) }, { locale: 'all' })
    this.#save(content, this.#pending !== undefined)
  }

  async #compare(step: string, kind?: Step['kind']): Promise<void> {
    const whole = { locale: 'all', fallbackLocale: false, showHidden: true } as const
    const draft = await this.#cms.findById('posts', this.#id, { ...whole, draft: true })
    const live = await this.#cms.findById('posts', this.#id, whole)
    const now = contentOf(draft!)
    if (this.#pending) this.#pending = named(this.#pending, now)
    else this.#live = named(this.#live, now)
    expect(now, `${step}: with drafts`).to.deep.equal(this.#now)
    expect(draft!['status'], step).to.equal(this.#isLive && !this.#pending ? 'published' : 'draft')
    if (this.#isLive) expect(contentOf(live!), `${step}: what is live`).to.deep.equal(this.#live)
    else expect(live, step).to.equal(null)
    const [newest] = (await this.#cms.findVersions('posts', this.#id, { limit: 1 })).docs
    if (kind === 'autosave' || !this.#versions.has(newest!.id as number)) this.#versions.set(newest!.id as number, this.#now)
  }
}

/** Draws a change of a content from a number. */
class Draw {
  #state: number

  constructor(seed: number) {
    this.#state = seed + 1
  }

  change(content: Content, locale: Locale | 'all'): Change {
    return {
      ...this.#maybe(() => ({
        title: locale === 'all' ? { en: this.#one(['T', 'U']), ...this.#maybe(() => ({ th: this.#text() })) } : this.#one(['T', 'U']),
      })),
      ...this.#maybe(() => ({ note: this.#text() })),
      ...this.#maybe(() => ({
        seo: { ...this.#maybe(() => ({ description: this.#said(locale) })), ...this.#maybe(() => ({ keyword: this.#text() })) },
      })),
      ...this.#maybe(() => ({ rows: this.#among(content.rows).map((row) => this.#row(row, locale)) })),
      ...this.#maybe(() => ({
        links: locale === 'all' ? { en: this.#links(), ...this.#maybe(() => ({ th: this.#links() })) } : this.#links(),
      })),
      ...this.#maybe(() => ({ blocks: this.#among(content.blocks).map((block) => this.#block(block, locale)) })),
    }
  }

  #row(row: Row | undefined, locale: Locale | 'all') {
    return {
      ...(row && { id: row.id }),
      ...this.#maybe(() => ({ label: this.#said(locale) })),
      ...this.#maybe(() => ({ url: this.#text() })),
      ...this.#maybe(() => ({ parts: this.#among(row?.parts ?? []).map((part) => this.#part(part, locale)) })),
    }
  }

  #part(part: Part | undefined, locale: Locale | 'all') {
    return {
      ...(part && { id: part.id }),
      ...this.#maybe(() => ({ name: this.#said(locale) })),
      ...this.#maybe(() => ({ size: this.#text() })),
    }
  }

  #block(block: Block | undefined, locale: Locale | 'all') {
    return {
      ...(block && { id: block.id }),
      blockType: block?.blockType ?? this.#one(['quote', 'rule'] as const),
      ...this.#maybe(() => ({ text: this.#said(locale) })),
      ...this.#maybe(() => ({ by: this.#text() })),
    }
  }

  /** The entries of a list, turned round, fewer or more by one, which may be a copy of another together with its id. */
  #among<T>(list: readonly T[]): (T | undefined)[] {
    const entries: (T | undefined)[] = [...list]
    if (this.#one([true, false, false])) entries.reverse()
    if (this.#one([true, false, false])) entries.splice(this.#below(entries.length + 1), 1)
    if (this.#one([true, false]) && entries.length < 5) entries.splice(this.#below(entries.length + 1), 0, this.#one([undefined, ...list]))
    return entries
  }

  #said(locale: Locale | 'all'): GivenText {
    return locale === 'all' ? { ...this.#maybe(() => ({ en: this.#text() })), ...this.#maybe(() => ({ th: this.#text() })) } : this.#text()
  }

  #links() {
    return Array.from({ length: this.#below(3) }, () => ({ url: this.#text() }))
  }

  #text(): Text {
    return this.#one(['a', 'b', 'ไทย', null])
  }

  #maybe<T extends object>(made: () => T): T | undefined {
    return this.#one([true, true, false]) ? made() : undefined
  }

  #one<T>(of: readonly T[]): T {
    return of[this.#below(of.length)]!
  }

  /** Numerical Recipes' generator; its lower bits repeat soon. */
  #below(end: number): number {
    this.#state = (Math.imul(this.#state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((this.#state / 2 ** 32) * end)
  }
}
