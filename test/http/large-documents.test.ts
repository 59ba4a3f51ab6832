/** Documents of the largest size that can be saved stall nobody: read, listed, filled in, changed, compared or restored. */
import { expect } from 'chai'
import type { Handle } from '../../lib/local/handle.ts'
import { isDrawn, oneIn } from '../harness/depth.ts'
import { longestTurn, Measured, type Sent } from '../harness/measured.ts'
import { DURABLE } from '../harness/start.ts'

const MB = 1_000_000
const repeated = (part: string, size: number) => Array.from({ length: Math.floor(size / (part.length + 1)) }, () => part).join()
const nested = (begin: string, end: string, levels: number) => begin.repeat(levels) + end.repeat(levels)
const rowsOf = (count: number, text: string) =>
  Array.from({ length: count }, (_, n) => ({
    label: `label ${n}`,
    note: `note ${n}`,
    inner: Array.from({ length: 9 }, (_, m) => ({ text: `${text}${m}`, note: 'n' })),
  }))

const DATA = JSON.parse(`[${repeated(nested('[', ']', 40), MB)}]`)
const BODY = JSON.parse(`{"type":"doc","content":[${repeated(nested('{"type":"blockquote","content":[', ']}', 40), MB)}]}`)
const ROWS = rowsOf(900, 'x'.repeat(60))

/** `mine`: whether its fields have a rule that looks at the document. */
const collection = (slug: string, mine: boolean) => ({
  slug,
  drafts: true,
  versions: true,
  trash: true,
  useAsTitle: 'title',
  access: { read: 'anyone' },
  fields: [
    { name: 'title', localized: true },
    { name: 'n', type: 'number' },
    ...(mine ? [{ name: 'mine', access: { read: 'owner' } }] : []),
    { name: 'data', type: 'json' },
    { name: 'body', type: 'richText' },
    {
      name: 'rows',
      type: 'array',
      fields: [
        { name: 'label', localized: true },
        { name: 'note', access: { read: 'admin' } },
        {
          name: 'inner',
          type: 'array',
          fields: [{ name: 'text' }, { name: 'note', access: { read: 'admin' } }],
        },
      ],
    },
    { name: 'related', type: 'relationship', to: slug, hasMany: true },
  ],
})

const config = {
  collections: [collection('plain', false), collection('ruled', true)],
  localization: { locales: ['en', 'th'] },
  audit: true,
  webhooks: [{ url: 'http://127.0.0.1:9/' }],
}

const [LIVE, DRAFT, HUB, FAR_HUB] = [1, 2, 3, 4]

/** A large document that is live, one that is a draft, one that names many others, and one that names that one. */
async function fill(cms: Handle): Promise<void> {
  for (const slug of ['plain', 'ruled']) {
    const large = { title: 'large', data: DATA, body: BODY, rows: ROWS }
    await cms.create(slug, { ...large, status: 'published' })
    await cms.create(slug, { ...large, status: 'draft' })
    await cms.create(slug, { title: 'hub', status: 'published' })
    await cms.create(slug, { title: 'far hub', status: 'published', related: [HUB] })
    const related: number[] = []
    const rows = rowsOf(900, 'x')
    for (let n = 0; n < 24; n++) related.push((await cms.create(slug, { title: `${n}`, n: 1, status: 'published', rows }))['id'])
    await cms.update(slug, HUB, { related }, { depth: 0 })
    for (const id of [LIVE, DRAFT]) await cms.update(slug, id, { n: 1 })
  }
}

const change = (path: string, body: object): Sent => ({ method: 'POST', path, body: JSON.stringify(body) })
const patch = (path: string, body: object): Sent => ({ method: 'PATCH', path, body: JSON.stringify(body) })

interface Versions {
  newest: number
  oldest: number
}

type Requests = Record<string, (slug: string, versions: Map<number, Versions>) => Sent>

const READS: Requests = {
  'a read by a visitor': (slug) => ({ path: `/${slug}/${LIVE}`, as: 'visitor' }),
  'a read in all languages by a visitor': (slug) => ({ path: `/${slug}/${LIVE}?locale=all`, as: 'visitor' }),
  'a list by a visitor': (slug) => ({ path: `/${slug}?where[id][equals]=${LIVE}`, as: 'visitor' }),
  'a list of many by a visitor': (slug) => ({ path: `/${slug}?where[n][equals]=1&limit=24&depth=0`, as: 'visitor' }),
  'a read with what it names by a visitor': (slug) => ({ path: `/${slug}/${HUB}?depth=1`, as: 'visitor' }),
  'a read with what it names, two levels deep, by a visitor': (slug) => ({ path: `/${slug}/${FAR_HUB}?depth=2`, as: 'visitor' }),
  'a list with what it names by a visitor': (slug) => ({ path: `/${slug}?where[id][equals]=${HUB}&depth=1`, as: 'visitor' }),
  'a read of a draft': (slug) => ({ path: `/${slug}/${DRAFT}?draft=true` }),
  'a read with what it names, as drafts': (slug) => ({ path: `/${slug}/${HUB}?depth=1&draft=true` }),
}

