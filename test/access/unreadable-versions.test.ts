/** The history of a document tells nobody of times when they couldn't read it: such versions are neither listed nor counted, opened, compared or restored. */
import { expect } from 'chai'
import { Browser, makeUser } from '../harness/people.ts'
import { end, pairwise, type Started, start } from '../harness/start.ts'

const mine = ({ user }: any) => user?.role === 'admin' || (user !== null && { tenant: { equals: user.email } })
const ours = ({ user }: any) => user?.role === 'admin' || (user !== null && { readers: { equals: user.id } })

const RULES: Record<string, (user: { id: number; email: string }) => object> = {
  tenants: ({ email }) => ({ tenant: email }),
  teams: ({ id }) => ({ readers: [id] }),
}

describe('access/unreadable versions', () => {
  pairwise((host, database) => {
    let started: Started
    let editor: Browser
    let me: { id: number; email: string }
    before(async () => {
      const words = {
        versions: { max: 100 },
        fields: [
          { name: 'title', localized: true },
          { name: 'tenant', index: true },
          { name: 'readers', type: 'relationship', to: 'users', hasMany: true },
          { name: 'kept', hidden: true },
        ],
      }
      started = await start(host, database, {
        localization: { locales: ['en', 'th'] },
        collections: [
          { slug: 'tenants', ...words, access: { read: mine } },
          { slug: 'teams', ...words, access: { read: ours }, drafts: true },
        ],
        globals: [{ slug: 'site', ...words, access: { read: mine } }],
      } as object)
      me = await makeUser(started.cms, 'me@x.org', { role: 'editor' })
      editor = await new Browser(started.listener).login('me@x.org')
    })
    after(() => end(started?.cms))

    const OTHERS = { tenant: 'other@x.org', readers: [] }

    /** Three of mine, ten of others, twenty of mine, ten of others, the last one mine; titles are numbers from 1. */
    const WHOSE = [...Array(3).fill(true), ...Array(10).fill(false), ...Array(20).fill(true), ...Array(10).fill(false), true]

    async function made(slug: string) {
      const { cms } = started
      const own = RULES[slug === 'site' ? 'tenants' : slug]!(me)
      let id: number | undefined
      for (const [index, isMine] of WHOSE.entries()) {
        const data = { title: String(index + 1), ...(isMine ? own : OTHERS), ...(slug === 'teams' && { status: 'published' }) }
        if (slug === 'site') await cms.updateGlobal('site', data)
        else if (id === undefined) id = ((await cms.create(slug, data)) as { id: number }).id
        else await cms.update(slug, id, data)
      }
      const { docs } =
        slug === 'site' ? await cms.findGlobalVersions('site', { limit: 100 }) : await cms.findVersions(slug, id!, { limit: 100 })
      const ids = docs.map((one: any) => one.id as number)
      const isMine = [...WHOSE].reverse()
      return {
        at: slug === 'site' ? '/globals/site' : `/${slug}/${id}`,
        readable: ids.filter((_, index) => isMine[index]),
        others: ids.filter((_, index) => !isMine[index]),
      }
    }

    for (const slug of ['tenants', 'teams', 'site'])
      it(`${slug}: pages, totals, single versions, comparisons and restores agree`, async () => {
        const { at, readable, others } = await made(slug)
        const listed: any[] = []
        for (let page = 1; ; page++) {
          const { body, status, text } = await editor.get(`${at}/versions?limit=5&page=${page}`)
          expect(status, text).to.equal(200)
          expect(body).to.include({ totalDocs: 24, totalPages: 5, hasNextPage: page < 5, hasPrevPage: page > 1 })
          listed.push(...body.docs)
          if (!body.hasNextPage) break
        }
        expect(listed.map(({ id }) => id)).to.deep.equal(readable)
        expect(listed.filter(({ latest }) => latest).map(({ id }) => id)).to.deep.equal([readable[0]])
        expect((await editor.get(`${at}/versions?limit=5&page=6`)).body.docs).to.deep.equal([])
        for (const { id, latest, ...facts } of listed)
          expect((await editor.get(`${at}/versions/${id}`)).body).to.deep.include({ id, latest, ...facts })
        for (const id of others) {
          expect((await editor.get(`${at}/versions/${id}`)).status).to.equal(404)
          expect((await editor.get(`${at}/versions/${readable[0]}?compare=${id}`)).status).to.equal(404)
          expect((await editor.post(`${at}/versions/${id}/restore`)).status).to.equal(404)
        }
        const compared = await editor.get(`${at}/versions/${readable[0]}?compare=${readable[1]}`)
        expect(compared.body.changes.map(({ field }: any) => field)).to.deep.equal(['title'])
      })

    it('the latest that somebody may see is the latest for them', async () => {
      const { cms } = started
      const { id } = (await cms.create('teams', { title: 'a', readers: [me.id], status: 'published' })) as { id: number }
      await cms.update('teams', id, { title: 'b', ...OTHERS, status: 'draft' })
      await cms.discardDraft('teams', id)
      const { docs } = (await editor.get(`/teams/${id}/versions`)).body
      expect(docs).to.have.length(1)
      expect(docs[0]).to.include({ latest: true })
      expect((await editor.get(`/teams/${id}/versions/${docs[0].id}`)).body).to.include({ latest: true })
      expect((await cms.findVersions('teams', id)).totalDocs, 'the system sees them all').to.equal(2)
    })
  })
})
