/** Whoever may not see drafts can't notice them either: while only a pending draft changes, every answer stays the same, its headers too. */
import { expect } from 'chai'
import request from 'supertest'

import { drawn } from '../harness/depth.ts'
import { Browser, makeUser } from '../harness/people.ts'
import { BETTER_SQLITE, DATABASES, type Database, end, HOSTS, type Host, type Started, start } from '../harness/start.ts'

const open = { read: 'anyone', create: 'anyone', update: 'anyone', delete: 'anyone' }

const word = {
  drafts: true,
  versions: true,
  schedule: true,
  access: open,
  fields: [
    { name: 'title', localized: true },
    { name: 'text', index: true },
    { name: 'seo', type: 'group', fields: [{ name: 'headline' }] },
    { name: 'rows', type: 'array', fields: [{ name: 'text' }] },
    { name: 'other', type: 'relationship', to: 'words' },
    { name: 'others', type: 'relationship', to: 'words', hasMany: true },
  ],
}

const QUERIES = [
  '',
  '?draft=true',
  '?depth=2',
  '?select=text',
  '?locale=all',
  '?sort=-updatedAt&count=false',
  '?where[text][equals]=secret',
  '?where[other][exists]=true',
]

/** A document, a list or a global; what is below them takes fewer arguments. */
const isContent = (address: string) => /^\/(words|hooked|globals\/site)(\/\d+)?$/.test(address)

const SUITES: [Host, Database][] = [...DATABASES.map((one): [Host, Database] => [HOSTS[0]!, one]), [HOSTS[1]!, BETTER_SQLITE]]

