/** `galley/fetch` answers like `galley/node`: the same requests to both, and the same statuses, headers and bytes. */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { expect } from 'chai'
import { cmsFetch } from '../../adapters/fetch.ts'
import { hostUser } from '../../adapters/host-user.ts'
import { cmsHandler } from '../../adapters/node.ts'
import type { Config } from '../../lib/config.ts'
import type { StorageAdapter } from '../../lib/storage/contract.ts'
import { pdf } from '../harness/files.ts'
import { PASSWORD } from '../harness/people.ts'
import { configWith, DATABASES } from '../harness/start.ts'

const MB = 1024 * 1024
const LONG_NAME = 'x'.repeat(100_000)
const large = () => Buffer.concat([pdf, Buffer.alloc(3 * MB, 'large ')])

/** What earlier answers of the same host said. */
interface Known {
  cookie: string
  csrf: string
  etag: string
  file: string
}

interface Step {
  status: number
  ask: string
  headers?: (known: Known) => Record<string, string>
  body?: () => BodyInit
}

const asAdmin = ({ cookie, csrf }: Known) => ({ cookie, 'x-csrf-token': csrf })
const asJson = (value: unknown, headers: Step['headers'] = () => ({})): Pick<Step, 'headers' | 'body'> => ({
  headers: (known) => ({ 'content-type': 'application/json', ...headers(known) }),
  body: () => (typeof value === 'string' ? value : JSON.stringify(value)),
})
const upload =
  (content: Buffer, field = 'file') =>
  () => {
    const form = new FormData()
    form.append('alt', 'A file ตัวเรียง')
    form.append(field, new Blob([new Uint8Array(content)]), 'the file.pdf')
    return form
  }

