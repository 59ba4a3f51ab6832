/** The state table as a game: random steps over documents, drafts, versions, schedules and locales, each view held against the model. */
import { expect } from 'chai'
import fc from 'fast-check'
import type { Handle } from '../../lib/local/handle.ts'
import { drawn, inDepth } from '../harness/depth.ts'
import { MovedClock } from '../harness/people.ts'
import { DATABASES, end, startCms } from '../harness/start.ts'
import { type Change, LOCALES, type Locale, Model, type Outcome, type Post, shown } from './document-states.model.ts'

const GAMES = inDepth(50, 400)
const MOODS = ['calm', 'bright', 'dark']

/** A step: its kind, the document that it is about, and what it says. */
interface Step {
  kind: string
  which: number
  change: Change
  pick: number
}

/** What a kind of step leaves of a random change. */
const CHANGES: Record<string, (change: Change) => Change> = {
  createDraft: (change) => ({ ...change, status: undefined }),
  createDraftSaying: (change) => ({ ...change, status: 'draft' }),
  createPublished: (change) => ({ ...change, status: 'published' }),
  createWhole: (change) => whole({ ...change, status: undefined }),
  createWholePublished: (change) => whole({ ...change, status: 'published' }),
  change: (change) => ({ ...change, status: undefined }),
  changeTitle: ({ locale, title }) => ({ locale, title: title ?? 'T' }),
  changeNothing: () => ({ locale: 'en' }),
  changePlain: ({ locale, plain }) => ({ locale, plain: plain ?? null }),
  changeMoods: ({ locale, moods }) => ({ locale, moods: moods ?? [] }),
  changeWhole: (change) => whole({ ...change, status: undefined }),
  clearTitle: ({ locale }) => ({ locale, title: null }),
  emptyNote: ({ locale }) => ({ locale, note: '' }),
  saveDraft: (change) => ({ ...change, status: 'draft' }),
  saveDraftTitle: ({ locale, title }) => ({ locale, title: title ?? 'D', status: 'draft' }),
  saveDraftWhole: (change) => whole({ ...change, status: 'draft' }),
  publish: ({ locale }) => ({ locale, status: 'published' }),
  publishSaying: (change) => ({ ...change, status: 'published' }),
  publishWhole: (change) => whole({ ...change, status: 'published' }),
}
const OTHERS = ['unpublish', 'discard', 'restore', 'remove', 'planPublish', 'planUnpublish', 'cancel', 'run']

function whole({ title, note, ...change }: Change): Change {
  const both = (value: Change['title']) => (value === undefined ? {} : { en: value as string | null, th: `${value}-th` })
  return {
    ...change,
    locale: 'all',
    ...(title !== undefined && { title: both(title) }),
    ...(note !== undefined && { note: { th: note as string | null } }),
  }
}

const text = fc.constantFrom('a', 'ไทย', 'longer text', null)
const step: fc.Arbitrary<Step> = fc.record({
  kind: fc.constantFrom(...Object.keys(CHANGES), ...OTHERS, 'publish', 'saveDraft', 'run'),
  which: fc.nat(2),
  pick: fc.nat(3),
  change: fc.record(
    { locale: fc.constantFrom<Locale>(...LOCALES), title: text, note: text, plain: text, moods: fc.uniqueArray(fc.constantFrom(...MOODS)) },
    { requiredKeys: ['locale'] },
  ) as fc.Arbitrary<Change>,
})

describe('features: document states, as a game', function () {
  this.timeout(300_000)
  it('has at least 25 kinds of step', () => expect(Object.keys(CHANGES).length + OTHERS.length).to.be.at.least(25))

  for (const database of drawn(DATABASES, 'states')) {
    it(`${GAMES} games with ${database.name} @long`, async () => {
      const clock = new MovedClock()
      const events: string[] = []
      const cms = await startCms(database, {
        clock,
        jobsTimer: false,
        localization: { locales: [...LOCALES] },
        collections: [
          {
            slug: 'posts',
            drafts: true,
            versions: { max: 4 },
            schedule: true,
            fields: [
              { name: 'title', required: true, localized: true },
              { name: 'note', localized: true },
              { name: 'plain' },
              { name: 'moods', type: 'select', options: MOODS, hasMany: true },
            ],
          },
        ],
        features: [{ name: 'ear', hear: ({ event }) => void events.push(event) }],
      })
      try {
        await fc.assert(
          fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 16 }), async (steps) => {
            await new Game(cms, clock, events).play(steps)
          }),
          { numRuns: GAMES },
        )
      } finally {
        await end(cms)
      }
    })
  }
})

class Game {
  readonly model = new Model()
  readonly #cms: Handle
  readonly #clock: MovedClock
  readonly #events: string[]

  constructor(cms: Handle, clock: MovedClock, events: string[]) {
    this.#cms = cms
    this.#clock = clock
    this.#events = events
  }

