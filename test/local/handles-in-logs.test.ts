/** Hooks, jobs and routes write what they are given to logs. Handles are part of it, and the secrets of the configuration are behind them. */
import { inspect } from 'node:util'
import { expect } from 'chai'
import express from 'express'
import request from 'supertest'
import { cmsMiddleware } from '../../adapters/express.ts'
import { DATABASES, end, startCms } from '../harness/start.ts'

describe('local: handles in logs', () => {
  it('show no settings, and so no secret', async () => {
    const handles: Record<string, unknown> = {}
    const notes = (name: string) => (given: unknown) => {
      handles[name] = given
    }
    const cms = await startCms(DATABASES[0]!, {
      collections: [
        {
          slug: 'posts',
          fields: [{ name: 'title' }],
          hooks: {
            beforeChange: notes('a hook'),
            afterRead: notes('a read'),
          },
        },
      ],
    })
    const { secret } = cms.engine.settings
    await cms.create('posts', { title: 'x' })
    Object.assign(handles, {
      'the system': cms,
      'a user': cms.as({ id: 1, role: 'admin' }),
      'a group': cms.auth,
      middleware: cmsMiddleware(cms),
    })
    await cms.transaction(async (own) => notes('a transaction')(own))
    const app = express().use(cmsMiddleware(cms))
    app.get('/', (req, res) => {
      handles['a request'] = (req as { cms?: unknown }).cms
      res.json((req as { cms?: unknown }).cms)
    })
    await request(app).get('/').expect(200)
    for (const [name, one] of Object.entries(handles)) {
      const logged = [JSON.stringify(one), inspect(one), inspect(one, { depth: 12, showHidden: true, customInspect: false })]
      for (const text of logged) expect(text ?? '', name).not.to.contain(secret)
    }
    expect(Object.keys(handles)).to.have.length(8)
    await end(cms)
  })
})
