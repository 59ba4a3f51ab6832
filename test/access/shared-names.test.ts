/** Blocks may give fields of the same name different types, and relations of the same name different targets. A path means all of them, each under the rules of its own target. */
import { expect } from 'chai'
import { Browser, makeUser } from '../harness/people.ts'
import { end, pairwise, type Started, start } from '../harness/start.ts'

const blocks = [
  {
    slug: 'quote',
    fields: [
      { name: 'source', type: 'relationship', to: 'people' },
      { name: 'mark' },
      { name: 'inner', type: 'group', fields: [{ name: 'by', type: 'relationship', to: 'people' }] },
    ],
  },
  {
    slug: 'video',
    fields: [
      { name: 'source', type: 'relationship', to: 'files' },
      { name: 'mark', type: 'number' },
      { name: 'inner', type: 'array', fields: [{ name: 'by', type: 'relationship', to: 'files' }] },
    ],
  },
  {
    slug: 'clips',
    fields: [
      { name: 'source', type: 'relationship', to: 'files', hasMany: true },
      { name: 'mark', type: 'text', hidden: true },
    ],
  },
  { slug: 'note', fields: [{ name: 'source' }, { name: 'mark', type: 'richText' }] },
]

const rules = {
  /** A promise: whoever asks for it too late has nothing. */
  people: async ({ user }: any) => user?.role === 'admin' || { isOpen: { equals: true } },
  files: async ({ user }: any) => user?.role === 'admin' || { isShared: { equals: true } },
}

const people = [
  { name: 'Ann', code: 'a7', isOpen: true, pin: '1', nick: 'hidden', team: 1 },
  { name: 'Bob', code: 'b7', isOpen: false, pin: '2', nick: 'hidden', team: 1 },
]
const files = [
  { name: 'Map', code: 7, isShared: true, pin: 'file', nick: 'open' },
  { name: 'Plan', code: 8, isShared: false, pin: 'file', nick: 'open' },
]
const posts: Record<string, object[]> = {
  ann: [{ blockType: 'quote', source: 1, mark: '5', inner: { by: 1 } }],
  bob: [{ blockType: 'quote', source: 2, mark: 'x', inner: { by: 2 } }],
  map: [{ blockType: 'video', source: 1, mark: 5, inner: [{ by: 1 }] }],
  plan: [{ blockType: 'video', source: 2, mark: 6, inner: [{ by: 2 }] }],
  clips: [{ blockType: 'clips', source: [1, 2], mark: '5' }],
  note: [{ blockType: 'note', source: 'Ann' }],
  none: [{ blockType: 'quote' }],
}

/** What a visitor and an admin find by a filter. */
const FILTERS: [where: object, visitor: string, admin: string][] = [
  [{ 'parts.source.name': { equals: 'Ann' } }, 'ann', 'ann'],
  [{ 'parts.source.name': { equals: 'Bob' } }, '', 'bob'],
  [{ 'parts.source.name': { equals: 'Map' } }, 'clips map', 'clips map'],
  [{ 'parts.source.name': { equals: 'Plan' } }, '', 'clips plan'],
  [{ 'parts.source.name': { in: 'Ann,Bob,Map,Plan' } }, 'ann clips map', 'ann bob clips map plan'],
  [{ 'parts.source.name': { like: 'a' } }, 'ann clips map', 'ann clips map plan'],
  [{ 'parts.source.name': { exists: 'true' } }, 'ann clips map', 'ann bob clips map plan'],
  [{ 'parts.source.name': { exists: 'false' } }, 'bob none note plan', 'none note'],
  [{ 'parts.source.name': { not_equals: 'Plan' } }, 'ann bob clips map none note plan', 'ann bob map none note'],
  [{ 'parts.source.name': { not_in: 'Bob,Plan,null' } }, 'ann clips map', 'ann map'],
  [{ 'parts.source.id': { equals: 2 } }, '', 'bob clips plan'],
  [{ 'parts.source.code': { equals: 'b7' } }, '', 'bob'],
  [{ 'parts.source.code': { equals: '7' } }, 'clips map', 'clips map'],
  [{ 'parts.source.code': { in: 'a7,7,8' } }, 'ann clips map', 'ann clips map plan'],
  [{ 'parts.source.code': { like: '7' } }, 'ann', 'ann bob'],
  // Hidden in people: as if they had no such field.
  [{ 'parts.source.nick': { exists: 'true' } }, 'clips map', 'clips map plan'],
  [{ 'parts.source.nick': { equals: 'hidden' } }, '', ''],
  // Only people have one.
  [{ 'parts.source.team.name': { equals: 'Red' } }, 'ann', 'ann bob'],
  [{ 'parts.inner.by.name': { in: 'Ann,Map' } }, 'ann map', 'ann map'],
  [{ 'parts.inner.by.name': { in: 'Bob,Plan' } }, '', 'bob plan'],
  [{ 'parts.source': { equals: 2 } }, 'bob clips plan', 'bob clips plan'],
  [{ 'parts.source': { equals: 'Ann' } }, 'note', 'note'],
  [{ or: [{ 'parts.source.name': { equals: 'Bob' } }, { 'parts.source.name': { equals: 'Plan' } }] }, '', 'bob clips plan'],
]

