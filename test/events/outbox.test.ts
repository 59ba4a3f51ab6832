/** Emails that can't be sent: tried again quickly, then with the jobs, given up after a day, and never sent twice by two processes. */
import { expect } from 'chai'
import { createCms } from '../../lib/cms.ts'
import type { EmailAdapter } from '../../lib/events/mail.ts'
import type { Handle } from '../../lib/local/handle.ts'
import { HurriedClock } from '../harness/people.ts'
import { configWith, DATABASES, end, SECRET } from '../harness/start.ts'

for (const database of DATABASES) {
  describe(`events/outbox with ${database.name}`, () => {
    let cms: Handle
    let clock: HurriedClock
    let tries: number[]
    let fails: number
    let begun: number
    const email: EmailAdapter = {
      name: 'test',
      async send() {
        tries.push((clock.now().getTime() - begun) / 1000)
        if (tries.length <= fails) throw new Error('out of order: canary')
      },
    }
    const rows = () => cms.engine.store.read(`select * from ${cms.engine.store.dialect.table('$emails')}`)
    const settled = async (count: number) => {
      for (let n = 0; n < 2000; n++) {
        if (tries.length >= count) break
        await new Promise((resolve) => setTimeout(resolve, 5))
      }
      // Until what became of the last try is written.
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
    const mail = { to: 'a@example.org', subject: 'Hello', text: 'link-canary' }

    beforeEach(async () => {
      clock = new HurriedClock()
      begun = clock.now().getTime()
      tries = []
      cms = await createCms(configWith(database, { clock, email }))
    })
    afterEach(() => end(cms))

    it('sends at once, and keeps nothing', async () => {
      fails = 0
      await cms.sendEmail(mail)
      await settled(1)
      expect(tries).to.deep.equal([0])
      expect(await rows()).to.deep.equal([])
    })

    it('tries quickly, then after the times of the jobs, and gives up', async () => {
      fails = Number.POSITIVE_INFINITY
      await cms.sendEmail(mail)
      await settled(3)
      expect(tries).to.deep.equal([0, 1, 6])
      const [waiting] = await rows()
      expect(waiting).to.include({ state: 'pending', attempts: 3, to: mail.to, subject: mail.subject, error: 'out of order: canary' })
      expect(JSON.stringify(waiting)).to.not.include('link-canary')
      expect(await cms.runJobs()).to.deep.include({ emails: { sent: 0, failed: 0 } })
      for (const [index, pause] of [60, 300, 1800, 7200, 21_600, 43_200].entries()) {
        clock.forward(pause - 1)
        expect((await cms.runJobs())['emails']).to.deep.equal({ sent: 0, failed: 0 })
        clock.forward(1)
        expect((await cms.runJobs())['emails']).to.deep.equal({ sent: 0, failed: 1 })
        expect(tries).to.have.length(4 + index)
      }
      expect((await rows())[0]).to.include({ state: 'failed', attempts: 9 })
      clock.forward(29 * 24 * 3600)
      expect((await cms.runJobs())['emails']).to.deep.equal({ sent: 0, failed: 0 })
      expect(await rows()).to.have.length(1)
      clock.forward(2 * 24 * 3600)
      await cms.runJobs()
      expect(await rows()).to.deep.equal([])
    })

    it('sends it when the server is back', async () => {
      fails = 4
      await cms.sendEmail(mail)
      await settled(3)
      clock.forward(60)
      expect((await cms.runJobs())['emails']).to.deep.equal({ sent: 0, failed: 1 })
      clock.forward(300)
      expect((await cms.runJobs())['emails']).to.deep.equal({ sent: 1, failed: 0 })
      expect(await rows()).to.deep.equal([])
    })

    it('sends what was put off while a clock was ahead', async () => {
      fails = 3
      const year = 365 * 24 * 3600
      clock.forward(year)
      await cms.sendEmail(mail)
      await settled(3)
      for (let n = 0; n < 100 && (await rows())[0]?.['attempts'] !== 3; n++) await new Promise((resolve) => setTimeout(resolve, 10))
      clock.forward(-year)
      expect((await cms.runJobs())['emails']).to.deep.equal({ sent: 1, failed: 0 })
    })

    it('takes over, after five minutes, what a process left', async () => {
      fails = 0
      const { store } = cms.engine
      const { mailsOf } = await import('../../lib/events/mails.ts')
      const { seal } = await import('../../lib/events/seal.ts')
      const { statement } = mailsOf(cms.engine).queue({ to: mail.to, subject: mail.subject, body: seal(SECRET, JSON.stringify(mail)) })
      await store.commit({ writes: [statement] })
      expect((await cms.runJobs())['emails']).to.deep.equal({ sent: 0, failed: 0 })
      clock.forward(300)
      const runs = await Promise.all([cms.runJobs(), cms.runJobs(), cms.runJobs()])
      expect(runs.reduce((sum, one) => sum + (one['emails'] as any).sent, 0)).to.equal(1)
      expect(tries).to.have.length(1)
    })

    it('writes nothing when the transaction around it is undone', async () => {
      fails = 0
      await cms
        .transaction(async (inside) => {
          await inside.sendEmail(mail)
          throw new Error('undone')
        })
        .catch(() => undefined)
      await settled(0)
      expect(tries).to.deep.equal([])
      expect(await rows()).to.deep.equal([])
    })
  })
}
