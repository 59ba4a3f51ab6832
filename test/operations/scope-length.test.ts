/** A scope may come from a header, so it may be any text: both databases refuse the same ones, in words. */
import { expect } from 'chai'
import type { Config } from '../../lib/config.ts'
import { driversFor, end, HOSTS, type Started, start } from '../harness/start.ts'

const config: Partial<Config> = {
  onRequest: ({ headers }: any) => ({ context: { tenant: headers['x-tenant'] } }),
  globals: [
    {
      slug: 'site',
      access: { read: 'anyone', update: 'anyone' },
      scope: ({ context }: any) => context['tenant'],
      fields: [{ name: 'name' }],
    } as never,
  ],
}

for (const host of HOSTS)
  for (const database of driversFor('operations/scope-length'))
    describe(`operations/scope on ${host.name} with ${database.name}`, () => {
      let started: Started
      before(async () => {
        started = await start(host, database, config)
      })
      after(() => end(started.cms))

      it('takes 500 characters of any script, and refuses more', async () => {
        const tenant = Array.from({ length: 500 }, (_, n) => String.fromCharCode(0x4e00 + ((n * 7919) % 20_000))).join('')
        const saved = await started.cms.as(null).updateGlobal('site', { name: 'far' }, { context: { tenant } })
        expect(saved).to.deep.include({ name: 'far' })
        for (const [length, status] of [
          [500, 200],
          [501, 400],
          [2700, 400],
          [9000, 400],
        ] as const) {
          // Not the same character again and again, which a database would compress.
          const tenant = Array.from({ length }, (_, n) => ((n * 2654435761) >>> 7).toString(36).at(-1)).join('')
          const changed = await started.agent
            .post('/api/cms/globals/site')
            .set('x-tenant', tenant)
            .send({ name: `n${length}` })
          const read = await started.agent.get('/api/cms/globals/site').set('x-tenant', tenant)
          expect([changed.status, read.status], changed.text).to.deep.equal([status, status])
          const message = status === 200 ? undefined : `The scope of 'site' must be at most 500 characters; it has ${length}`
          expect(changed.body.errors?.[0].message).to.equal(message)
          if (status === 200) expect(read.body.name).to.equal(`n${length}`)
        }
      })
    })