const OTHERS: Requests = {
  'a change of one field': (slug) => patch(`/${slug}/${LIVE}`, { n: 2, status: 'published' }),
  'a change of one field of a draft': (slug) => patch(`/${slug}/${DRAFT}`, { n: 3 }),
  'an autosave': (slug) => change(`/${slug}/${DRAFT}/autosave`, { n: 4 }),
  'a change of a large field': (slug) => patch(`/${slug}/${DRAFT}`, { data: DATA.slice(0, -1) }),
  'a draft that there is no room for': (slug) => patch(`/${slug}/${LIVE}`, { n: 5, status: 'draft' }),
  'a preview': (slug) => change(`/${slug}/${LIVE}/preview`, { title: 'seen' }),
  'a preview of a large field': (slug) => change(`/${slug}/${LIVE}/preview`, { data: DATA.slice(0, -1) }),
  'a preview of what it names': (slug) => change(`/${slug}/${HUB}/preview?depth=1`, { title: 'seen' }),
  'a version': (slug, versions) => ({ path: `/${slug}/${LIVE}/versions/${versions.get(LIVE)!.oldest}` }),
  'a version, compared with what is live': (slug, versions) => ({
    path: `/${slug}/${LIVE}/versions/${versions.get(LIVE)!.oldest}?compare=live`,
  }),
  'two versions, compared': (slug, versions) => {
    const { newest, oldest } = versions.get(LIVE)!
    return { path: `/${slug}/${LIVE}/versions/${newest}?compare=${oldest}` }
  },
  'a restored version of a draft': (slug, versions) => ({
    method: 'POST',
    path: `/${slug}/${DRAFT}/versions/${versions.get(DRAFT)!.oldest}/restore`,
  }),
  'a restored version that there is no room for': (slug, versions) => ({
    method: 'POST',
    path: `/${slug}/${LIVE}/versions/${versions.get(LIVE)!.oldest}/restore`,
  }),
  'how far it is translated': (slug) => ({ path: `/${slug}/${LIVE}/translations` }),
  'a search': () => ({ path: '/admin/search?q=large' }),
  'a discarded draft of a document without one': (slug) => ({ method: 'POST', path: `/${slug}/${LIVE}/discard-draft` }),
  'an unpublished document': (slug) => ({ method: 'POST', path: `/${slug}/${LIVE}/unpublish` }),
  'a published document': (slug) => patch(`/${slug}/${LIVE}`, { status: 'published' }),
}

/** What is refused, and how; everything else is done. */
const REFUSED: Record<string, number> = {
  'a draft that there is no room for': 400,
  'a restored version that there is no room for': 400,
}

const PLACES = Object.keys(DURABLE)

for (const [database, fresh] of Object.entries(DURABLE)) {
  describe(`http: large documents with ${database} @long`, function () {
    this.retries(3)
    this.timeout(300_000)
    let measured: Measured

    before(async () => {
      measured = await Measured.start(database, fresh(), config, fill)
    })
    after(() => measured?.stop())

    async function versionsOf(slug: string, id: number): Promise<Versions> {
      const { docs } = JSON.parse((await measured.send({ path: `/${slug}/${id}/versions?limit=50` })).text)
      return { newest: docs[0].id, oldest: docs.at(-1).id }
    }

    const requests = [
      ...Object.entries(READS).map(([name, request]) => ({ name, request, slug: 'plain' })),
      ...Object.entries({ ...READS, ...OTHERS }).map(([name, request]) => ({ name, request, slug: 'ruled' })),
    ]
    for (const { name, request, slug } of oneIn(3, requests).filter(({ name, slug }) => isDrawn(database, PLACES, `${name} ${slug}`)))
      it(`answers ${name} of ${slug} fields without a stall`, async () => {
        const versions = new Map([
          [LIVE, await versionsOf(slug, LIVE)],
          [DRAFT, await versionsOf(slug, DRAFT)],
        ])
        const { answers, delays } = await measured.measure(request(slug, versions), longestTurn())
        if (process.env['SHOW']) console.log(name, slug, answers[0]!.status, answers[0]!.text.length, delays.map(Math.round).join())
        for (const { status, text } of answers) expect(status, text.slice(0, 300)).to.equal(REFUSED[name] ?? 200)
        expect(Math.min(...delays), 'milliseconds of one turn').to.be.below(longestTurn())
      })
  })
}
