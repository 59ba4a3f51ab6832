/** Requests that say whom they are for: they are answered for nobody else, and tell strangers nothing. */
import { expect } from 'chai'
import { Browser, makeUser } from '../harness/people.ts'
import { end, everywhere, type Started, start } from '../harness/start.ts'

describe('http/expected-user', () => {
  everywhere((host, database) => {
    let started: Started
    let visitor: Browser
    let ed: Browser
    const ids: Record<string, string> = {}

    before(async () => {
      started = await start(host, database, {
        collections: [{ slug: 'posts', access: { read: 'anyone', create: 'anyone' }, fields: [{ name: 'title' }] }],
        auth: { trustedOrigins: ['https://dashboard.example'] },
        onRequest: ({ headers }: any) => (headers['x-host-user'] ? { user: { id: 'สมชาย 1', role: 'editor' } } : undefined),
      })
      for (const name of ['ed', 'eve']) ids[name] = String((await makeUser(started.cms, `${name}@example.org`)).id)
      visitor = new Browser(started.listener)
      ed = await new Browser(started.listener).login('ed@example.org')
    })
    after(() => end(started.cms))

    const statuses = async (browser: Browser, user: string, more: Record<string, string> = {}) => {
      browser.headers = { ...more, 'x-cms-user': user }
      const answers = [await browser.get('/posts'), await browser.post('/posts', { title: 'Made' })]
      browser.headers = {}
      return answers.map(({ status }) => status)
    }

    it('answers the user they are for', async () => {
      expect(await statuses(ed, ids['ed']!)).to.deep.equal([200, 201])
      expect(await statuses(visitor, encodeURIComponent('host:สมชาย 1'), { 'x-host-user': 'yes' })).to.deep.equal([200, 201])
    })

    it('answers nobody else, and changes nothing', async () => {
      const before = (await started.cms.find('posts')).totalDocs
      for (const user of [ids['ed']!, '999999', '', 'null', 'host:1', '%', '1, 2'])
        expect(await statuses(visitor, user)).to.deep.equal([401, 401])
      for (const user of [ids['eve']!, '999999', '']) expect(await statuses(ed, user)).to.deep.equal([401, 401])
      expect((await started.cms.find('posts')).totalDocs).to.equal(before)
    })

    it('refuses those of an existing user and of none in the same words, which no cache keeps', async () => {
      const answers = []
      for (const user of [ids['ed']!, '999999']) {
        visitor.headers = { 'x-cms-user': user }
        answers.push(await visitor.get('/posts'))
      }
      visitor.headers = {}
      expect(answers[0]!.text).to.equal(answers[1]!.text)
      expect(answers[0]!.body.errors[0]).to.include({ code: 'UNAUTHENTICATED' })
      expect(answers[0]!.headers['cache-control']).to.equal('no-store')
    })

    it('lets a dashboard of a trusted origin send them', async () => {
      const preflight = await started.agent.options('/api/cms/posts').set({
        origin: 'https://dashboard.example',
        'access-control-request-method': 'GET',
        'access-control-request-headers': 'x-cms-user',
      })
      expect(preflight.headers['access-control-allow-headers']).to.equal('x-cms-user')
      visitor.headers = { 'x-cms-user': ids['ed']!, origin: 'https://dashboard.example' }
      const refused = await visitor.get('/posts')
      visitor.headers = {}
      expect(refused.status).to.equal(401)
      expect(refused.headers['access-control-allow-origin']).to.equal('https://dashboard.example')
    })
  })
})
