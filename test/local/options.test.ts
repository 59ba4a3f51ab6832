/** Options of the Local API: misspelt ones are refused, and every handle in the process may read everything it sees. */
import { expect } from 'chai'
import express from 'express'
import request from 'supertest'
import { cmsMiddleware as onExpress } from '../../adapters/express.ts'
import { cmsMiddleware as onKoa } from '../../adapters/koa.ts'
import type { Cms } from '../../lib/local/cms.ts'
import type { Handle } from '../../lib/local/handle.ts'
import { makeUser } from '../harness/people.ts'
import { DATABASES, end, startCms } from '../harness/start.ts'

const MANY = 230
const forEditors = ({ user }: { user: unknown }) => (user ? true : { open: { equals: true } })

const CALLS: Record<string, (cms: any, options: object) => Promise<unknown>> = {
  find: (cms, options) => cms.find('posts', options),
  all: async (cms, options) => {
    for await (const _ of cms.all('posts', options)) break
  },
  findById: (cms, options) => cms.findById('posts', 1, options),
  count: (cms, options) => cms.count('posts', options),
  create: (cms, options) => cms.create('posts', { n: 0 }, options),
  update: (cms, options) => cms.update('posts', 1, { n: 0 }, options),
  delete: (cms, options) => cms.delete('posts', 1, options),
  findGlobal: (cms, options) => cms.findGlobal('site', options),
  updateGlobal: (cms, options) => cms.updateGlobal('site', { name: 'x' }, options),
}

/** Methods with options of their own, or with those of a read or a change and some more. */
const OTHERS: Record<string, (cms: any, options: object) => Promise<unknown>> = {
  increment: (cms, options) => cms.increment('posts', 1, 'n', 1, options),
  findVersions: (cms, options) => cms.findVersions('posts', 1, options),
  findGlobalVersions: (cms, options) => cms.findGlobalVersions('site', options),
  findVersion: (cms, options) => cms.findVersion('posts', 1, 1, options),
  restoreVersion: (cms, options) => cms.restoreVersion('posts', 1, 1, options),
  unpublish: (cms, options) => cms.unpublish('posts', 1, options),
  autosave: (cms, options) => cms.autosave('posts', 1, { n: 0 }, options),
  preview: (cms, options) => cms.preview('posts', 1, { n: 0 }, options),
  move: (cms, options) => cms.move('posts', 1, { before: 2 }, options),
  recover: (cms, options) => cms.recover('posts', 1, options),
  'move, its target': (cms, options) => cms.move('posts', 1, { before: 2, ...options }),
  sendEmail: (cms, options) => cms.sendEmail({ to: 'a@example.org', subject: 'x', text: 'x', ...options }),
  upload: (cms, options) => cms.upload('a.png', {}, options),
  replaceFile: (cms, options) => cms.replaceFile(1, 'a.png', options),
  signedURL: (cms, options) => cms.signedURL(1, options),
  schedule: (cms, options) => cms.schedule('posts', 1, options),
  transaction: (cms, options) => cms.transaction(async () => 1, options),
  emit: (cms, options) => cms.emit('own.event', {}, options),
  runJobs: (cms, options) => cms.runJobs(options),
  stop: (cms, options) => cms.stop(options),
  'auth.login': (cms, options) => cms.auth.login(options),
  'audit.find': (cms, options) => cms.audit.find(options),
}

const ALL_BUT_COUNT = Object.keys(CALLS).filter((name) => name !== 'count')

/** Options that only some methods have. */
const OPTIONS: Record<string, readonly string[]> = {
  where: ['find', 'all', 'count', 'update'],
  sort: ['find', 'all'],
  limit: ['find', 'all'],
  page: ['find'],
  count: ['find'],
  depth: ALL_BUT_COUNT,
  select: ALL_BUT_COUNT,
  ifMatch: ['update', 'updateGlobal', 'delete'],
  ifUnchanged: ['update', 'updateGlobal', 'delete'],
  copyOf: ['create'],
  transferTo: ['delete'],
}
const hasOption = (method: string, option: string): boolean => OPTIONS[option]?.includes(method) ?? true

const MISSPELT: [given: string, meant: string][] = [
  ['whre', 'where'],
  ['limt', 'limit'],
  ['sorts', 'sort'],
  ['selct', 'select'],
  ['dept', 'depth'],
  ['drafts', 'draft'],
  ['local', 'locale'],
  ['ifmatch', 'ifMatch'],
  ['ifUnchange', 'ifUnchanged'],
]

