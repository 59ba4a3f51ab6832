/** What never reaches the API, or gets an answer from elsewhere: the error names the place, and an abort keeps its reason. */
import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect } from 'chai'
import { ApiError, createClient } from '../../client/client.ts'

const KEY = `cms_1a2b3c4d_${'x'.repeat(43)}`
const SCHEME = "url: must begin with http:// or https://, such as 'https://example.org/api/cms'"
const CREATED: [given: Record<string, unknown>, says: string][] = [
  [{ url: 'localhost:3000/api/cms' }, SCHEME],
  [{ url: 'ftp://example.org/api' }, SCHEME],
  [{ url: 'https://user:word@example.org/api' }, 'url: must be without a user name and a password; `headers` can contain them'],
  [{ url: 'https://example.org/api?x=1' }, 'url: must be without ? and #'],
  [{ url: 'https://example.org/api#x' }, 'url: must be without ? and #'],
  ...[' ', 'abc', 'ключ', `"${KEY}"`, `${KEY}\n`, KEY.slice(0, -1)].map((key): [Record<string, unknown>, string] => [
    { key },
    'key: must be the text of an API key, cms_ and 52 more characters',
  ]),
  ...[{ 'x y': '1' }, { 'x-a': undefined }, { 'x-a': 'ключ' }].map((headers): [Record<string, unknown>, string] => [
    { headers },
    'headers: must be an object of texts that may be sent as headers, not an object',
  ]),
  [{ headers: new Headers({ 'x-a': '1' }) }, 'headers: must be an object of texts that may be sent as headers, not a Headers'],
]

