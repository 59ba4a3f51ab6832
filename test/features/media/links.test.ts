/** Files behind addresses: what is reached, and above all what never is. */
import dns from 'node:dns'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { expect } from 'chai'
import { isReachable } from '../../../lib/features/media/public-addresses.ts'
import { pdf, png } from '../../harness/files.ts'
import { pairwise } from '../../harness/start.ts'
import { expectNothingLeft, type Place, startPlace } from './place.ts'

/** Every way to say an address that is not public. */
const PRIVATE =
  `127.0.0.1 127.1 127.0.0.0 127.255.255.254 0.0.0.0 0 10.0.0.1 10.255.255.255 172.16.0.1 172.31.255.255 192.168.1.1 169.254.1.1
  100.64.0.1 192.0.0.1 192.0.2.1 198.18.0.1 198.51.100.1 203.0.113.1 224.0.0.1 240.0.0.1 255.255.255.255 2130706433 0x7f000001 0x7f.1 0177.0.0.1 017700000001 127.0.1
  [::1] [::] [::ffff:127.0.0.1] [::ffff:7f00:1] [0:0:0:0:0:ffff:127.0.0.1] [::127.0.0.1] [::ffff:0:127.0.0.1] [64:ff9b::127.0.0.1] [64:ff9b:1::7f00:1] [2002:7f00:1::]
  [2002:a00:1::1] [2001:0:7f00:1::] [fc00::1] [fd12:3456::1] [fe80::1] [fec0::1] [ff02::1] [2001:db8::1] [100::1] [3fff::1] localhost localhost. LOCALHOST ①②⑦.⓪.⓪.① 127。0。0。1`
    .trim()
    .split(/\s+/)

const METADATA = [
  '169.254.169.254',
  '[::ffff:169.254.169.254]',
  '[::ffff:a9fe:a9fe]',
  '0xa9fea9fe',
  '2852039166',
  '[64:ff9b::a9fe:a9fe]',
  '[fd00:ec2::254]',
  '100.100.100.200',
]