/** In this order; `{file}` is the file that was uploaded last. */
const STEPS: Step[] = [
  { status: 200, ask: 'GET /api/cms/posts' },
  { status: 200, ask: 'HEAD /api/cms/posts?limit=1' },
  { status: 200, ask: 'GET /api/cms/posts?where%5Btitle%5D%5Bequals%5D=%E0%B8%81+b&sort=-title' },
  { status: 400, ask: 'GET /api/cms/posts?limit=1000' },
  { status: 400, ask: 'GET /api/cms/%E0%A4%A' },
  { status: 404, ask: 'GET /api/cms' },
  { status: 404, ask: 'GET /api/cms/nothing' },
  { status: 404, ask: 'GET /api/cmsx' },
  { status: 404, ask: 'HEAD /elsewhere' },
  { status: 405, ask: 'DELETE /api/cms/users/me' },
  {
    status: 204,
    ask: 'OPTIONS /api/cms/posts',
    headers: () => ({ origin: 'https://site.example', 'access-control-request-method': 'POST' }),
  },
  { status: 200, ask: 'GET /api/cms/posts', headers: () => ({ origin: 'https://site.example' }) },
  { status: 401, ask: 'POST /api/cms/posts', ...asJson({ title: 'x' }) },
  { status: 400, ask: 'POST /api/cms/users/login', ...asJson('{"email":') },
  { status: 415, ask: 'POST /api/cms/users/login', body: () => 'email=x' },
  { status: 413, ask: 'POST /api/cms/users/login', ...asJson({ email: 'x'.repeat(2 * MB) }) },
  { status: 201, ask: 'POST /api/cms/users/first-register', ...asJson({ email: 'boss@example.org', password: PASSWORD }) },
  { status: 401, ask: 'POST /api/cms/users/login', ...asJson({ email: 'boss@example.org', password: 'a guess that is wrong' }) },
  { status: 200, ask: 'POST /api/cms/users/login', ...asJson({ email: 'boss@example.org', password: PASSWORD }) },
  { status: 200, ask: 'GET /api/cms/users/me', headers: ({ cookie }) => ({ cookie }) },
  { status: 403, ask: 'POST /api/cms/posts', ...asJson({ title: 'x' }, ({ cookie }) => ({ cookie })) },
  {
    status: 403,
    ask: 'POST /api/cms/posts',
    ...asJson({ title: 'x' }, (known) => ({ ...asAdmin(known), origin: 'https://evil.example' })),
  },
  { status: 201, ask: 'POST /api/cms/posts', ...asJson({ title: 'One' }, asAdmin) },
  { status: 400, ask: 'POST /api/cms/posts', ...asJson({ title: 7 }, asAdmin) },
  { status: 200, ask: 'GET /api/cms/posts/1' },
  { status: 304, ask: 'GET /api/cms/posts/1', headers: ({ etag }) => ({ 'if-none-match': etag }) },
  { status: 200, ask: 'PATCH /api/cms/posts/1', ...asJson({ title: LONG_NAME }, asAdmin) },
  { status: 400, ask: 'PATCH /api/cms/posts/1', ...asJson({ title: 'x' }, (known) => ({ ...asAdmin(known), 'if-match': '"1"' })) },
  { status: 200, ask: 'DELETE /api/cms/posts/1', headers: asAdmin },
  { status: 401, ask: 'POST /api/cms/media', body: upload(pdf) },
  { status: 400, ask: 'POST /api/cms/media', headers: asAdmin, body: upload(pdf, 'other') },
  { status: 400, ask: 'POST /api/cms/media', headers: asAdmin, body: upload(Buffer.from('no PDF')) },
  { status: 413, ask: 'POST /api/cms/media', headers: asAdmin, body: upload(Buffer.concat([pdf, Buffer.alloc(5 * MB)])) },
  { status: 201, ask: 'POST /api/cms/media', headers: asAdmin, body: upload(pdf) },
  { status: 201, ask: 'POST /api/cms/media', headers: asAdmin, body: upload(large()) },
  { status: 200, ask: 'GET {file}' },
  { status: 200, ask: 'HEAD {file}' },
  { status: 206, ask: 'GET {file}', headers: () => ({ range: 'bytes=1000000-2999999' }) },
  { status: 206, ask: 'HEAD {file}', headers: () => ({ range: 'bytes=-7' }) },
  { status: 200, ask: 'GET {file}', headers: () => ({ range: 'bytes=99999999-' }) },
  { status: 304, ask: 'GET {file}', headers: ({ etag }) => ({ 'if-none-match': etag }) },
  { status: 200, ask: 'GET /api/cms/admin/audit', headers: asAdmin },
  { status: 200, ask: 'GET /api/cms/admin/audit.csv', headers: asAdmin },
  { status: 200, ask: 'GET /api/cms/openapi.json', headers: asAdmin },
  { status: 200, ask: 'GET /api/cms/about?q=%20ก', headers: () => ({ 'accept-language': 'th' }) },
  { status: 201, ask: 'PUT /api/cms/echo', body: () => 'streamed '.repeat(10_000) },
  { status: 202, ask: 'GET /api/cms/cookies' },
  { status: 500, ask: 'GET /api/cms/broken' },
  { status: 200, ask: 'GET /admin/' },
  { status: 200, ask: 'GET /admin' },
  { status: 404, ask: 'GET /admin/assets/nothing.js' },
  { status: 405, ask: 'POST /admin' },
  { status: 200, ask: 'GET /healthz' },
  { status: 401, ask: 'GET /metrics' },
  { status: 200, ask: 'POST /api/cms/users/logout', headers: asAdmin },
  { status: 200, ask: 'GET /api/cms/users/me', headers: ({ cookie }) => ({ cookie }) },
]

const config = (dir: string): Config =>
  configWith(DATABASES[0]!, {
    audit: true,
    cors: ['https://site.example'],
    metrics: { token: 'a-token-for-the-numbers' },
    routes: { health: '/healthz' },
    upload: { dir, mimeTypes: ['application/pdf'], maxFileSize: 4 * MB },
    features: [hostUser((user) => user)],
    collections: [{ slug: 'posts', access: { read: 'anyone' }, fields: [{ name: 'title' }] }],
    endpoints: [
      {
        path: '/about',
        method: 'get',
        handler: ({ ip, url, request }) => ({
          ip,
          url: url.href,
          agent: request.headers.get('user-agent'),
          languages: request.headers.get('accept-language'),
        }),
      },
      { path: '/echo', method: 'put', handler: async ({ request }) => new Response(await request.text(), { status: 201 }) },
      {
        path: '/cookies',
        method: 'get',
        handler: () => {
          const response = new Response('two', { status: 202 })
          for (const name of ['one', 'two']) response.headers.append('set-cookie', `${name}=1; Path=/`)
          return response
        },
      },
      { path: '/broken', method: 'get', handler: () => Promise.reject(new Error('broken')) },
    ],
  })

/** What Node's server adds for the connection. */
const OF_THE_CONNECTION = ['connection', 'keep-alive', 'transfer-encoding', 'date']

