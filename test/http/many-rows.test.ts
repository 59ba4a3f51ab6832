/** Documents of tens of thousands of small rows stall nobody: what is done for each row is done in turns. */
import { expect } from 'chai'
import type { Handle } from '../../lib/local/handle.ts'
import { drawn, isDrawn } from '../harness/depth.ts'
import { longestTurn, Measured, type Sent } from '../harness/measured.ts'
import { DURABLE } from '../harness/start.ts'

const MANY = 100_000

const FIELDS = [
  { name: 'title' },
  {
    name: 'rows',
    type: 'array',
    maxRows: MANY,
    fields: [
      { name: 'v', type: 'number' },
      { name: 'w', localized: true },
      { name: 'sub', type: 'array', maxRows: MANY, fields: [{ name: 'x' }] },
    ],
  },
  { name: 'layout', type: 'blocks', maxRows: MANY, blocks: [{ slug: 'a', fields: [{ name: 't', localized: true }] }] },
]

/** One feature that wants the whole document is enough. */
const COLLECTIONS = {
  plain: {},
  kept: { drafts: true, versions: { max: 5 }, trash: true, orderable: true },
}

const config = {
  collections: Object.entries(COLLECTIONS).map(([slug, options]) => ({ slug, access: { read: 'anyone' }, fields: FIELDS, ...options })),
  localization: { locales: ['en', 'th'] },
  audit: true,
  webhooks: [{ url: 'http://127.0.0.1:9/' }],
}

const rowsOf = (count: number) => ({ rows: Array.from({ length: count }, () => ({ v: 1 })) })

const KINDS: Record<string, object> = {
  rows: rowsOf(65_000),
  // Which leave room for a draft.
  'fewer rows': rowsOf(28_000),
  'rows of rows': { rows: Array.from({ length: 30_000 }, () => ({ sub: [{ x: 'a' }] })) },
  blocks: { layout: Array.from({ length: 25_000 }, () => ({ blockType: 'a', t: 'x' })) },
}

/** Besides the one above; an answer with all of them would be too long. */
const LISTED = 5

const ids = new Map<string, number>()

async function fill(cms: Handle): Promise<void> {
  for (const slug of Object.keys(COLLECTIONS)) {
    const status = slug === 'kept' && { status: 'published' }
    for (const [kind, content] of Object.entries(KINDS)) {
      const made = await cms.create(slug, { title: kind, ...content, ...status })
      ids.set(`${slug} ${kind}`, made['id'])
    }
  }
  for (let n = 0; n < LISTED; n++) await cms.create('plain', { title: 'rows', ...KINDS['rows'] })
}

const sent = (method: string, path: string, body?: object): Sent => ({ method, path, ...(body && { body: JSON.stringify(body) }) })

type Requests = Record<string, (path: string, content: object) => Sent>

const ANY: Requests = {
  'a read in all languages': (path) => ({ path: `${path}?locale=all` }),
  'a read in another language': (path) => ({ path: `${path}?locale=th` }),
  'how far it is translated': (path) => ({ path: `${path}/translations` }),
  'a change of its title': (path) => sent('PATCH', `${path}?select=id`, { title: 'changed' }),
  'a change of its title in another language': (path) => sent('PATCH', `${path}?locale=th`, { title: 'changed' }),
  'a change of all rows': (path, content) => sent('PATCH', `${path}?select=id`, { title: 'changed', ...content }),
  'a new document': (path, content) => sent('POST', `${path.slice(0, path.lastIndexOf('/'))}?select=id`, { title: 'new', ...content }),
}

const KEPT: Requests = {
  'an autosave': (path) => sent('POST', `${path}/autosave?select=id`, { title: 'saved' }),
  'a draft': (path) => sent('PATCH', `${path}?select=id`, { title: 'draft', status: 'draft' }),
  'a preview': (path) => sent('POST', `${path}/preview`, { title: 'seen' }),
  'a discarded draft': (path) => sent('POST', `${path}/discard-draft`),
  'an unpublished document': (path) => sent('POST', `${path}/unpublish?select=id`),
  'a published document': (path) => sent('PATCH', `${path}?select=id`, { status: 'published' }),
  'another place in the order': (path) => sent('POST', `${path}/move`, { before: 1 }),
}

/** Those that keep a second content beside what is live. */
const DRAFTS = ['an autosave', 'a draft']

/** Each of which a restore writes. */
const LOCALES = ['en', 'th', 'de', 'fr', 'es', 'it', 'pt', 'nl', 'sv', 'da']

const translated = {
  access: { read: 'anyone', update: 'anyone' },
  versions: { max: 30 },
  fields: [
    { name: 'title' },
    {
      name: 'rows',
      type: 'array',
      maxRows: MANY,
      fields: [
        { name: 'v', type: 'number' },
        { name: 'w', localized: true },
      ],
    },
  ],
}

const inManyLanguages = {
  collections: [{ slug: 'pages', ...translated }],
  globals: [{ slug: 'site', drafts: true, ...translated }],
  localization: { locales: LOCALES },
  audit: true,
}