describe('media: files from addresses', () => {
  let sink: Server
  let port: number
  let connections = 0
  const served: Record<string, (url: URL, response: import('node:http').ServerResponse) => void> = {}

  before(async () => {
    sink = createServer((request, response) => {
      const url = new URL(request.url!, 'http://sink')
      ;(served[url.pathname] ?? (() => response.writeHead(404).end()))(url, response)
    })
    sink.on('connection', () => connections++)
    await new Promise<void>((resolve) => sink.listen(0, '127.0.0.1', resolve))
    port = (sink.address() as AddressInfo).port
  })
  after(() => {
    sink.closeAllConnections()
    sink.close()
  })
  beforeEach(() => {
    connections = 0
  })

  it('knows public addresses from others', () => {
    for (const address of ['8.8.8.8', '1.1.1.1', '93.184.216.34', '2606:4700::1111', '2a00:1450:4001::1'])
      expect(isReachable(address, { allowPrivate: false }), address).to.equal(true)
    for (const address of ['', 'x', '127.0.0.1', '::ffff:10.0.0.1', '2002:a00:1::', '64:ff9b::8.8.8.8:1'])
      expect(isReachable(address, { allowPrivate: false }), address).to.equal(false)
  })

  pairwise((host, database) => {
    let place: Place
    const start = async (fromURL: object | undefined, more = {}) => {
      place = await startPlace(host, database, { upload: { ...(fromURL && { fromURL }), ...more } as never })
    }
    const post = (url: unknown, more = {}) => place.admin.post('/media', { url, ...more })
    afterEach(() => place?.done())

    it('takes a file from a host that is listed, under the name that it has there', async () => {
      await start({ allowedHosts: ['127.0.0.1'], allowPrivate: true })
      const picture = await png()
      served['/caf%C3%A9.png'] = (_, response) => response.end(picture)
      served['/moved'] = (_, response) => response.writeHead(302, { location: '/caf%C3%A9.png?x=1' }).end()
      served['/packed.png'] = (_, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(picture))
      const { status, body } = await post(`http://127.0.0.1:${port}/moved`, { alt: 'A café' })
      expect(status, JSON.stringify(body)).to.equal(201)
      expect(body).to.deep.include({ alt: 'A café', originalName: 'café.png', filesize: picture.length, mimeType: 'image/png' })
      expect((await post(`http://127.0.0.1:${port}/packed.png`)).body.filesize).to.equal(picture.length)
      expect((await place.cms.uploadFromURL(`http://127.0.0.1:${port}/moved`)).width).to.equal(300)
    })

    it('connects to no address that is not public, however it is spelled @long', async () => {
      await start({ allowedHosts: ['*'] })
      for (const host of PRIVATE) {
        const { status, body } = await post(`http://${host}/a.png`)
        expect([status, body.errors[0].field], host).to.deep.equal([400, 'url'])
        expect((await post(`http://${host}:${port}/a.png`)).status, host).to.equal(400)
      }
      await place.done()
      await start({ allowedHosts: PRIVATE.map((host) => new URL(`http://${host}`).hostname), allowPrivate: false })
      for (const host of PRIVATE) expect((await post(`http://${host}:${port}/a.png`)).status, host).to.equal(400)
      expect(connections).to.equal(0)
      await expectNothingLeft(place)
    })

    it('never asks the metadata services of clouds, even where private networks are open', async () => {
      await start({ allowedHosts: ['*', ...METADATA], allowPrivate: true })
      for (const host of METADATA) {
        const { status, body } = await post(`http://${host}/latest`)
        expect([status, body.errors[0].message], host).to.deep.equal([400, 'leads to an address that is not public'])
      }
    })

    it('looks at the address that a name leads to each time, and at each redirect @long', async () => {
      const names = answerLookups(['127.0.0.1', '::ffff:127.0.0.1', '10.0.0.1'])
      try {
        await start({ allowedHosts: ['rebind.example'] })
        for (let n = 0; n < 3; n++) expect((await post(`http://rebind.example:${port}/a.png`)).status).to.equal(400)
        expect([connections, names.count()]).to.deep.equal([0, 3])
      } finally {
        names.stop()
      }
      await place.done()
      await start({ allowedHosts: ['127.0.0.1'], allowPrivate: true })
      served['/a'] = (url, response) => response.writeHead(302, { location: url.searchParams.get('to')! }).end()
      for (const to of [
        'http://169.254.169.254/x',
        'http://localhost/x',
        'file:///etc/passwd',
        'http://user:pass@127.0.0.1/',
        'gopher://127.0.0.1/',
        '',
      ])
        expect((await post(`http://127.0.0.1:${port}/a?to=${encodeURIComponent(to)}`)).status, to).to.equal(400)
      served['/loop'] = (_, response) => response.writeHead(302, { location: '/loop' }).end()
      expect((await post(`http://127.0.0.1:${port}/loop`)).body.errors[0].message).to.equal('redirects more than 3 times')
      await expectNothingLeft(place)
    })

    it('follows a redirect to no host that is not listed, even where something answers', async () => {
      let requests = 0
      const picture = await png()
      const unlisted = createServer((_, response) => {
        requests++
        response.end(picture)
      })
      await new Promise<void>((resolve) => unlisted.listen(0, '127.0.0.1', resolve))
      const to = `127.0.0.1:${(unlisted.address() as AddressInfo).port}`
      try {
        await start({ allowedHosts: [`127.0.0.1:${port}`], allowPrivate: true })
        served['/elsewhere'] = (_, response) => response.writeHead(302, { location: `http://${to}/a.png` }).end()
        served['/twice'] = (_, response) => response.writeHead(307, { location: '/elsewhere' }).end()
        for (const path of ['/elsewhere', '/twice']) {
          const { status, body } = await post(`http://127.0.0.1:${port}${path}`)
          expect(status, path).to.equal(400)
          expect(body.errors[0].message).to.equal(`names the host ${to}, which is not among upload.fromURL.allowedHosts`)
        }
        expect(requests).to.equal(0)
        await expectNothingLeft(place)
      } finally {
        unlisted.close()
      }
    })

    it('refuses addresses that are none, and hosts that are not listed @long', async () => {
      await start({ allowedHosts: ['example.org', '*.example.com', 'ported.example:8080'] })
      for (const url of [
        '',
        'x',
        'ftp://example.org/a',
        'file:///etc/passwd',
        'javascript:alert(1)',
        'data:text/plain,x',
        'http://',
        'http://user:pass@example.org/',
        'http://other.org/',
        'http://example.org.evil/',
        'http://example.com/',
        'http://evilexample.com/',
        'http://ported.example/',
        7,
        null,
        {},
        [],
      ]) {
        const { status, body } = await post(url)
        expect([status, body.errors[0].field], String(url)).to.deep.equal([400, 'url'])
      }
      await place.done()
      await start({ allowedHosts: ['*'] })
      expect((await post('http://example.org:8080/a')).body.errors[0].message).to.include('is not among')
      await place.done()
      await start(undefined)
      expect((await post('http://example.org/a.png')).body.errors[0]).to.include({
        field: 'url',
        message: 'is not accepted here: upload.fromURL is not configured',
      })
    })

    it('counts what comes in, and what comes out of what is packed @long', async () => {
      await start({ allowedHosts: ['127.0.0.1'], allowPrivate: true }, { maxFileSize: 100_000 })
      served['/endless'] = (_, response) => {
        response.on('error', () => undefined)
        const more = () => void (!response.destroyed && response.write(Buffer.alloc(20_000, 'a'), () => setImmediate(more)))
        more()
      }
      served['/bomb'] = (_, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(50_000_000)))
      served['/odd'] = (_, response) => response.writeHead(200, { 'content-encoding': 'zstd' }).end('x')
      served['/broken'] = (_, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end('no gzip')
      served['/cut'] = (_, response) => {
        response.writeHead(200, { 'content-length': '1000' })
        response.write(pdf, () => response.destroy())
      }
      served['/gone'] = (_, response) => response.writeHead(410).end()
      for (const [path, status] of [
        ['endless', 413],
        ['bomb', 413],
        ['odd', 400],
        ['broken', 400],
        ['cut', 400],
        ['gone', 400],
        ['missing', 400],
      ] as const)
        expect((await post(`http://127.0.0.1:${port}/${path}`)).status, path).to.equal(status)
      served['/page.png'] = (_, response) => response.writeHead(200, { 'content-type': 'image/png' }).end('<script>')
      expect((await post(`http://127.0.0.1:${port}/page.png`)).body.errors[0].field).to.equal('file')
      await expectNothingLeft(place)
      served['/good.pdf'] = (_, response) => response.end(pdf)
      expect((await post(`http://127.0.0.1:${port}/good.pdf`)).status).to.equal(201)
    })
  })

  it('waits no longer than 15 seconds, however slowly it drips @long', async function () {
    this.timeout(60_000)
    const { DATABASES, HOSTS } = await import('../../harness/start.ts')
    const place = await startPlace(HOSTS[0]!, DATABASES[0]!, { upload: { fromURL: { allowedHosts: ['127.0.0.1'], allowPrivate: true } } })
    const timers: NodeJS.Timeout[] = []
    served['/drip'] = (_, response) => void timers.push(setInterval(() => response.write('a'), 500))
    served['/silent'] = () => undefined
    const began = Date.now()
    const answers = await Promise.all(
      ['drip', 'silent'].map((path) => place.admin.post('/media', { url: `http://127.0.0.1:${port}/${path}` })),
    )
    for (const timer of timers) clearInterval(timer)
    for (const { status, body } of answers) expect([status, body.errors[0].message]).to.deep.equal([400, 'did not arrive within 15 s'])
    expect(Date.now() - began).to.be.within(14_000, 45_000)
    await expectNothingLeft(place)
    await place.done()
  })
})

/** Every look-up of a name gets the next address: whoever checks one and connects to another is caught. */
function answerLookups(addresses: string[]) {
  const { lookup } = dns
  let requests = 0
  dns.lookup = ((host: string, _options: object, done: (error: null, addresses: object[]) => void) => {
    if (!host.endsWith('.example')) return (lookup as any)(host, _options, done)
    const address = addresses[requests++ % addresses.length]!
    setImmediate(() => done(null, [{ address, family: 4 }]))
  }) as never
  return { count: () => requests, stop: () => Object.assign(dns, { lookup }) }
}
