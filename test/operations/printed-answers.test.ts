/** The answer to a change is printed from the row that it has written: it must be what a read of the document says. */
import { expect } from 'chai'
import { Browser, makeUser } from '../harness/people.ts'
import { end, pairwise, type Started, start } from '../harness/start.ts'

const TEXT = { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: 'Ink “and” paper' }] }] }
const FULL = {
  title: 'Title',
  slug: '',
  stars: 0.1,
  isOpen: true,
  day: '2024-02-29T12:30:00+02:00',
  tags: ['a', 'b'],
  friend: 1,
  friends: [1],
  seo: { heading: 'Heading', isHidden: false },
  rows: [{ name: 'One', friend: 1 }],
  layout: [{ blockType: 'quote', text: TEXT }],
  body: TEXT,
  facts: { b: 1, a: [null, { '10': 1, '2': 2 }] },
  secret: 'hidden from editors',
}
const EMPTY = Object.fromEntries(Object.entries(FULL).map(([name]) => [name, null]))
/** Each of them changes the document further. */
const CHANGES: Record<string, unknown>[] = [
  {},
  { stars: -0 },
  { stars: -9007199254740991, isOpen: false },
  { slug: 'Another Slug' },
  { tags: [], friends: [], rows: [], layout: [] },
  { ...FULL, title: 'Again', slug: 'again' },
  { ...EMPTY, title: 'Emptied' },
]

pairwise((host, database) =>
  describe(`operations: printed answers, on ${host.name} with ${database.name}`, () => {
    let site: Started
    let admin: Browser
    let editor: Browser

    before(async () => {
      const fields: any[] = [
        { name: 'title', required: true },
        { name: 'slug', type: 'slug', from: 'title' },
        { name: 'stars', type: 'number' },
        { name: 'isOpen', type: 'boolean' },
        { name: 'day', type: 'date' },
        { name: 'tags', type: 'select', hasMany: true, options: ['a', 'b'] },
        { name: 'friend', type: 'relationship', to: 'friends' },
        { name: 'friends', type: 'relationship', to: 'friends', hasMany: true },
        { name: 'seo', type: 'group', fields: [{ name: 'heading' }, { name: 'isHidden', type: 'boolean' }] },
        { name: 'rows', type: 'array', fields: [{ name: 'name' }, { name: 'friend', type: 'relationship', to: 'friends' }] },
        { name: 'layout', type: 'blocks', blocks: [{ slug: 'quote', fields: [{ name: 'text', type: 'richText' }] }] },
        { name: 'body', type: 'richText' },
        { name: 'facts', type: 'json' },
        { name: 'secret', access: { read: 'admin' } },
      ]
      const access = { read: 'loggedIn', create: 'loggedIn', update: 'loggedIn' } as const
      site = await start(host, database, {
        collections: [
          { slug: 'friends', access, fields: [{ name: 'name' }] },
          { slug: 'plain', access, fields },
          { slug: 'edited', access, fields, drafts: true, versions: true },
        ],
      })
      for (const role of ['admin', 'editor']) await makeUser(site.cms, `${role}@example.com`, { role })
      admin = await new Browser(site.listener).login('admin@example.com')
      editor = await new Browser(site.listener).login('editor@example.com')
      await site.cms.create('friends', { name: 'Friend' })
    })
    after(() => end(site?.cms))

    for (const slug of ['plain', 'edited'])
      for (const query of ['depth=0', 'depth=1', 'select=title,rows'])
        it(`say what a read says, of ${slug} with ${query}${slug === 'edited' && query !== 'depth=1' ? ' @long' : ''}`, async () => {
          for (const browser of [admin, editor]) {
            const isRead = async (answer: any, status: number) => {
              expect(answer.status, answer.text).to.equal(status)
              const read = await browser.get(`/${slug}/${id}?draft=true&${query}`)
              expect(answer.text).to.equal(read.text)
              expect(read.headers['etag']?.split('.')[0]?.replace('"', '')).to.equal(answer.headers['etag'].replaceAll('"', ''))
            }
            const made = await browser.post(`/${slug}?${query}`, { ...FULL, title: `${slug} ${query}` })
            const { id } = made.body
            await isRead(made, 201)
            for (const change of CHANGES) await isRead(await browser.patch(`/${slug}/${id}?${query}`, change), 200)
            if (slug === 'plain') continue
            await isRead(await browser.patch(`/${slug}/${id}?${query}`, { title: 'Live', status: 'published' }), 200)
            await isRead(await browser.patch(`/${slug}/${id}?${query}`, { title: 'Pending', status: 'draft' }), 200)
            await isRead(await browser.patch(`/${slug}/${id}?${query}`, { status: 'published' }), 200)
          }
        })
  }),
)
