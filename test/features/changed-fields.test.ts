/** What each save changed: the history names the fields that differ from the version before, as far as its reader may see them. */
import { expect } from 'chai'
import { Browser, makeUser } from '../harness/people.ts'
import { end, pairwise, type Started, start } from '../harness/start.ts'

describe('features/changed fields', () => {
  pairwise((host, database) => {
    let started: Started
    let admin: Browser
    let editor: Browser

    before(async () => {
      started = await start(host, database, {
        localization: { locales: ['en', 'th'] },
        collections: [
          {
            slug: 'posts',
            drafts: true,
            versions: true,
            access: { read: ({ user }: any) => (user?.role === 'admin' ? true : { team: { equals: 'ours' } }), update: 'loggedIn' },
            fields: [
              { name: 'title', localized: true },
              { name: 'team' },
              { name: 'secret', access: { read: 'admin' } },
              { name: 'kept', hidden: true },
              { name: 'tags', type: 'select', hasMany: true, options: ['a', 'b'] },
              { name: 'seo', type: 'group', fields: [{ name: 'text' }, { name: 'price', type: 'number' }] },
              { name: 'rows', type: 'array', fields: [{ name: 'word' }] },
            ],
          },
        ],
        globals: [{ slug: 'site', versions: true, fields: [{ name: 'name' }, { name: 'motto' }] }],
      })
      const { cms } = started
      await makeUser(cms, 'boss@example.org', { role: 'admin' })
      await makeUser(cms, 'ed@example.org')
      admin = await new Browser(started.listener).login('boss@example.org')
      editor = await new Browser(started.listener).login('ed@example.org')
      const row = { id: 'r1', word: 'one' }
      await cms.create('posts', { title: 'First', team: 'ours', status: 'published' })
      for (const [data, options] of [
        [{ title: 'Second', tags: ['a'] }],
        [{ title: 'สอง' }, { locale: 'th' }],
        [{ secret: 'canary', kept: 'canary' }],
        [{ team: 'theirs', seo: { text: 'x', price: 1 } }],
        [{ team: 'ours', rows: [row] }],
        [{ rows: [{ ...row, word: 'two' }], seo: { price: 2 } }],
        [{}],
      ] as [object, object?][])
        await cms.update('posts', 1, data, options)
    })
    after(() => end(started?.cms))

    const ADMIN = [
      [],
      ['seo.price', 'rows'],
      ['team', 'rows'],
      ['team', 'seo.text', 'seo.price'],
      ['secret'],
      ['title.th'],
      ['title.en', 'tags'],
      null,
    ]
    /** The version of the other team is left out, so the next one is compared with the one before it. */
    const EDITOR = [[], ['seo.price', 'rows'], ['seo.text', 'seo.price', 'rows'], [], ['title.th'], ['title.en', 'tags'], null]
    const changedOf = (docs: { changed?: unknown }[]) => docs.map(({ changed }) => changed)

    it('are named in the order of the schema, for whoever may read them', async () => {
      for (const [who, wanted] of [
        [admin, ADMIN],
        [editor, EDITOR],
      ] as const) {
        const { status, body, text } = await who.get('/posts/1/versions?changed=true&limit=20')
        expect(status, text).to.equal(200)
        expect(changedOf(body.docs)).to.deep.equal(wanted)
        expect(text).to.not.include('canary')
      }
      const { docs } = await started.cms.findVersions('posts', 1, { changed: true, limit: 0 })
      expect(changedOf(docs)).to.deep.equal(ADMIN)
    })

    it('are the same on every page, and only where they are asked for', async () => {
      for (const [who, wanted] of [
        [admin, ADMIN],
        [editor, EDITOR],
      ] as const)
        for (const limit of [1, 2, 3]) {
          const found: unknown[] = []
          for (let page = 1; found.length < wanted.length; page++)
            found.push(...changedOf((await who.get(`/posts/1/versions?changed=true&limit=${limit}&page=${page}`)).body.docs))
          expect(found).to.deep.equal(wanted)
        }
      for (const query of ['', '?changed=false'])
        for (const one of (await admin.get(`/posts/1/versions${query}`)).body.docs) expect(one).to.not.have.property('changed')
      const wrong = await admin.get('/posts/1/versions?changed=yes')
      expect([wrong.status, wrong.body.errors[0].field]).to.deep.equal([400, 'changed'])
      const misspelt: any = await started.cms.findVersions('posts', 1, { change: true } as object).catch((error) => error)
      expect(misspelt.message).to.include('changed')
    })

    it('of a global are named too, saved or not', async () => {
      const { cms } = started
      expect((await cms.findGlobalVersions('site', { changed: true })).docs).to.deep.equal([])
      await cms.updateGlobal('site', { name: 'A' })
      await cms.updateGlobal('site', { motto: 'B' })
      expect(changedOf((await admin.get('/globals/site/versions?changed=true')).body.docs)).to.deep.equal([['motto'], null])
    })
  })
})