describe('access/unnoticed drafts', () => {
  for (const [host, database] of drawn(SUITES, 'unnoticed-drafts'))
    describe(`on ${host.name} with ${database.name}`, () => {
      let started: Started
      let editor: Browser
      const people: Record<string, Browser> = {}
      before(async () => {
        started = await start(host, database, {
          localization: { locales: ['en', 'th'] },
          auth: { roles: ['admin', 'editor', 'reader'], members: { roles: ['reader'] } },
          collections: [
            { slug: 'words', ...word, orderable: true, trash: true },
            { slug: 'hooked', ...word, hooks: { afterRead: [({ doc }: any) => doc] } },
          ],
          globals: [{ slug: 'site', ...word, access: { read: 'anyone', update: 'anyone' } }],
        } as object)
        const { cms, listener } = started
        await makeUser(cms, 'editor@x.org', { role: 'editor' })
        await makeUser(cms, 'member@x.org', { role: 'reader' })
        editor = await new Browser(listener).login('editor@x.org')
        people['member'] = await new Browser(listener).login('member@x.org')
        people['visitor'] = new Browser(listener)
        await editor.post('/words', { title: 'target', text: 'target', status: 'published' })
      })
      after(() => end(started?.cms))

      const live = { title: 'open', text: 'open', status: 'published' }

      const MADE: Record<string, () => Promise<string>> = {
        words: async () => `/words/${(await editor.post('/words', live)).body.id}`,
        hooked: async () => `/hooked/${(await editor.post('/hooked', live)).body.id}`,
        site: async () => {
          await editor.post('/globals/site', live)
          return '/globals/site'
        },
      }

      /** Every GET that could tell, with its headers: of the document, of its list, of what a draft may point to. */
      async function answers(browser: Browser, at: string) {
        const slug = at.split('/')[1]!
        const addresses = started.cms.engine.http.routes.flatMap(({ method, path }) => {
          if (method !== 'GET' || !/^\/(:collection|globals|schema|openapi)/.test(path)) return []
          const isBelow = path.startsWith('/:collection/:id')
          const found = [isBelow ? path.replace('/:collection/:id', at) : path.replace(':collection', slug).replace(':slug', 'site')]
          if (isBelow) found.push(path.replace('/:collection/:id', '/words/1'))
          return found.filter((one) => !one.startsWith('/globals/words')).map((one) => one.replace(':version', '1').replace(':job', '1'))
        })
        const bodies: Record<string, string> = {}
        for (const address of addresses)
          for (const query of isContent(address) ? QUERIES : QUERIES.slice(0, 2)) {
            const { status, headers, text } = await browser.send('get', address + query)
            const { date: _, ...rest } = headers
            bodies[address + query] = `${status} ${JSON.stringify(rest)} ${text}`
          }
        return bodies
      }

      const CHANGES: [string, (at: string) => Promise<{ status: number; text: string }>][] = [
        ['a draft that is saved', (at) => editor.patch(at, { text: 'secret', other: 1, others: [1], status: 'draft' })],
        ['one that saves itself', (at) => editor.post(`${at}/autosave`, { text: 'secret too' })],
        ['another locale of it', (at) => editor.patch(`${at}?locale=th`, { title: 'secret', status: 'draft' })],
        ['one that is thrown away', (at) => editor.post(`${at}/discard-draft`)],
      ]

      for (const who of ['visitor', 'member'])
        for (const slug of Object.keys(MADE))
          it(`${slug}: a ${who} is answered alike before and after`, async () => {
            const at = await MADE[slug]!()
            const before = await answers(people[who]!, at)
            const { etag } = (await people[who]!.get(at)).headers as { etag: string }
            for (const [what, change] of CHANGES) {
              const saved = await change(at)
              expect(saved.status, `${what} ${saved.text}`).to.equal(200)
              const changed = Object.entries(await answers(people[who]!, at)).filter(([address, text]) => text !== before[address])
              expect(changed, what).to.deep.equal([])
              const again = await people[who]!.send('get', at, (sending: request.Test) => sending.set('if-none-match', etag))
              expect(again.status, what).to.equal(304)
              const head = await request(started.listener).head(`/api/cms${at}`)
              if (who === 'visitor') expect(head.headers['etag'], what).to.equal(etag)
            }
            await editor.patch(at, { text: 'news', status: 'published' })
            expect((await people[who]!.get(at)).headers['etag'], 'what is live has changed').to.not.equal(etag)
          })

      for (const who of ['visitor', 'member'])
        it(`If-Match of a ${who} goes by what they see`, async () => {
          const at = await MADE['words']!()
          const send = (method: 'patch' | 'delete', tag: string, body?: object) =>
            people[who]!.send(method, at, (sending: request.Test) => sending.set('if-match', tag).send(body))
          const { etag } = (await people[who]!.get(`${at}?select=text`)).headers as { etag: string }
          await editor.patch(at, { text: 'secret', status: 'draft' })
          const saved = await send('patch', etag, { seo: { headline: 'mine' } })
          expect(saved.status, saved.text).to.equal(200)
          const own = saved.headers['etag']!
          expect(await send('patch', etag, { seo: { headline: 'late' } })).to.have.property('status', 400)
          await editor.patch(at, { text: 'more secret', status: 'draft' })
          expect(await send('patch', own, { seo: { headline: 'mine too' } })).to.have.property('status', 200)
          await editor.patch(at, { text: 'news', status: 'published' })
          const stale = await send('delete', own)
          expect(stale.body.errors[0]).to.include({ code: 'STALE', updatedAt: (await people[who]!.get(at)).body.updatedAt })
          const { etag: last } = (await people[who]!.get(at)).headers as { etag: string }
          expect(await send('delete', last)).to.have.property('status', 200)
        })

      it('people who see drafts are told of every save, also where they read what is live', async () => {
        const at = await MADE['words']!()
        const { etag } = (await editor.get(at)).headers as { etag: string }
        await editor.patch(at, { text: 'secret', status: 'draft' })
        expect((await editor.get(at)).headers['etag']).to.not.equal(etag)
        const stale = await editor.send('patch', at, (sending: request.Test) => sending.set('if-match', etag).send({ text: 'x' }))
        expect(stale.body.errors?.[0].code).to.equal('STALE')
      })
    })
})
