/** A draft that the caller may read but not change: each door answers 403, with and without `draft=true`. Whoever sees no drafts gets 404. */
import { expect } from 'chai'
import { Browser, makeUser } from '../harness/people.ts'
import { end, pairwise, type Started, start } from '../harness/start.ts'

type Method = 'get' | 'post' | 'patch' | 'delete'

const DOORS: [Method, string, object?][] = [
  ['patch', '', { title: 'theirs' }],
  ['delete', ''],
  ['post', '/autosave', { title: 'theirs' }],
  ['post', '/unpublish'],
  ['post', '/discard-draft'],
  ['post', '/preview', { title: 'theirs' }],
  ['get', '/versions'],
  ['get', '/versions/1'],
  ['post', '/versions/1/restore'],
  ['get', '/schedule'],
  ['post', '/schedule', { action: 'publish', at: '2999-01-01' }],
]

describe('features/drafts: out of reach', () => {
  pairwise((host, database) => {
    let started: Started
    const people: Record<string, Browser> = {}
    let never: number
    let live: number

    before(async () => {
      const mine = { tenant: { equals: 'mine' } }
      started = await start(host, database, {
        auth: { roles: ['admin', 'editor', 'customer'], members: { roles: ['customer'] } },
        collections: [
          {
            slug: 'posts',
            drafts: true,
            versions: true,
            schedule: true,
            preview: () => '/x',
            access: { read: 'anyone', update: () => mine, delete: () => mine },
            fields: [{ name: 'title' }, { name: 'tenant' }],
          },
        ],
      } as any)
      const { cms, listener } = started
      for (const role of ['editor', 'customer']) {
        const { email } = await makeUser(cms, `${role}@example.org`, { role })
        people[role] = await new Browser(listener).login(email)
      }
      people['visitor'] = new Browser(listener)
      never = Number((await cms.create('posts', { title: 'draft', tenant: 'foreign' }))['id'])
      live = Number((await cms.create('posts', { title: 'live', tenant: 'foreign', status: 'published' }))['id'])
    })
    after(() => end(started?.cms))

    const codes = async (who: string, id: number) => {
      const found: Record<string, number> = {}
      for (const [method, path, body] of DOORS)
        for (const query of ['', '?draft=true'])
          found[`${method} ${path}${query}`] = (await people[who]!.send(method, `/posts/${id}${path}${query}`, body)).status
      return found
    }
    const all = (status: number) =>
      Object.fromEntries(DOORS.flatMap(([method, path]) => ['', '?draft=true'].map((query) => [`${method} ${path}${query}`, status])))

    it('a person of the admin is told that it is forbidden', async () => {
      expect(await codes('editor', never)).to.deep.equal(all(403))
      expect(await codes('editor', live)).to.deep.equal(all(403))
      expect((await people['editor']!.get(`/posts/${never}?draft=true`)).body.title, 'nothing changed').to.equal('draft')
    })

    for (const who of ['visitor', 'customer'])
      it(`a ${who} is not told that it exists`, async () => {
        expect(await codes(who, never)).to.deep.equal(all(404))
      })
  })
})
