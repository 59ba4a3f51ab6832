/** How far a document is translated is said of those fields alone that the caller may read. */
import { expect } from 'chai'
import { Browser, makeUser } from '../harness/people.ts'
import { end, pairwise, type Started, start } from '../harness/start.ts'

const isOpen = ({ data, user }: any) => user?.role === 'admin' || data?.plain === 'open'

const fields: any[] = [
  { name: 'plain' },
  { name: 'title', localized: true },
  { name: 'secret', localized: true, access: { read: 'admin' } },
  { name: 'hiddenByRole', localized: true },
  { name: 'sometimes', localized: true, access: { read: isOpen } },
  {
    name: 'seo',
    type: 'group',
    fields: [
      { name: 'text', localized: true },
      { name: 'secret', localized: true, access: { read: 'admin' } },
    ],
  },
  { name: 'vault', type: 'group', access: { read: 'admin' }, fields: [{ name: 'text', localized: true }] },
  { name: 'list', type: 'array', localized: true, access: { read: 'admin' }, fields: [{ name: 'text' }] },
]

const FILLED = {
  title: 't',
  secret: 's',
  hiddenByRole: 'h',
  sometimes: 'o',
  seo: { text: 't', secret: 's' },
  vault: { text: 'v' },
  list: [{ text: 'l' }],
}
const ALL = ['title', 'secret', 'hiddenByRole', 'sometimes', 'seo.text', 'seo.secret', 'vault.text', 'list']

describe('features/translations', () => {
  pairwise((host, database) => {
    let started: Started
    let admin: Browser
    let editor: Browser
    before(async () => {
      started = await start(host, database, {
        localization: { locales: ['en', 'th'] },
        auth: { rbac: true },
        collections: [
          { slug: 'posts', fields },
          { slug: 'news', drafts: true, fields },
        ],
        globals: [{ slug: 'site', fields }],
      } as object)
      const { cms, listener } = started
      await makeUser(cms, 'admin@x.org', { role: 'admin' })
      await makeUser(cms, 'editor@x.org', { role: 'editor' })
      admin = await new Browser(listener).login('admin@x.org')
      editor = await new Browser(listener).login('editor@x.org')
      const { id, permissions } = (await admin.get('/admin/roles')).body.roles.find((role: any) => role.key === 'editor')
      const hidden = { hiddenByRole: 'hidden' }
      const narrowed = { ...permissions, fields: { collections: { posts: hidden, news: hidden }, globals: { site: hidden } } }
      expect((await admin.patch(`/admin/roles/${id}`, { permissions: narrowed })).status).to.equal(200)
    })
    after(() => end(started.cms))

    const missing = async (browser: Browser, at: string) => {
      const { status, body, text } = await browser.get(`${at}/translations`)
      expect(status, text).to.equal(200)
      expect(body.en, at).to.deep.equal({ filled: body.th.missing.length, of: body.th.missing.length, missing: [] })
      return body.th.missing
    }

    for (const slug of ['posts', 'news'])
      it(`of ${slug}`, async () => {
        const { id } = (await admin.post(`/${slug}`, FILLED)).body
        expect(await missing(admin, `/${slug}/${id}`)).to.deep.equal(ALL)
        expect(await missing(editor, `/${slug}/${id}`)).to.deep.equal(['title', 'seo.text'])
        await admin.patch(`/${slug}/${id}`, { plain: 'open' })
        expect(await missing(editor, `/${slug}/${id}`)).to.deep.equal(['title', 'sometimes', 'seo.text'])
      })

    it('of globals, also before the first save', async () => {
      expect((await editor.get('/globals/site/translations')).body.th).to.deep.equal({ filled: 0, of: 0, missing: [] })
      await admin.post('/globals/site', FILLED)
      expect(await missing(admin, '/globals/site')).to.deep.equal(ALL)
      expect(await missing(editor, '/globals/site')).to.deep.equal(['title', 'seo.text'])
    })
  })
})