for (const database of DATABASES)
  describe(`local: options with ${database.name}`, () => {
    let cms: Handle
    let editor: any
    before(async () => {
      cms = await startCms(database, {
        localization: { locales: ['en', 'th'] },
        collections: [
          {
            slug: 'posts',
            access: { read: forEditors },
            fields: [
              { name: 'n', type: 'number' },
              { name: 'open', type: 'boolean' },
            ],
          },
        ],
        globals: [{ slug: 'site', fields: [{ name: 'name' }] }],
      })
      const { id } = await makeUser(cms, 'ed@example.org', { role: 'editor' })
      editor = await cms.findById('users', id)
      for (let n = 1; n <= MANY; n++) await cms.create('posts', { n, open: n % 2 === 1 })
    })
    after(() => end(cms))

    for (const [name, call] of Object.entries(CALLS))
      it(`${name} refuses misspelt options, and changes nothing`, async () => {
        const before = await cms.count('posts')
        for (const [given, meant] of MISSPELT) {
          const error: any = await call(cms, { [given]: 1 }).then(
            () => undefined,
            (error) => error,
          )
          const isKnown = hasOption(name, meant)
          const advice = isKnown ? `did you mean '${meant}'\\?$` : 'use one of .*\\bshowHidden\\b'
          expect(error?.message, given).to.match(new RegExp(`^${given}: unknown option '${given}'\\. ${advice}`))
          expect(error.status).to.equal(400)
        }
        expect(await cms.count('posts')).to.equal(before)
        const several: any = await call(cms, { limt: 1, whre: {} }).catch(({ errors }: any) => errors)
        expect(several.map(({ field }: any) => field)).to.deep.equal(['limt', 'whre'])
      })

    for (const [name, call] of Object.entries(CALLS))
      it(`${name} refuses options of other methods`, async () => {
        for (const option of Object.keys(OPTIONS).filter((one) => !hasOption(name, one)))
          expect(await call(cms, { [option]: 1 }).catch(({ message }) => message), option).to.match(
            new RegExp(`^${option}: unknown option '${option}'\\.`),
          )
      })

    for (const [name, call] of Object.entries(OTHERS))
      it(`${name} refuses what is no option of it`, async () => {
        const error: any = await call(cms, { wrng: 1 }).then(
          () => undefined,
          (error) => error,
        )
        expect(error?.message, name).to.match(/^wrng: unknown option 'wrng'\./)
        expect([error.code, error.status]).to.deep.equal(['BAD_QUERY', 400])
      })

    for (const [name, call] of Object.entries(CALLS))
      it(`${name} refuses values that it can't use`, async () => {
        const values: [option: string, value: unknown, must: string][] = [
          ['count', 'false', 'must be true or false, not a string'],
          ['showHidden', 'no', 'must be true or false, not a string'],
          ['context', 5, 'must be an object, not a number'],
          ['depth', null, 'must be a whole number from 0 to 3'],
        ]
        for (const [option, value, must] of values.filter(([option]) => hasOption(name, option)))
          expect(await call(cms, { [option]: value }).catch(({ message }) => message), option).to.equal(`${option}: ${must}`)
      })

    it('refuses ids and users that are none', async () => {
      for (const [id, kind] of [
        [{ id: 1 }, 'an object'],
        [undefined, 'undefined'],
      ])
        for (const method of ['findById', 'update', 'delete'])
          expect(await (cms as any)[method]('posts', id, {}).catch(({ message }: Error) => message), method).to.equal(
            `id: must be the id of a document, not ${kind}`,
          )
      expect(() => cms.as('admin' as never)).to.throw(
        "user: must be a user such as { id: 7, role: 'editor' }, or null for a visitor, not a string",
      )
      for (const user of [null, undefined]) expect(cms.as(user as never).user).to.equal(null)
    })

    it('delete answers with the selected fields', async () => {
      const { id } = await cms.create('posts', { n: 0, open: true })
      expect(await cms.delete('posts', id, { select: ['open'] })).to.deep.equal({ id, open: true })
    })

    const numbers = async (handle: Cms) => {
      const found: number[] = []
      for await (const { n } of handle.all('posts', { sort: 'n', select: ['n'] }) as AsyncGenerator<any>) found.push(n)
      return found
    }
    const everyOne = Array.from({ length: MANY }, (_, index) => index + 1)
    const open = everyOne.filter((n) => n % 2)

    it('all and limit: 0 give everything that the handle may see, whoever it is', async () => {
      const HANDLES: [handle: Handle, sees: number[]][] = [
        [cms, everyOne],
        [cms.as(editor), everyOne],
        [cms.as(null), open],
      ]
      for (const [handle, sees] of HANDLES) {
        expect(await numbers(handle)).to.deep.equal(sees)
        const { docs, ...found } = await handle.find('posts', { limit: 0, page: 2, sort: 'n' })
        expect(docs.map(({ n }: any) => n)).to.deep.equal(sees)
        const pages = { limit: 0, page: 1, totalPages: 1, hasNextPage: false, hasPrevPage: false }
        expect(found).to.deep.equal({ totalDocs: sees.length, ...pages })
        for (const limit of [-1, 0.5, '5', Number.NaN])
          expect(await handle.find('posts', { limit } as object).catch(({ code }) => code)).to.equal('BAD_QUERY')
      }
    })

    it('the handles of requests too, in routes of Express and of Koa; the API gives at most a hundred', async () => {
      const answer = async (own: Cms) => ({
        all: await numbers(own),
        found: (await own.find('posts', { limit: 0, sort: 'n' })).docs.map(({ n }: any) => n),
      })
      const app = express()
      app.use(onExpress(cms))
      app.get('/numbers', (req, res, next) => void answer((req as any).cms).then((found) => res.json(found), next))
      const Koa: any = (await import('koa' as string)).default
      const koa = new Koa().use(onKoa(cms)).use(async (ctx: any) => {
        ctx.body = await answer(ctx.cms)
      })
      for (const handler of [app, koa.callback()]) {
        const { body } = await request(handler).get('/numbers').expect(200)
        expect(body).to.deep.equal({ all: open, found: open })
        for (const limit of [0, 101]) await request(handler).get(`/api/cms/posts?limit=${limit}`).expect(400)
      }
    })
  })
