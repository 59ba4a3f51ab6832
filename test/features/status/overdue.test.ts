/** What a dead cron looks like: everything that should have happened long ago stands in `attention`, and what fails is named without its secrets. */
import { expect } from 'chai'
import { Browser, HurriedClock, makeUser } from '../../harness/people.ts'
import { Sink } from '../../harness/sink.ts'
import { end, pairwise, start } from '../../harness/start.ts'

describe('features/status: overdue', () => {
  pairwise((host, database) => {
    it('planned changes, emails, deliveries and jobs, since when; nothing once the jobs run again', async () => {
      const [broken, fine] = [await new Sink().start(), await new Sink().start()]
      broken.forget(500)
      const clock = new HurriedClock()
      let mailFails = true
      const started = await start(host, database, {
        clock,
        jobsTimer: false,
        webhooks: [
          { url: `${fine.origin}/fine`, collections: ['posts'] },
          { url: `${broken.origin}/secret-path?token=secret-token`, collections: ['posts'] },
        ],
        email: {
          name: 'test',
          async send() {
            if (mailFails) throw new Error('no')
          },
        },
        jobs: [{ name: 'tidy', run: () => undefined }],
        collections: [{ slug: 'posts', drafts: true, schedule: true, fields: [{ name: 'title' }] }],
      })
      try {
        const { cms } = started
        await makeUser(cms, 'boss@example.org', { role: 'admin' })
        const admin = await new Browser(started.listener).login('boss@example.org')
        const attention = async () => {
          const { body, text } = await admin.get('/admin/status')
          expect(text).to.not.include('secret-')
          return Object.fromEntries(body.attention.map((one: any) => [one.id, one]))
        }
        await cms.runJobs()
        expect(await attention()).to.deep.equal({})
        const { id } = (await cms.create('posts', { title: 'x' })) as any
        const at = new Date(clock.now().getTime() + 60_000).toISOString()
        await cms.schedule('posts', id, { action: 'publish', at })
        await cms.sendEmail({ to: 'a@example.org', subject: 'Hello', text: 'Hello' })
        await cms.flushWebhooks()
        for (let n = 0; n < 100 && !(await attention())['emails']; n++) await new Promise((resolve) => setTimeout(resolve, 10))
        const { emails, webhooks: late, ...others } = await attention()
        expect(others).to.deep.equal({})
        expect(emails, 'failed after the first attempts, long before they are given up').to.deep.include({ failed: 0, retrying: 1 })
        expect(late).to.deep.include({ failed: 0, retrying: 1 })
        expect(late.addresses).to.deep.equal([{ address: broken.origin, webhook: 'webhooks/1', failing: 1, error: 'answered 500' }])
        clock.forward(1800)
        expect(Object.keys(await attention()), 'half an hour late is no alarm').to.have.members(['emails', 'webhooks'])
        for (const { overdue } of Object.values(await attention())) expect(overdue).to.equal(0)
        clock.forward(2 * 3600)
        const found = await attention()
        expect(Object.keys(found)).to.have.members(['scheduled', 'emails', 'webhooks', 'jobs'])
        expect(found['scheduled']).to.deep.include({ failed: 0, overdue: 1, since: at })
        expect(found['emails']).to.deep.include({ failed: 0, retrying: 1, overdue: 1 })
        expect(found['webhooks']).to.deep.include({ failed: 0, retrying: 1, overdue: 1 })
        expect(found['jobs'].hanging).to.deep.equal([])
        expect(Date.parse(found['jobs'].overdueSince)).to.be.below(Date.parse(at))
        mailFails = false
        for (const pause of [0, 300, 1800, 7200, 21_600, 43_200]) {
          clock.forward(pause)
          await cms.runJobs()
        }
        const { webhooks, ...rest } = await attention()
        expect(rest).to.deep.equal({})
        expect(webhooks.addresses.map(({ address, webhook, error }: any) => ({ address, webhook, error }))).to.deep.equal([
          { address: broken.origin, webhook: 'webhooks/1', error: 'answered 500' },
        ])
      } finally {
        await end(started.cms)
        await Promise.all([broken.stop(), fine.stop()])
      }
    })
  })
})
