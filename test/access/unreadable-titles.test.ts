/** Collections whose title somebody may not read, always or in some documents: forms still choose from them, and lists still open. */
import { expect } from 'chai'
import { Browser, makeUser } from '../harness/people.ts'
import { end, pairwise, type Started, start } from '../harness/start.ts'

const named = (slug: string, read: string, more: object = {}) => ({
  slug,
  useAsTitle: 'name',
  fields: [{ name: 'name', access: { read }, ...more }, { name: 'note' }],
})

const TARGETS: any[] = [
  named('closed', 'admin'),
  named('own', 'owner'),
  named('spoken', 'admin', { localized: true }),
  { ...named('drafted', 'owner'), drafts: true },
]

const SEARCHES: [string, object | undefined][] = [
  ['nothing', undefined],
  ['the title', { name: { like: 'sec' } }],
  ['a wrong title', { name: { like: 'zzz' } }],
  ['the title among others', { and: [{ or: [{ name: { like: 'zzz' } }, { note: { like: 'n' } }] }] }],
  ['the title in one locale', { 'name.en': { like: 'zzz' } }],
]

describe('access/unreadable titles', () => {
  pairwise((host, database) => {
    let started: Started
    let editor: Browser
    const ids: Record<string, { theirs: number; mine: number }> = {}
    before(async () => {
      started = await start(host, database, {
        localization: { locales: ['en', 'th'] },
        auth: { rbac: true },
        collections: [
          ...TARGETS,
          {
            slug: 'posts',
            fields: TARGETS.flatMap(({ slug }) => [
              { name: slug, type: 'relationship', to: slug },
              { name: `${slug}Narrowed`, type: 'relationship', to: slug, filterOptions: { name: { like: 'secret' } } },
            ]),
          },
        ],
      } as object)
      await makeUser(started.cms, 'admin@x.org', { role: 'admin' })
      await makeUser(started.cms, 'editor@x.org', { role: 'editor' })
      const admin = await new Browser(started.listener).login('admin@x.org')
      editor = await new Browser(started.listener).login('editor@x.org')
      const content = { name: 'secret', note: 'n' }
      for (const { slug } of TARGETS) {
        const theirs = (await admin.post(`/${slug}`, content)).body.id
        ids[slug] = { theirs, mine: (await editor.post(`/${slug}`, content)).body.id }
      }
    })
    after(() => end(started?.cms))

    for (const { slug } of TARGETS)
      it(`${slug}: choices are documents without titles, whatever is looked for`, async () => {
        for (const [what, where] of SEARCHES)
          for (const field of [slug, `${slug}Narrowed`]) {
            const { status, body, text } = await editor.post('/admin/choices', { collection: 'posts', field, where, data: {} })
            expect(status, `${what} ${text}`).to.equal(200)
            expect(body.docs.map(({ id }: any) => id).sort(), what).to.deep.equal(Object.values(ids[slug]!))
            expect(
              body.docs.find(({ id }: any) => id === ids[slug]!.theirs),
              what,
            ).to.not.have.property('name')
          }
        expect(
          (await editor.post('/admin/choices', { collection: 'posts', field: slug, where: { note: { like: 'zzz' } } })).body.docs,
        ).to.deep.equal([])
      })

    for (const slug of ['own', 'drafted'])
      it(`${slug}: a title of some documents is selected where it may be read, and never filters or sorts`, async () => {
        const { theirs, mine } = ids[slug]!
        const { body } = await editor.get(`/${slug}?select=name,note&draft=true&sort=id`)
        expect(body.docs).to.deep.equal([
          { id: theirs, note: 'n' },
          { id: mine, name: 'secret', note: 'n' },
        ])
        for (const query of ['where[name][like]=sec', 'sort=name']) expect((await editor.get(`/${slug}?${query}`)).status).to.equal(403)
        const { collections } = (await editor.get('/admin/schema')).body
        const { fields } = collections.find((one: any) => one.slug === slug)
        expect(fields.find(({ name }: any) => name === 'name')).to.include({ varies: true })
        expect(fields.find(({ name }: any) => name === 'note')).to.not.have.property('varies')
      })

    it('a title that nobody of theirs may read is not selected', async () => {
      expect((await editor.get('/closed?select=name')).status).to.equal(403)
      expect((await editor.get('/admin/search?q=secret')).body).to.deep.equal({ hits: [], more: [] })
    })
  })
})
