/** `req.cms` and `ctx.cms`: every member of the Local API, as whoever the request is from. */
import { createRequire } from 'node:module'
import { expect } from 'chai'
import request from 'supertest'
import { cmsMiddleware as expressCms } from '../adapters/express.ts'
import { cmsMiddleware as koaCms } from '../adapters/koa.ts'
import type { Feature } from '../lib/feature.ts'
import { features } from '../lib/features.ts'
import { memberNames } from '../lib/local/handle.ts'
import { addedBy } from '../lib/local/members.ts'
import { configWith, DATABASES, HOSTS } from './harness/start.ts'

const require = createRequire(import.meta.url)
const express = require('express')
const Koa = require('koa').default ?? require('koa')

/** What a function throws. */
function thrown(run: () => unknown): string | undefined {
  try {
    run()
  } catch (error) {
    return (error as Error).message
  }
  return undefined
}

describe('request-cms', () => {
  it('gives requests a handle with every member of the Local API, which knows whom it acts as', async () => {
    const greet: Feature = {
      name: 'greeting',
      local: {
        async greet() {
          return `Hello, ${this.caller.actor.user?.role ?? 'visitor'}`
        },
      },
    }
    const kept = async (cms: any) => {
      const before = thrown(() => cms.user)
      const me = await cms.me()
      const members = memberNames([...addedBy(features), greet.local!]).filter(
        (name) => typeof name.split('.').reduce((of, part) => of?.[part], cms) !== 'function',
      )
      const denied = await Promise.all([cms.audit.find(), cms.stop()].map((call) => call.catch((error: any) => error.code)))
      return {
        before,
        me,
        user: cms.user,
        members,
        denied,
        nobody: await cms.auth.user('no token'),
        greeting: await cms.greet(),
        visitor: await cms.as(null).me(),
      }
    }
    const given = {
      audit: true,
      features: [greet],
      onRequest: ({ headers }: any) => (headers['x-user'] ? { user: { id: 5, role: String(headers['x-user']) } } : undefined),
    }
    for (const host of HOSTS) {
      const isExpress = host.name === 'Express'
      const middleware = isExpress ? expressCms(configWith(DATABASES[0]!, given)) : koaCms(configWith(DATABASES[0]!, given))
      const listener = isExpress
        ? express()
            .use(middleware as any)
            .use(async (req: any, res: any) => res.json(await kept(req.cms)))
        : new Koa()
            .use(middleware as any)
            .use(async (ctx: any) => {
              ctx.body = await kept(ctx.cms)
            })
            .callback()
      const { body: editor } = await request(listener).get('/').set('x-user', 'editor').expect(200)
      const user = { id: 'host:5', role: 'editor' }
      expect(editor).to.deep.include({
        members: [],
        denied: ['FORBIDDEN', 'FORBIDDEN'],
        nobody: null,
        greeting: 'Hello, editor',
        visitor: null,
      })
      expect(editor.me).to.deep.include(user)
      expect(editor.user).to.deep.equal(editor.me)
      expect(editor.before).to.include('await cms.me()')
      const { body: visitor } = await request(listener).get('/').expect(200)
      expect(visitor).to.deep.include({ me: null, user: null, denied: ['UNAUTHENTICATED', 'UNAUTHENTICATED'], greeting: 'Hello, visitor' })
      await (await middleware.cms).stop()
    }
  })
})
