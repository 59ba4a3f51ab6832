/** Configured jobs: at most as often as they say, in one process at a time, each for itself; and the command that runs what is due. */
import { expect } from 'chai'
import { createCms } from '../../lib/cms.ts'
import type { Handle } from '../../lib/local/handle.ts'
import { Browser, MovedClock, makeUser } from '../harness/people.ts'
import { configWith, DATABASES, end, pairwise, type Started, start } from '../harness/start.ts'

describe('features/jobs', () => {
  for (const database of DATABASES) {
    describe(`with ${database.name}`, () => {
      const clock = new MovedClock()
      const ran: string[] = []
      const logged: Started['logged'] = []
      let cms: Handle
      before(async () => {
        const config = configWith(
          database,
          {
            clock,
            collections: [{ slug: 'notes', fields: [{ name: 'text' }] }],
            jobs: [
              { name: 'always', run: ({ now }) => void ran.push(`always ${now.toISOString()}`) },
              { name: 'broken', run: () => Promise.reject(new Error('it broke')) },
              { name: 'site:hourly', every: 3600, run: async ({ cms }) => void ran.push(`hourly ${(await cms.create('notes', {})).id}`) },
            ],
          },
          logged,
        )
        cms = await createCms(config)
      })
      after(() => end(cms))
      beforeEach(() => {
        ran.length = 0
      })

      it('runs each, and logs the one that fails', async () => {
        expect((await cms.runJobs())['jobs']).to.deep.equal({ ran: 2, failed: 1 })
        expect(ran).to.have.members([`always ${clock.now().toISOString()}`, 'hourly 1'])
        expect(logged.filter((one) => one.level === 'error').map((one) => one.line)).to.satisfy(
          (lines: string[]) => lines.length === 1 && lines[0]!.includes("the job 'broken' failed") && lines[0]!.includes('it broke'),
        )
      })

      it('keeps to `every`, over restarts and in all processes', async () => {
        clock.forward(3599)
        await cms.runJobs()
        expect(ran.map((line) => line.split(' ')[0])).to.deep.equal(['always'])
        clock.forward(1)
        await Promise.all([cms.runJobs(), cms.runJobs(), cms.runJobs()])
        expect(ran.filter((line) => line.startsWith('hourly'))).to.deep.equal(['hourly 2'])
      })
    })
  }

  pairwise((host, database) => {
    it('runs what is due for an admin’s cookie, but never from a link of another site', async () => {
      const started = await start(host, database, { cronSecret: '' })
      try {
        await makeUser(started.cms, 'boss@example.org', { role: 'admin' })
        await makeUser(started.cms, 'ed@example.org')
        const admin = await new Browser(started.listener).login('boss@example.org')
        const from = (site: string | undefined) => {
          admin.headers = site === undefined ? {} : { 'sec-fetch-site': site }
          return admin.get('/jobs/run')
        }
        expect((await from(undefined)).status).to.equal(200)
        expect((await from('same-origin')).status).to.equal(200)
        expect((await from('none')).status).to.equal(200)
        expect((await from('cross-site')).status).to.equal(403)
        expect((await from('same-site')).status).to.equal(403)
        const editor = await new Browser(started.listener).login('ed@example.org')
        expect((await editor.post('/jobs/run')).status).to.equal(403)
        const nobody = new Browser(started.listener)
        nobody.headers = { authorization: 'Bearer ' }
        expect((await nobody.post('/jobs/run')).status, 'an empty secret never matches').to.equal(401)
      } finally {
        await end(started.cms)
      }
    })
  })
})