const REFUSED: [query: string, visitor: RegExp, admin: RegExp | undefined][] = [
  ['where[parts.source.pin][equals]=2', /^403 .*parts\.source\.pin/, undefined],
  ['where[parts.source.pin][equals]=file', /^403 .*parts\.source\.pin/, undefined],
  ['where[parts.source.pin][exists]=false', /^403 .*parts\.source\.pin/, undefined],
  ['sort=parts.source.pin', /^403 .*parts\.source\.pin/, /^400 .*has several values/],
  ['sort=parts.source.name', /^400 .*has several values/, /^400 .*has several values/],
  ['where[parts.source.missing][equals]=2', /^400 .*unknown field 'parts\.source\.missing'/, /^400 .*unknown field/],
  ['where[parts.source.team.name.x][equals]=2', /^400 .*unknown field/, /^400 .*unknown field/],
  ['where[parts.mark][equals]=5', /^400 .*'parts\.mark' can't be queried/, /^400 .*can't be queried/],
  ['where[parts.inner][equals]=5', /^400 .*'parts\.inner' is a group/, /^400 .*is a group/],
  ['where[parts.source.id][equals]=x', /^400 .*must be an id/, /^400 .*must be an id/],
  ['where[parts.source][gt]=', /^2/, /^2/],
]

describe('access/names that blocks share', () => {
  pairwise((host, database) => {
    for (const [order, ordered] of Object.entries({ 'in one order': blocks, 'in the other order': blocks.toReversed() }))
      describe(`with the blocks ${order}`, () => {
        let started: Started
        const callers: Browser[] = []
        const ids: Record<string, number> = {}
        before(async () => {
          started = await start(host, database, {
            collections: [
              { slug: 'teams', access: { read: 'anyone' }, fields: [{ name: 'name' }] },
              {
                slug: 'people',
                access: { read: rules.people },
                fields: [
                  { name: 'name' },
                  { name: 'code' },
                  { name: 'isOpen', type: 'boolean' },
                  { name: 'pin', access: { read: 'admin' } },
                  { name: 'nick', hidden: true },
                  { name: 'team', type: 'relationship', to: 'teams' },
                ],
              },
              {
                slug: 'files',
                access: { read: rules.files },
                fields: [
                  { name: 'name' },
                  { name: 'code', type: 'number' },
                  { name: 'isShared', type: 'boolean' },
                  { name: 'pin' },
                  { name: 'nick' },
                ],
              },
              {
                slug: 'posts',
                access: { read: 'anyone' },
                fields: [{ name: 'title' }, { name: 'parts', type: 'blocks', blocks: ordered }],
              },
              { slug: 'shelves', access: { read: 'anyone' }, fields: [{ name: 'post', type: 'relationship', to: 'posts' }] },
            ],
          } as object)
          const { cms, listener } = started
          await makeUser(cms, 'admin@x.org', { role: 'admin' })
          callers[0] = new Browser(listener)
          callers[1] = await new Browser(listener).login('admin@x.org')
          await cms.create('teams', { name: 'Red' })
          for (const one of people) await cms.create('people', one)
          for (const one of files) await cms.create('files', one)
          for (const [title, parts] of Object.entries(posts)) {
            ids[title] = ((await cms.create('posts', { title, parts })) as { id: number }).id
            await cms.create('shelves', { post: ids[title] })
          }
        })
        after(() => end(started.cms))

        const query = (where: object) => `where=${encodeURIComponent(JSON.stringify(where))}&limit=100`

        for (const [where, ...found] of FILTERS)
          it(`finds by ${JSON.stringify(where)}`, async () => {
            for (const [index, titles] of found.entries()) {
              const list = await callers[index]!.get(`/posts?${query(where)}&sort=title`)
              expect(list.status, list.text).to.equal(200)
              expect(list.body.docs.map(({ title }: any) => title).join(' ')).to.equal(titles)
              expect(list.body.totalDocs).to.equal(list.body.docs.length)
            }
          })

        it('finds the same one relation further away', async () => {
          for (const [index, titles] of ['ann clips map', 'ann bob clips map plan'].entries()) {
            const list = await callers[index]!.get(`/shelves?${query({ 'post.parts.source.name': { exists: true } })}&sort=post.title`)
            expect(list.status, list.text).to.equal(200)
            expect(list.body.docs.map(({ post }: any) => post.title).join(' ')).to.equal(titles)
          }
        })

        it("refuses what one of the targets keeps back, and what can't be asked of one of them", async () => {
          for (const [query, ...answers] of REFUSED)
            for (const [index, answer] of answers.entries()) {
              const { status, text } = await callers[index]!.get(`/posts?${query}`)
              expect(`${status} ${text}`, query).to.match(answer ?? /^200/)
            }
        })

        it('fills each relation in from its own target, under its own rule', async () => {
          const name = (source: any) => (Array.isArray(source) ? source.map(({ name }) => name) : (source?.name ?? source))
          const expected = [
            { ann: 'Ann', bob: null, map: 'Map', plan: null, clips: ['Map'], note: 'Ann' },
            { ann: 'Ann', bob: 'Bob', map: 'Map', plan: 'Plan', clips: ['Map', 'Plan'], note: 'Ann' },
          ]
          for (const [index, sources] of expected.entries())
            for (const [title, source] of Object.entries(sources))
              for (const depth of [1, 2]) {
                const { body, text } = await callers[index]!.get(`/posts/${ids[title]}?depth=${depth}`)
                expect(name(body.parts[0].source), `${title}, depth ${depth}`).to.deep.equal(source)
                expect(text).not.to.contain('hidden')
                if (index === 0) expect(text).not.to.match(/"pin":"[12]"/)
              }
        })
      })
  })
})