describe('client: what never reaches the API', () => {
  let server: Server
  let origin: string
  let requests = 0
  let answer: RequestListener

  before(async () => {
    server = createServer((request, response) => {
      requests++
      answer(request, response)
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  after(() => {
    server.closeAllConnections()
    server.close()
  })

  const failing = (promise: Promise<unknown>): Promise<any> =>
    promise.then(
      (body) => expect.fail(`it was taken for ${JSON.stringify(body)}`),
      (error) => error,
    )

  it('is an address, a key or headers that createClient refuses', () => {
    for (const [given, says] of CREATED)
      expect(() => createClient({ url: 'https://example.org/api/cms', ...given } as any), JSON.stringify(given))
        .to.throw(ApiError, says)
        .that.includes({ code: 'CONFIG', message: says })
    createClient({ url: 'https://example.org/api/cms/', key: KEY, headers: { 'x-a': '1' } })
  })

  it('is what no request can contain', async () => {
    requests = 0
    const client: any = createClient({ url: `${origin}/api/cms` })
    for (const call of [
      () => client.send('GET', '/notes', { body: { a: 1 } }),
      () => client.send('TRACE', '/notes'),
      () => client.send('GET', '/notes', { headers: { 'x y': '1' } }),
      () => client.send('GET', '/notes', { headers: { 'x-a': 'ключ' } }),
    ])
      expect(await failing(call()), call.toString()).to.include({ status: 400, isOffline: false })
    expect(requests).to.equal(0)
    const nothing: any = createClient({ url: origin, fetch: (async () => undefined) as any })
    expect((await failing(nothing.find('notes'))).message).to.equal('fetch: must return a Response, not undefined')
  })

  const CALLS: Record<string, (client: any, options: object) => Promise<unknown>> = {
    find: (client, options) => client.find('notes', options),
    all: (client, options) => client.all('notes', options).next(),
    create: (client, options) => client.create('notes', {}, options),
    upload: (client, options) => client.upload({ filename: 'a.txt', content: 'x' }, {}, options),
    send: (client, options) => client.send('GET', '/notes', options),
    'auth.login': ({ auth }, options) => auth.login({ email: 'a@example.org', password: 'x' }, options),
    'auth.logout': ({ auth }, options) => auth.logout(options),
    'auth.me': ({ auth }, options) => auth.me(options),
    'auth.signUp': ({ auth }, options) => auth.signUp({ email: 'a@example.org', password: 'x', token: 'x' }, options),
    'auth.verifyEmail': ({ auth }, options) => auth.verifyEmail('x', options),
    'auth.forgotPassword': ({ auth }, options) => auth.forgotPassword('a@example.org', options),
    'auth.resetPassword': ({ auth }, options) => auth.resetPassword({ token: 'x', password: 'x' }, options),
  }

  for (const [name, call] of Object.entries(CALLS))
    it(`is ${name} with a signal that is aborted, which rejects with its reason`, async () => {
      const client = createClient({ url: `${origin}/api/cms` })
      const reason = new Error('my reason')
      requests = 0
      expect(await failing(call(client, { signal: AbortSignal.abort(reason) }))).to.equal(reason)
      expect(requests).to.equal(0)
      for (const respond of [() => undefined, (_: unknown, response: any) => response.writeHead(200).write('{"docs":')]) {
        answer = respond as RequestListener
        const leaving = new AbortController()
        const pending = failing(call(client, { signal: leaving.signal }))
        setTimeout(() => leaving.abort('gone'), 50)
        expect(await pending).to.equal('gone')
      }
      expect((await failing(call(client, { signl: 1 }))).message).to.match(/^signl: unknown option 'signl'. /)
      expect((await failing(call(client, { signal: 'x' }))).message).to.match(/^signal: must be an AbortSignal/)
    })

  const STRANGE: [what: string, answer: RequestListener, status: number, says: string][] = [
    [
      'a page',
      (_, response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>'),
      0,
      '(200, text/html) isn’t. Check the url of the client',
    ],
    ['nothing', (_, response) => response.writeHead(204).end(), 0, '(204) isn’t. Check the url of the client'],
    [
      'a page of another path',
      (_, response) => response.writeHead(404, { 'content-type': 'text/html' }).end('<h1>'),
      404,
      '(404, text/html) isn’t. Check the url of the client',
    ],
    ['a proxy', (_, response) => response.writeHead(502, { 'content-type': 'text/html' }).end('<h1>'), 502, '(502, text/html) isn’t'],
    [
      'other errors',
      (_, response) => response.writeHead(400, { 'content-type': 'application/json' }).end('{"errors":[null,"x",{"message":3}]}'),
      400,
      '(400, application/json) isn’t',
    ],
  ]
  for (const [what, respond, status, says] of STRANGE)
    it(`says so when the answer is ${what}`, async () => {
      answer = respond
      const client = createClient({ url: `${origin}/site` })
      const source = `The answer to GET ${origin}/site/notes ${says.replace('isn’t', "isn't from galley")}`
      expect(await failing(client.find('notes', { where: { a: { equals: 'private' } } }))).to.include({ status, message: source })
      expect(await failing(client.create('notes', {}))).to.include({ status, message: source.replace('GET', 'POST') })
    })

  it('says where a change is redirected to, and follows a read', async () => {
    answer = ({ url }, response) => {
      if (url === '/moved') response.writeHead(200, { 'content-type': 'application/json' }).end('{"docs":[]}')
      else response.writeHead(301, { location: '/moved' }).end()
    }
    const client = createClient({ url: `${origin}/api` })
    expect(await client.find('notes')).to.deep.equal({ docs: [] })
    for (const [call, address] of [
      [() => client.create('notes', {}), 'POST %/api/notes'],
      [() => client.delete('notes', 1), 'DELETE %/api/notes/1'],
      [() => client.upload({ filename: 'a.txt', content: 'x' }), 'POST %/api/media'],
      [() => client.auth.login({ email: 'a@example.org', password: 'x' }), 'POST %/api/users/login'],
    ] as const)
      expect(await failing(call())).to.include({
        status: 301,
        message: `${address.replace('%', origin)} redirects to /moved, so nothing was changed. Pass the address of the API itself as url`,
      })
    answer = ({ url }, response) => response.writeHead(302, { location: url! }).end()
    expect((await failing(client.find('notes'))).message).to.equal(
      `No response from the server to GET ${origin}/api/notes (redirect count exceeded)`,
    )
  })
})
