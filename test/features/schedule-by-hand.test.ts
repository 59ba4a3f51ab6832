/** A plan ends with the change that it was made for: publishing or unpublishing by hand, over HTTP and in the Local API, on every host. */
import { expect } from 'chai'
import { Browser, MovedClock, makeUser } from '../harness/people.ts'
import { end, pairwise, type Started, start } from '../harness/start.ts'

type Action = 'publish' | 'unpublish'

interface Case {
  when: string
  /** What the document is before; it is planned for both actions then. */
  is: 'a draft' | 'live' | 'live with a pending draft'
  does: [method: 'patch' | 'post', path: string, body: object]
  /** The plans that are left. */
  leaves: Action[]
  status?: number
}

const BOTH: Action[] = ['publish', 'unpublish']
const PUBLISHED = { status: 'published' }

const CASES: Case[] = [
  { when: 'a draft is published', is: 'a draft', does: ['patch', '', PUBLISHED], leaves: ['unpublish'] },
  { when: 'a pending draft is published', is: 'live with a pending draft', does: ['patch', '', PUBLISHED], leaves: ['unpublish'] },
  { when: 'live content is published anew', is: 'live', does: ['patch', '', { title: 'Anew', ...PUBLISHED }], leaves: ['unpublish'] },
  { when: 'live content is unpublished', is: 'live', does: ['post', '/unpublish', {}], leaves: ['publish'] },
  { when: 'a draft is unpublished, which changes nothing', is: 'a draft', does: ['post', '/unpublish', {}], leaves: BOTH },
  { when: 'live content is changed without a word of its status', is: 'live', does: ['patch', '', { title: 'New' }], leaves: BOTH },
  { when: 'a draft is saved', is: 'a draft', does: ['patch', '', { title: 'New' }], leaves: BOTH },
  { when: 'a pending draft is saved', is: 'live', does: ['patch', '', { title: 'New', status: 'draft' }], leaves: BOTH },
  { when: 'a draft is autosaved', is: 'live', does: ['post', '/autosave', { title: 'New' }], leaves: BOTH },
  { when: 'a pending draft is discarded', is: 'live with a pending draft', does: ['post', '/discard-draft', {}], leaves: BOTH },
  { when: 'publishing is refused', is: 'a draft', does: ['patch', '', { title: null, ...PUBLISHED }], leaves: BOTH, status: 400 },
]

describe('features/schedule: by hand', () => {
  pairwise((host, database) => {
    let started: Started
    let admin: Browser
    const clock = new MovedClock()
    const soon = () => new Date(clock.now().getTime() + 60_000)
    before(async () => {
      started = await start(host, database, {
        clock,
        jobsTimer: false,
        audit: true,
        collections: [
          { slug: 'posts', drafts: true, versions: true, schedule: true, useAsTitle: 'title', fields: [{ name: 'title', required: true }] },
        ],
        globals: [{ slug: 'site', drafts: true, schedule: true, fields: [{ name: 'name' }] }],
      } as object)
      await makeUser(started.cms, 'admin@x.org', { role: 'admin' })
      admin = await new Browser(started.listener).login('admin@x.org')
    })
    after(() => end(started?.cms))

    async function documentThat(is: Case['is']): Promise<number> {
      const { cms } = started
      const { id } = await cms.create('posts', { title: 'First', status: is === 'a draft' ? 'draft' : 'published' })
      if (is === 'live with a pending draft') await cms.update('posts', id, { title: 'Second', status: 'draft' })
      return Number(id)
    }

    const plansOf = async (id: number) => (await started.cms.scheduled('posts', id)).map(({ action }: { action: string }) => action).sort()

    for (const { when, is, does, leaves, status = 200 } of CASES)
      it(`${leaves === BOTH ? 'keeps the plans' : 'ends the plan'} when ${when}`, async () => {
        const id = await documentThat(is)
        for (const action of BOTH) await started.cms.schedule('posts', id, { action, at: soon() })
        const [method, path, body] = does
        const answer = await admin[method](`/posts/${id}${path}`, body)
        expect(answer.status, answer.text).to.equal(status)
        expect(await plansOf(id)).to.deep.equal(leaves)
      })

    it('ends it for the Local API and a global, and says so in the audit log', async () => {
      const { cms } = started
      const id = await documentThat('a draft')
      const at = soon()
      await cms.schedule('posts', id, { action: 'publish', at })
      await cms.update('posts', id, { status: 'published' })
      await cms.updateGlobal('site', { name: 'Ours' })
      await cms.scheduleGlobal('site', { action: 'publish', at })
      await cms.updateGlobal('site', { status: 'published' })
      expect([await plansOf(id), await cms.scheduledGlobal('site')]).to.deep.equal([[], []])
      for (const about of [{ target: 'posts', doc: id }, { target: 'global:site' }]) {
        const { docs } = await cms.audit.find(about)
        const [last, before] = docs.map(({ action, detail }: { action: string; detail: unknown }) => ({ action, detail }))
        const ended = { action: 'unschedule', detail: { action: 'publish', at: at.toISOString(), reason: 'done by hand' } }
        expect([last, before]).to.deep.include(ended)
        expect([last?.action, before?.action]).to.include('publish')
      }
    })

    it('puts no version live that was restored after a publication by hand', async () => {
      const { cms } = started
      clock.forward(120)
      await cms.runJobs()
      const id = await documentThat('a draft')
      const first = (await cms.findVersions('posts', id)).docs[0]!.id
      await cms.schedule('posts', id, { action: 'publish', at: soon() })
      await cms.update('posts', id, { title: 'Finished', status: 'published' })
      await cms.restoreVersion('posts', id, first)
      clock.forward(120)
      expect((await cms.runJobs())['scheduled']).to.deep.equal({ ran: 0, failed: 0 })
      expect(await cms.findById('posts', id)).to.include({ title: 'Finished' })
    })

    it('ends a plan that is replaced while the change is decided, too', async () => {
      const { cms } = started
      const id = await documentThat('a draft')
      await cms.schedule('posts', id, { action: 'publish', at: soon() })
      await Promise.all([
        cms.schedule('posts', id, { action: 'publish', at: soon() }),
        cms.update('posts', id, { status: 'published' }),
        cms.schedule('posts', id, { action: 'publish', at: soon() }),
      ])
      expect(await cms.findById('posts', id)).to.include({ status: 'published' })
      expect((await plansOf(id)).length, 'what was planned later stays').to.be.lessThan(2)
    })
  })
})