/** The oldest version of the global leaves room for what is live beside it; the one behind it doesn't. */
async function fillInManyLanguages(cms: Handle): Promise<void> {
  const { id } = await cms.create('pages', { title: 'first', ...KINDS['rows'] })
  await cms.update('pages', id, { title: 'second' })
  await cms.updateGlobal('site', { title: 'first', ...KINDS['fewer rows'], status: 'published' })
  await cms.updateGlobal('site', { title: 'second', ...KINDS['rows'] })
  await cms.updateGlobal('site', { title: 'third' })
}

async function isInTurns(measured: Measured, request: Sent, status: number, settled?: () => Promise<unknown>): Promise<string> {
  const { answers, delays } = await measured.measure(request, undefined, settled)
  const { text } = answers[0]!
  if (process.env['SHOW'])
    console.log(request.method ?? 'GET', request.path, answers[0]!.status, text.length, delays.map(Math.round).join())
  expect(answers[0]!.status, text.slice(0, 300)).to.equal(status)
  expect(Math.min(...delays), 'milliseconds of one turn').to.be.below(longestTurn())
  return text
}

const PLACES = Object.keys(DURABLE)

/** What both collections answer is asked of one of them; in CI half of it is asked of neither database. */
const isHere = (database: string, kind: string, slug: string, name: string): boolean =>
  isDrawn(database, [...PLACES, 'neither', 'neither', 'neither'], `${kind} ${slug} ${name}`) &&
  (!(name in ANY) || isDrawn(slug, Object.keys(COLLECTIONS), `${kind} ${name}`))

for (const [database, fresh] of Object.entries(DURABLE)) {
  describe(`http: documents of many rows with ${database} @long`, function () {
    this.retries(2)
    this.timeout(300_000)
    let measured: Measured

    before(async () => {
      measured = await Measured.start(database, fresh(), config, fill)
    })
    after(() => measured?.stop())

    const answersInTurns = (request: Sent, status: number, settled?: () => Promise<unknown>) =>
      isInTurns(measured, request, status, settled)

    const pathOf = (slug: string, kind: string) => `/${slug}/${ids.get(`${slug} ${kind}`)}`

    for (const [kind, content] of Object.entries(KINDS))
      for (const [slug, requests] of Object.entries({ plain: ANY, kept: { ...ANY, ...KEPT } }))
        for (const [name, request] of Object.entries(requests).filter(([name]) => isHere(database, kind, slug, name)))
          it(`answers ${name} with ${kind} of ${slug} without a stall`, async () => {
            const isTooLarge = DRAFTS.includes(name) && ['rows', 'rows of rows'].includes(kind)
            await answersInTurns(request(pathOf(slug, kind), content), name === 'a new document' ? 201 : isTooLarge ? 400 : 200)
          })

    for (const kind of Object.keys(KINDS).filter((kind) => isDrawn(database, PLACES, kind)))
      it(`deletes and recovers ${kind} without a stall`, async () => {
        const path = pathOf('kept', kind)
        await answersInTurns(sent('DELETE', `${path}?select=id`), 200, () => measured.send(sent('POST', `${path}/recover`)))
      })

    it('compares and restores a version of many rows without a stall', async () => {
      const path = pathOf('kept', 'fewer rows')
      const { docs } = JSON.parse((await measured.send({ path: `${path}/versions` })).text)
      const [newest, oldest] = [docs[0].id, docs.at(-1).id]
      await answersInTurns({ path: `${path}/versions/${newest}?compare=${oldest}` }, 200)
      await answersInTurns(sent('POST', `${path}/versions/${oldest}/restore?select=id`), 200)
    })

    it('refuses a list that would be too long without a stall', async () => {
      const text = await answersInTurns({ path: '/plain?locale=all&where[title][equals]=rows' }, 400)
      expect(JSON.parse(text).errors[0].code).to.equal('BAD_QUERY')
    })
  })
}

for (const [database, fresh] of drawn(Object.entries(DURABLE), 'ten languages')) {
  describe(`http: documents of many rows in ten languages with ${database} @long`, function () {
    this.retries(2)
    this.timeout(300_000)
    let measured: Measured

    before(async () => {
      measured = await Measured.start(database, fresh(), inManyLanguages, fillInManyLanguages)
    })
    after(() => measured?.stop())

    async function restored(path: string, title: string): Promise<Sent> {
      const { docs } = JSON.parse((await measured.send({ path: `${path}/versions?limit=30` })).text)
      const found = await Promise.all(docs.map(({ id }: { id: number }) => measured.send({ path: `${path}/versions/${id}` })))
      const at = found.findLastIndex(({ text }) => text.includes(`"title":"${title}"`))
      return sent('POST', `${path}/versions/${docs[at].id}/restore?select=id`)
    }

    it('restores a version without a stall', async () => {
      await isInTurns(measured, await restored('/pages/1', 'first'), 200)
    })

    it('restores a version of a global as a draft without a stall', async () => {
      await isInTurns(measured, await restored('/globals/site', 'first'), 200)
    })

    it('refuses a version that has no room as a draft without a stall', async () => {
      await isInTurns(measured, await restored('/globals/site', 'second'), 400)
    })
  })
}
