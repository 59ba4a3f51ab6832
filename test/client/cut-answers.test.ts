/** An answer whose body never comes whole is as lost as one that never came: nobody takes a part of it, or nothing, for what was done. */
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { expect } from 'chai'
import { ApiError, createClient } from '../../client/client.ts'
import { openPage } from '../harness/browser.ts'

const BODY = JSON.stringify({ id: 1, title: 'x'.repeat(500) })

/** How an answer ends before it is whole. */
const CUTS: Record<string, { headers: Record<string, string>; bytes: number }> = {
  'before its first byte': { headers: { 'content-length': String(BODY.length) }, bytes: 0 },
  'after its first byte': { headers: { 'content-length': String(BODY.length) }, bytes: 1 },
  'in its middle': { headers: { 'content-length': String(BODY.length) }, bytes: 200 },
  'in its middle, in pieces': { headers: { 'transfer-encoding': 'chunked' }, bytes: 200 },
  'where nobody said how long it is': { headers: { connection: 'close' }, bytes: 200 },
  'before its first byte, where nobody said how long it is': { headers: { connection: 'close' }, bytes: 0 },
}

/** What programs on the way answer in place of the API. */
const UNRELATED = {
  'the page of a network': { type: 'text/html', body: '<!doctype html><h1>Sign in</h1>' },
  'an empty text': { type: 'text/plain', body: '' },
  'JSON that is no object': { type: 'application/json', body: 'null' },
}

describe('client: answers that are cut', () => {
  let server: Server
  let url: string
  let cut: (typeof CUTS)[string]
  let status = 200
  let whole = { type: '', body: '', status: 200 }

  before(async () => {
    server = createServer((request, response) => {
      if (request.url === '/page') return void response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html>')
      if (request.url!.startsWith('/whole/')) return void response.writeHead(whole.status, { 'content-type': whole.type }).end(whole.body)
      const isUnmeasured = cut.headers['connection'] === 'close'
      // Without a length and without pieces, the end of the connection is the end of the answer.
      if (isUnmeasured) {
        const head = `HTTP/1.0 ${status} OK\r\ncontent-type: application/json\r\n\r\n`
        response.socket!.end(head + BODY.slice(0, cut.bytes))
        return
      }
      response.writeHead(status, { 'content-type': 'application/json; charset=utf-8', ...cut.headers })
      response.flushHeaders()
      response.write(BODY.slice(0, cut.bytes), () => setTimeout(() => response.destroy(), 50))
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  after(() => server.close())

  const failing = (promise: Promise<unknown>): Promise<ApiError> =>
    promise.then(
      (body) => expect.fail(`it was taken for ${JSON.stringify(body)}`),
      (error) => error,
    )

  // A refusal without its body is lost as well: nobody knows whether somebody else saved first, or a key was used before.
  for (const [name, how] of Object.entries(CUTS))
    for (const code of [201, 400, 409, 500])
      it(`are lost ${name}, with status ${code}`, async () => {
        cut = how
        status = code
        const client = createClient({ url: `${url}/api/cms` })
        for (const call of [
          () => client.create('posts', { title: 'x' }),
          () => client.update('posts', 1, { title: 'x' }),
          () => client.delete('posts', 1),
          () => client.find('posts'),
          () => client.findById('posts', 1),
          () => client.findGlobal('site'),
          () => client.upload(new File(['a'], 'a.txt')),
          () => client.auth.login({ email: 'ada@example.org', password: 'x' }),
          () => client.send('POST', '/own', { body: {} }),
        ]) {
          const error = await failing(call())
          expect(error).to.be.instanceOf(ApiError)
          expect(error.isOffline, call.toString()).to.equal(true)
        }
      })

  for (const [name, { type, body }] of Object.entries(UNRELATED))
    it(`are lost where ${name} comes in their place`, async () => {
      whole = { type, body, status: 200 }
      const client = createClient({ url: `${url}/whole` })
      for (const call of [
        () => client.create('posts', { title: 'x' }),
        () => client.findById('posts', 1),
        () => client.upload(new File(['a'], 'a.txt')),
      ])
        expect((await failing(call())).isOffline, call.toString()).to.equal(true)
    })

  it('are none where a whole page refuses', async () => {
    whole = { type: 'text/html', body: '<h1>Too large</h1>', status: 413 }
    expect(await failing(createClient({ url: `${url}/whole` }).create('posts', { title: 'x' }))).to.include({ status: 413 })
  })

  it("are none where an endpoint of one's own answers with what is no object", async () => {
    const client = createClient({ url: `${url}/whole` })
    whole = { type: 'application/json', body: 'null', status: 200 }
    expect(await client.send('GET', '/own')).to.equal(null)
    whole = { type: 'text/plain', body: 'done', status: 200 }
    expect(await client.send('GET', '/own')).to.equal(undefined)
  })

  describe('in a browser', function () {
    this.timeout(60_000)

    it('are lost for forms that tell how far they are @long', async () => {
      const { readFile } = await import('node:fs/promises')
      const page = await openPage()
      await page.goto(`${url}/page`)
      const dist = new URL('../../dist/client/', import.meta.url)
      await page.route('**/js/*.js', async (route) => {
        const file = path.basename(new URL(route.request().url()).pathname)
        await route.fulfill({ contentType: 'text/javascript', body: await readFile(new URL(file, dist), 'utf8') })
      })
      for (const [name, how] of Object.entries(CUTS)) {
        for (const code of [201, 400]) {
          cut = how
          status = code
          const outcome = await page.evaluate(`import('${url}/js/client.js').then(({ createClient }) =>
          createClient({ url: '${url}/api/cms' })
            .upload(new File(['a'], 'a.txt'), {}, { progress: () => undefined })
            .then((body) => 'taken for ' + JSON.stringify(body), (error) => error.status))`)
          expect(outcome, `${name}, with status ${code}`).to.equal(0)
        }
      }
    })
  })
})
