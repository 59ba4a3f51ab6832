/** Deleting a person and transferring what they own: live documents, pending drafts, drafts, and the trash, in every language. */
import { expect } from 'chai'
import type { Cms } from '../../lib/local/cms.ts'
import { Browser, makeUser } from '../harness/people.ts'
import { end, pairwise, type Started, start } from '../harness/start.ts'

type Stored = Record<string, any> & { id: number }

const OWNED = { drafts: true, trash: true, versions: true } as const
const author = { name: 'author', type: 'relationship', to: 'users' } as const

describe('features/roles: the owners of documents', () => {
  pairwise((host, database) => {
    let started: Started
    let cms: Cms<any>
    let admin: Browser
    let kim: number
    let leaving: number
    let count = 0

    before(async () => {
      started = await start(host, database, {
        auth: { rbac: true, roles: ['admin', 'author'] },
        collections: [
          {
            slug: 'posts',
            ...OWNED,
            admin: { ownerField: 'author' },
            fields: [{ name: 'title' }, { name: 'extra', type: 'json' }, author, { ...author, name: 'editor' }],
          },
          { slug: 'notes', ...OWNED, fields: [{ name: 'title' }] },
        ],
      })
      cms = started.cms
      await makeUser(cms, 'boss@example.org', { role: 'admin' })
      kim = (await makeUser(cms, 'kim@example.org', { role: 'author' })).id
      admin = await new Browser(started.listener).login('boss@example.org')
    })
    after(() => end(started?.cms))
    beforeEach(async () => {
      leaving = (await makeUser(cms, `leaving${++count}@example.org`, { role: 'author' })).id
    })

    /** Their documents in every state, by the name of the state. */
    const documents = async (slug: string, own: object): Promise<Record<string, Stored>> => {
      const made = async (status: string) => cms.create(slug, { title: 'first', status, ...own }) as Promise<Stored>
      const [draft, live, pending, trashed] = [
        await made('draft'),
        await made('published'),
        await made('published'),
        await made('published'),
      ]
      await cms.update(slug, pending.id, { title: 'second', status: 'draft' })
      await cms.update(slug, trashed.id, { title: 'second', status: 'draft' })
      await cms.delete(slug, trashed.id)
      return { draft, live, pending, trashed }
    }

    const shown = { depth: 0, showHidden: true } as const

    /** What is stored, as visitors and as editors see it, once the trash is empty. */
    const found = async (slug: string, { draft, live, pending, trashed }: Record<string, Stored>, name: string) => {
      await cms.recover(slug, trashed!.id)
      const values: Record<string, unknown> = {}
      for (const [state, { id }] of Object.entries({ draft, live, pending, trashed } as Record<string, Stored>)) {
        values[`${state}, to editors`] = ((await cms.findById(slug, id, { ...shown, draft: true })) as Stored)[name]
        if (state !== 'draft')
          values[`${state}, to visitors`] = ((await cms.findById(slug, id, { ...shown, draft: false })) as Stored)[name]
        values[`${state}, once published`] = ((await cms.update(slug, id, { status: 'published' }, shown)) as Stored)[name]
      }
      return values
    }

    const everywhere = (value: unknown) =>
      Object.fromEntries(
        ['draft', 'live', 'pending', 'trashed'].flatMap((state) =>
          ['to editors', ...(state === 'draft' ? [] : ['to visitors']), 'once published'].map((how) => [`${state}, ${how}`, value]),
        ),
      )

    const ways: Record<string, (to: number | 'none') => Promise<unknown>> = {
      'over HTTP': async (to) => expect((await admin.delete(`/users/${leaving}?transferTo=${to}`)).status).to.equal(200),
      'in the Local API': (to) => cms.delete('users', leaving, { transferTo: to }),
    }

    for (const [way, transfer] of Object.entries(ways))
      for (const to of ['somebody', 'none'] as const)
        it(`moves them to ${to}, ${way}`, async () => {
          const heir = to === 'none' ? null : kim
          const posts = await documents('posts', { author: leaving, editor: kim, createdBy: leaving, extra: { b: 1, a: [leaving] } })
          const notes = await documents('notes', { createdBy: leaving })
          await transfer(to === 'none' ? 'none' : kim)
          if (heir) {
            const { references } = await cms.references('users', heir)
            const ids = references.filter(({ collection }) => collection === 'posts').map(({ id }) => id)
            expect(ids, 'where used').to.include.members([posts['draft']!.id, posts['live']!.id, posts['pending']!.id])
          }
          expect(await found('posts', posts, 'author')).to.deep.equal(everywhere(heir))
          expect(await found('posts', posts, 'createdBy')).to.deep.equal(everywhere(heir))
          expect(await found('posts', posts, 'extra')).to.deep.equal(everywhere({ b: 1, a: [leaving] }))
          expect(await found('notes', notes, 'createdBy')).to.deep.equal(everywhere(heir))
          expect(started.logged.filter((one) => one.level === 'error')).to.deep.equal([])
        })

    it('leaves the earlier versions as they were, and keeps the owner when one of them is restored', async () => {
      const post = (await cms.create('posts', { title: 'first', status: 'published', author: leaving, createdBy: leaving })) as Stored
      await cms.update('posts', post.id, { title: 'second', author: leaving })
      await admin.delete(`/users/${leaving}?transferTo=${kim}`)
      const { docs } = (await cms.findVersions('posts', post.id)) as any
      const first = docs.at(-1)
      expect(((await cms.findVersion('posts', post.id, first.id)) as any).data.author).to.equal(leaving)
      for (const restore of [
        async () => (await admin.post(`/posts/${post.id}/versions/${first.id}/restore?depth=0`, {})).body,
        async () => cms.restoreVersion('posts', post.id, first.id, { depth: 0 }),
      ])
        expect(await restore()).to.include({ title: 'first', author: kim, createdBy: kim })
    })
  })
})
