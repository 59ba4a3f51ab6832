/** Nonsense to every route, as an admin who may do everything: whatever comes, it is answered, and never with 500. */
import { expect } from 'chai'
import request from 'supertest'
import { consoleEmail } from '../../adapters/console-email.ts'
import { blog } from '../harness/blog.ts'
import { inDepth } from '../harness/depth.ts'
import { listening } from '../harness/listening.ts'
import { Browser, makeUser } from '../harness/people.ts'
import { DATABASES, end, HOSTS, type Started, start, temporaryFile } from '../harness/start.ts'

const deep = (levels: number) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`
const BODIES = [
  '',
  'null',
  '[]',
  '7',
  '"text"',
  '{',
  '{}',
  '{"__proto__":{"a":1}}',
  '{"constructor":{"prototype":{}}}',
  '{"title":{"a":1},"status":{"b":2},"rows":7,"links":"x","sections":[null,1,{"blockType":"none"}],"seo":[],"tags":{"0":1}}',
  '{"title":["x"],"status":["published"],"body":"text","author":"x","tags":"1,2","moods":[[["calm"]]]}',
  '{"action":{"x":1},"at":{"y":2},"before":{},"after":[],"locale":7,"url":{},"token":{},"email":[],"password":{},"to":[]}',
  '{"action":"publish","at":1e999,"before":-1}',
  '{"before":1e308,"key":"\\u0000","name":"\\ud800","permissions":[[]]}',
  `{"title":"${'x'.repeat(5000)}","name":"${'ก'.repeat(5000)}"}`,
  deep(150),
]
const QUERIES = [
  '',
  '?draft=&locale=&trash=',
  '?draft[]=true&locale[a]=b&fallback-locale[]=1&trash[$gt]=1',
  '?locale=all&depth=3&draft=true&select=title,,%00',
  '?where[title][equals][x]=1&sort[]=a&limit[]=1&page=1e9',
  '?where={"or":[{"and":7}]}',
  '?compare=__proto__&version=1&preview[]=x',
  '?preview=a.b&compare[]=live',
  `?sort=${'-title,'.repeat(50)}`,
  '?limit=99999999999999999999&page=-0',
]
const PARAMS: Record<string, string[]> = {
  collection: ['posts', 'plain'],
  slug: ['site'],
  id: ['1', '0', '-1', '1e3', '99999999999999999', '%00', '..%2f', 'constructor'],
  version: ['1', 'latest', '9'],
  job: ['1', 'x'],
}

for (const database of DATABASES) {
  describe(`http: nonsense with ${database.name}`, function () {
    this.timeout(120_000)
    let started: Started
    let admin: Browser

    before(async () => {
      started = await start(HOSTS[database === DATABASES[0] ? 0 : 1]!, database, {
        schema: blog,
        apiKeys: true,
        email: consoleEmail(() => undefined),
        auth: { rbac: true },
        audit: true,
        backups: { dir: temporaryFile('-backups') },
        webhooks: [{ url: 'http://127.0.0.1:9', events: [] }],
        localization: { locales: ['en', 'th'] },
        collections: [
          { slug: 'plain', fields: [{ name: 'title' }] },
          {
            slug: 'pages',
            drafts: true,
            versions: true,
            schedule: true,
            trash: true,
            orderable: true,
            fields: [
              { name: 'title', localized: true },
              { name: 'links', type: 'array', localized: true, fields: [{ name: 'url' }] },
            ],
          },
        ],
        globals: [{ slug: 'home', drafts: true, versions: true, schedule: true, fields: [{ name: 'title', localized: true }] }],
      })
      PARAMS['collection'] = ['posts', 'plain', 'pages']
      PARAMS['slug'] = ['site', 'home']
      await makeUser(started.cms, 'boss@example.org', { role: 'admin' })
      admin = await new Browser(started.listener).login('boss@example.org')
    })
    after(() => end(started?.cms))

    const send = (method: string, path: string, body: string | undefined) => {
      const sending = (request(listening(started.listener)) as any)
        [method.toLowerCase()](`/api/cms${path}`)
        .set('authorization', `Bearer ${admin.token}`)
        .ok(() => true)
      return body === undefined ? sending : sending.set('content-type', 'application/json').send(body)
    }

    it('never breaks a route @long', async () => {
      let n = 0
      for (const { method, path } of started.cms.engine.http.routes) {
        if (path.includes('logout') || path.startsWith('/auth')) continue
        const names = [...path.matchAll(/:(\w+)/g)].map((match) => match[1]!)
        const bodies = ['GET', 'DELETE'].includes(method) ? [undefined] : BODIES
        for (let round = 0; round < Math.max(bodies.length, QUERIES.length); round++) {
          if ((n + round) % inDepth(3, 1) !== 0) continue
          await started.cms.create('pages', { title: 'x', status: 'published' })
          const filled = names.reduce((text, name) => {
            const known = PARAMS[name] ?? ['1', 'x']
            return text.replace(`:${name}`, known[(n + round) % known.length]!)
          }, path)
          const address = filled + QUERIES[round % QUERIES.length]!
          const answer = await send(method, address, bodies[round % bodies.length])
          expect(
            answer.status,
            `${method} ${address} ${bodies[round % bodies.length]?.slice(0, 100)}: ${answer.text?.slice(0, 300)}`,
          ).to.be.lessThan(500)
        }
        n++
      }
      expect((await send('GET', '/users/me', undefined)).body.user, 'it was the admin all the time').to.include({ role: 'admin' })
      expect(started.logged.filter((one) => one.level === 'error').map((one) => one.line)).to.deep.equal([])
    })
  })
}