  async play(steps: readonly Step[]): Promise<void> {
    this.model.now = this.#clock.now().getTime()
    for (const { id } of (await this.#cms.find('posts', { limit: 0, draft: true })).docs) await this.#cms.delete('posts', id)
    for (const one of steps) {
      this.#events.length = 0
      await this.#take(one)
      for (const post of this.model.posts.values()) await this.#compare(post)
      await this.#compareLists()
    }
  }

  async #take(taken: Step): Promise<void> {
    const { kind, change } = taken
    const make = CHANGES[kind]
    if (kind.startsWith('create')) return this.#create(kind, make!(change))
    if (kind === 'run') return this.#run()
    const post = [...this.model.posts.values()][taken.which % Math.max(1, this.model.posts.size)]
    if (!post) return
    if (make) return this.#expect(kind, this.#save(post.id, make(change)), this.model.update(post.id, make(change)))
    await this.#other(kind, post, taken.pick)
  }

  async #create(kind: string, change: Change): Promise<void> {
    const { locale, ...data } = change
    const made = await this.#cms.create('posts', data, { locale }).catch((error) => error)
    const id = made.id ?? -1
    const outcome = this.model.create(id, change)
    await this.#expect(kind, Promise.resolve(made), outcome)
  }

  #save(id: number, { locale, ...data }: Change): Promise<unknown> {
    return this.#cms.update('posts', id, data, { locale }).catch((error) => error)
  }

  async #other(kind: string, { id, versions, planned }: Post, pick: number): Promise<void> {
    const cms = this.#cms
    const at = this.model.now + pick * 60_000 + (kind === 'planPublish' ? 1 : 2)
    switch (kind) {
      case 'unpublish':
        return this.#expect(kind, cms.unpublish('posts', id), this.model.unpublish(id))
      case 'discard':
        return this.#expect(
          kind,
          cms.discardDraft('posts', id).catch((error) => error),
          this.model.discard(id),
        )
      case 'restore': {
        const list = (await cms.findVersions('posts', id)).docs
        const index = pick % versions.length
        return this.#expect(kind, cms.restoreVersion('posts', id, list[index]!.id), this.model.restore(id, index))
      }
      case 'remove':
        return this.#expect(kind, cms.delete('posts', id), this.model.remove(id))
      case 'planPublish':
      case 'planUnpublish': {
        const action = kind === 'planPublish' ? 'publish' : 'unpublish'
        return this.#expect(kind, cms.schedule('posts', id, { action, at: new Date(at) }), this.model.plan(id, action, at))
      }
      case 'cancel': {
        const [first] = await cms.scheduled('posts', id)
        if (first && planned.length > 0) await this.#expect(kind, cms.cancelSchedule('posts', id, first.id), this.model.cancel(id))
      }
    }
  }

  async #run(): Promise<void> {
    this.#clock.forward(90)
    this.model.now = this.#clock.now().getTime()
    const { events, ...tally } = this.model.run()
    expect((await this.#cms.runJobs())['scheduled'], 'run').to.deep.equal(tally)
    expect(this.#events, 'events of run').to.have.members(events).and.to.have.length(events.length)
  }

  async #expect(kind: string, work: Promise<unknown>, outcome: Outcome): Promise<void> {
    const given = await work
    if ('refused' in outcome) expect(given, `${kind} is refused`).to.be.instanceOf(Error)
    else {
      if (given instanceof Error) throw given
      expect(this.#events, `events of ${kind}`).to.deep.equal(outcome.events)
    }
  }

  /** Every view of one document. */
  async #compare(post: Post): Promise<void> {
    const { id, live, content, pending, versions, planned } = post
    for (const locale of [...LOCALES, 'all'] as const) {
      for (const fallbackLocale of locale === 'th' ? [true, false] : [true]) {
        const options = { locale, fallbackLocale, depth: 0 as const }
        const published: any = await this.#cms.findById('posts', id, options)
        const withStatus = (doc: object, status: string) => ({ ...doc, status })
        if (live) expect(published, `live in ${locale}`).to.deep.include(withStatus(shown(content, locale, fallbackLocale), 'published'))
        else expect(published, 'not live').to.equal(null)
        const draft: any = await this.#cms.findById('posts', id, { ...options, draft: true })
        const status = live && !pending ? 'published' : 'draft'
        expect(draft, `draft in ${locale}`).to.deep.include(withStatus(shown(pending ?? content, locale, fallbackLocale), status))
      }
    }
    const history = await this.#cms.findVersions('posts', id)
    expect(history.docs.map((one) => one.status)).to.deep.equal(versions.map((one) => one.status))
    const newest = await this.#cms.findVersion('posts', id, history.docs[0]!.id, { locale: 'all' })
    expect(newest.data).to.deep.include(shown(versions[0]!.content, 'all', true))
    expect((await this.#cms.scheduled('posts', id)).map(({ action, runAt }) => ({ action, at: Date.parse(runAt) }))).to.deep.equal(planned)
  }

  async #compareLists(): Promise<void> {
    const posts = [...this.model.posts.values()]
    const ids = async (options: object) =>
      (await this.#cms.find('posts', { limit: 0, depth: 0, sort: 'id', ...options })).docs.map((doc) => doc!['id'])
    const sorted = (list: Post[]) => list.map((post) => post.id).sort((a, b) => a - b)
    expect(await ids({})).to.deep.equal(sorted(posts.filter((post) => post.live)))
    expect(await ids({ draft: true })).to.deep.equal(sorted(posts))
    const titled = posts.filter((post) => post.live && (post.content.title.th || post.content.title.en) === 'a')
    expect(await ids({ locale: 'th', where: { title: { equals: 'a' } } })).to.deep.equal(sorted(titled))
  }
}