/** Without what differs from one run to the next: times, tokens, and the digits in names of files. */
const steady = (text: string) =>
  text
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '<time>')
    .replace(/[\w-]{43}/g, '<token>')
    .replace(/-[0-9a-f]{8}\.pdf/g, '-<digits>.pdf')

async function comparable(response: Response) {
  const headers = [...response.headers]
    .filter(([name]) => !OF_THE_CONNECTION.includes(name))
    .map(([name, value]) => [name, name === 'etag' ? '<etag>' : steady(value)])
  return { status: response.status, headers, body: steady(Buffer.from(await response.arrayBuffer()).toString('latin1')) }
}

function note(known: Known, response: Response, text: string): void {
  known.etag = response.headers.get('etag') ?? known.etag
  const cookies = response.headers.getSetCookie().map((one) => one.split(';')[0]!)
  if (cookies.some((one) => /^svc-session=./.test(one))) known.cookie = cookies.join('; ')
  if (!response.headers.get('content-type')?.includes('json')) return
  const { csrfToken, url } = JSON.parse(text || '{}')
  known.csrf = csrfToken ?? known.csrf
  known.file = url?.startsWith('/api/cms/media/file/') ? url : known.file
}

describe('http: fetch', () => {
  let folder: string
  let server: Server
  let origin: string
  const handler = () => cmsHandler(config(path.join(folder, 'node')))
  const web = () => cmsFetch(config(path.join(folder, 'web')))
  let onNode: ReturnType<typeof handler>
  let onFetch: ReturnType<typeof web>
  /** By each way, with what its own answers said before. */
  const ways: [send: (request: Request) => Promise<Response>, known: Known][] = []

  before(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'galley-fetch-'))
    onNode = handler()
    onFetch = web()
    server = createServer(onNode)
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const nothing = () => ({ cookie: '', csrf: '', etag: '', file: '' })
    ways.push([(request) => fetch(request), nothing()], [(request) => onFetch.fetch(request, { ip: '127.0.0.1' }), nothing()])
  })
  after(async () => {
    server.close()
    for (const { cms } of [onNode, onFetch]) await (await cms).stop()
    rmSync(folder, { recursive: true })
  })

  for (const { status, ask, headers, body } of STEPS)
    it(`${ask} is ${status}`, async () => {
      const answers = []
      for (const [send, known] of ways) {
        const [method, at] = ask.replace('{file}', known.file).split(' ') as [string, string]
        const given = { 'user-agent': 'a test', ...headers?.(known) }
        const request = new Request(origin + at, { method, headers: given, body: body?.() ?? null, redirect: 'manual' })
        const response = await send(request)
        note(known, response, await response.clone().text())
        answers.push(await comparable(response))
      }
      expect(answers[0]!.status, answers[0]!.body.slice(0, 500)).to.equal(status)
      expect(answers[1]).to.deep.equal(answers[0])
    })

  const url = (at: string) => `http://site.example${at}`
  const editor = { id: 7, role: 'editor' }

  it('gives the handle of whom a request is from, like `galley/node`', async () => {
    const users = async (cms: { me(): Promise<unknown> }) => [await cms.me(), await cms.me()]
    const onlyNode = { headers: {}, socket: {}, method: 'GET', url: '/own', user: editor } as never
    for (const cms of [onFetch.handle(new Request(url('/own')), { user: editor }), onNode.handle(onlyNode)]) {
      expect(await users(cms)).to.deep.equal([
        { id: 'host:7', role: 'editor' },
        { id: 'host:7', role: 'editor' },
      ])
      expect((await cms.create('posts', { title: 'mine' })).title).to.equal('mine')
    }
    expect(await onFetch.handle(new Request(url('/own'))).me()).to.equal(null)
    const fromElsewhere = new Request(url('/own'), { method: 'POST', headers: { origin: 'https://evil.example', cookie: 'a=b' } })
    expect(await onFetch.handle(fromElsewhere, { user: editor }).me()).to.equal(null)
    const { user } = (await (await onFetch.fetch(new Request(url('/api/cms/users/me')), { user: editor })).json()) as any
    expect(user).to.include({ id: 'host:7', role: 'editor' })
  })

  it('believes the header that names the host, and else the URL', async () => {
    for (const [host, expected] of [
      [undefined, 'http://site.example/api/cms/about'],
      ['shop.example:8080', 'http://shop.example:8080/api/cms/about'],
      ['a b', 'http://site.example/api/cms/about'],
      ['evil.example/x?', 'http://site.example/api/cms/about'],
    ]) {
      const answer = await onFetch.fetch(new Request(url('/api/cms/about'), host ? { headers: { host } } : {}))
      expect(((await answer.json()) as any).url).to.equal(expected)
    }
  })

  it('hands everything else to the application, with what the host passed along', async () => {
    const { fetch } = cmsFetch(
      await onFetch.cms,
      (request, server, more) => new Response(`${new URL(request.url).pathname} ${server} ${more}`),
    )
    const extended = fetch as (...given: unknown[]) => Promise<Response>
    expect(await (await extended(new Request(url('/own')), 'server', 'more')).text()).to.equal('/own server more')
    expect((await extended(new Request(url('/api/cms/posts')), 'server')).status).to.equal(200)
    expect((await extended(new Request(url('/api/cms/posts')), null)).status).to.equal(200)
  })

  it('says so if something read the body before', async () => {
    const request = new Request(url('/api/cms/users/login'), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
    })
    await request.text()
    const answer = await onFetch.fetch(request)
    expect(answer.status).to.equal(400)
    expect(await answer.text()).to.include('read the body before')
  })

  it('answers 500 if the start failed', async () => {
    const { cms, fetch } = cmsFetch({ ...config(folder), secret: 'short' })
    for (const at of ['/api/cms/posts', '/admin']) expect((await fetch(new Request(url(at)))).status).to.equal(500)
    expect(await cms.catch((error) => error.code)).to.equal('CONFIG')
  })

  // Some hosts break the body, others only abort the signal of the request.
  for (const isBroken of [true, false])
    it(`keeps nothing of an upload whose client leaves, as ${isBroken ? 'its body' : 'the signal alone'} says, and the process runs on`, async () => {
      const before = readdirSync(path.join(folder, 'web'))
      const gone = new AbortController()
      const begun = (text: string) =>
        new ReadableStream<Uint8Array>({
          start(controller) {
            controller.enqueue(Buffer.from(text))
            if (isBroken) gone.signal.addEventListener('abort', () => controller.error(new Error('the client is gone')))
          },
        })
      const send = (at: string, type: string, text: string) => {
        const given = { method: 'POST', headers: { 'content-type': type }, body: begun(text), duplex: 'half', signal: gone.signal }
        return onFetch.fetch(new Request(url(at), given as RequestInit), { user: editor })
      }
      const half = '--b\r\ncontent-disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n%PDF-1.4'
      const answers = Promise.all([
        send('/api/cms/media', 'multipart/form-data; boundary=b', half),
        send('/api/cms/posts', 'application/json', '{"title":'),
      ])
      await new Promise((resolve) => setTimeout(resolve, 50))
      gone.abort()
      expect((await answers).map(({ status }) => status)).to.deep.equal([400, 400])
      expect(readdirSync(path.join(folder, 'web'))).to.deep.equal(before)
      expect((await onFetch.fetch(new Request(url('/api/cms/posts'), { signal: gone.signal }))).status).to.equal(429)
    })

  it('reads a file no faster than the client does, and closes it when the client leaves', async () => {
    let read = 0
    let isClosed = false
    const chunk = Buffer.alloc(64 * 1024)
    const storage: StorageAdapter = {
      name: 'endless',
      put: async (_key, content) => void content.resume(),
      async get() {
        const stream = new Readable({
          read() {
            read++
            this.push(chunk)
          },
          destroy(_error, done) {
            isClosed = true
            done(null)
          },
        })
        return { stream, size: pdf.length }
      },
      delete: async () => undefined,
    }
    const { cms, fetch } = cmsFetch({ ...config(folder), upload: { storage, mimeTypes: ['application/pdf'] } })
    const { url: file } = (await (await cms).upload({ filename: 'a.pdf', content: pdf })) as { url: string }
    const head = await fetch(new Request(url(file), { method: 'HEAD' }))
    expect([head.status, head.body]).to.deep.equal([200, null])
    isClosed = false
    const { body } = await fetch(new Request(url(file)))
    const reader = body!.getReader()
    await reader.read()
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(read).to.be.lessThan(10)
    await reader.cancel()
    await new Promise((resolve) => setImmediate(resolve))
    expect(isClosed).to.equal(true)
    isClosed = false
    const gone = new AbortController()
    const { body: left } = await fetch(new Request(url(file), { signal: gone.signal }))
    await left!.getReader().read()
    gone.abort()
    await new Promise((resolve) => setImmediate(resolve))
    expect(isClosed).to.equal(true)
    await (await cms).stop()
  })
})
