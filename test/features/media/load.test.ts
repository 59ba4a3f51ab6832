/** A server of its own under load: heavy pictures leave reads alone, large files leave the memory alone. */
import { type ChildProcess, fork } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import http from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { expect } from 'chai'
import { disk } from '../../../adapters/disk.ts'
import { sqlite } from '../../../adapters/sqlite/index.ts'
import { COST } from '../../../lib/auth/passwords.ts'
import { createCms } from '../../../lib/cms.ts'
import type { Handle } from '../../../lib/local/handle.ts'
import { noise } from '../../harness/files.ts'
import { Browser, makeUser } from '../../harness/people.ts'
import { SECRET } from '../../harness/start.ts'

const MB = 1024 * 1024
const collections = [{ slug: 'posts', access: { read: 'anyone' as const }, fields: [{ name: 'title' }] }]
const mimeTypes = ['image/*', 'video/mp4']
const imageSizes = [
  { name: 'small', width: 400 },
  { name: 'large', width: 1600 },
]

describe('media: load @long', function () {
  this.timeout(180_000)
  let folder: string
  let filename: string
  let child: ChildProcess
  let origin: string
  let headers: Record<string, string>

  /** What the process of its own is given, started here first to fill it. */
  async function fill(work: (cms: Handle) => Promise<unknown>): Promise<void> {
    const storage = disk({ dir: path.join(folder, 'files') })
    const log = { info: () => undefined, warn: () => undefined, error: console.error }
    const cms = await createCms({
      secret: SECRET,
      db: sqlite({ filename }),
      collections,
      log,
      upload: { storage, mimeTypes, maxFileSize: 300 * MB },
    })
    await work(cms)
    await cms.stop()
  }

  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'galley-test-load-'))
    filename = path.join(folder, 'load.db')
    await fill(async (cms) => {
      for (let n = 0; n < 50; n++) await cms.create('posts', { title: `Post ${n}` })
      await makeUser(cms, 'admin@x.org', { role: 'admin' })
    })
    const config = { collections, upload: { dir: path.join(folder, 'files'), mimeTypes, maxFileSize: 50 * MB, imageSizes } }
    child = fork(new URL('../../harness/served.ts', import.meta.url).pathname, [filename, String(COST.N), JSON.stringify(config)], {
      execArgv: ['--import', 'tsx'],
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      env: { ...process.env, TMPDIR: folder },
    })
    const [port] = await once(child, 'message')
    origin = `http://127.0.0.1:${port}`
    const admin = await new Browser(origin).login('admin@x.org')
    headers = { cookie: [...admin.cookies].map(([name, value]) => `${name}=${value}`).join('; '), 'x-csrf-token': admin.csrfToken! }
  })

  after(async () => {
    child?.disconnect()
    await rm(folder, { recursive: true, force: true })
  })

  const memory = async () => Number(await (await fetch(`${origin}/memory`)).text())

  /** The most memory the server held while something went on. */
  async function peak(work: () => Promise<void>): Promise<number> {
    const before = await memory()
    let most = before
    const timer = setInterval(async () => (most = Math.max(most, await memory().catch(() => 0))), 50)
    await work()
    clearInterval(timer)
    return (Math.max(most, await memory()) - before) / MB
  }

  async function upload(content: Uint8Array, name: string): Promise<any> {
    const form = new FormData()
    form.append('file', new Blob([content as Uint8Array<ArrayBuffer>]), name)
    const answer = await fetch(`${origin}/api/cms/media`, { method: 'POST', headers, body: form })
    expect(answer.status).to.equal(201)
    return answer.json()
  }

  for (const [how, length] of [
    ['that tells its length', true],
    ['that does not', false],
  ] as const) {
    it(`a gigabyte ${how} is refused without being kept`, async () => {
      let sent = 0
      let status: number | undefined
      const used = await peak(async () => {
        const head = '--b\r\ncontent-disposition: form-data; name="file"; filename="huge.mp4"\r\n\r\n'
        const tail = '\r\n--b--\r\n'
        const request = http.request(`${origin}/api/cms/media`, {
          method: 'POST',
          headers: {
            ...headers,
            'content-type': 'multipart/form-data; boundary=b',
            ...(length && { 'content-length': head.length + 1024 * MB + tail.length }),
          },
        })
        const answered = once(request, 'response').then(([response]) => (status = response.statusCode))
        request.on('error', () => undefined)
        request.write(head)
        const block = randomBytes(MB)
        for (; sent < 1024 && status === undefined; sent++) {
          await Promise.race([new Promise((resolve) => request.write(block, resolve)), answered])
        }
        if (sent === 1024) request.end(tail)
        await answered
        request.destroy()
      })
      expect(status).to.equal(413)
      expect(sent, 'megabytes sent').to.be.below(200)
      expect(used, 'megabytes of memory').to.be.below(80)
      const left = (await readdir(folder)).filter((name) => name.startsWith('galley-upload-'))
      for (const name of left) expect(await readdir(path.join(folder, name))).to.deep.equal([])
    })
  }

  it('200 MB are read in parts, several times at once, as a stream', async () => {
    const source = path.join(folder, 'long.mp4')
    const block = randomBytes(MB)
    const begin = Buffer.concat([Buffer.from('\0\0\0\x18ftypisom\0\0\x02\0isomiso2', 'latin1'), block.subarray(24)])
    await pipeline(Readable.from(Array.from({ length: 200 }, (_, n) => (n === 0 ? begin : block))), createWriteStream(source))
    let url = ''
    await fill(async (cms) => {
      url = ((await cms.upload(source)) as any).url
    })
    const used = await peak(async () => {
      const whole = Array.from({ length: 6 }, async () => {
        const answer = await fetch(origin + url)
        expect(answer.headers.get('content-length')).to.equal(String(200 * MB))
        let length = 0
        for await (const chunk of answer.body!) length += (chunk as Uint8Array).length
        expect(length).to.equal(200 * MB)
      })
      const parts = Array.from({ length: 20 }, async (_, n) => {
        const start = 9 * n * MB + MB
        const answer = await fetch(origin + url, { headers: { range: `bytes=${start}-${start + MB - 1}` } })
        expect(answer.status).to.equal(206)
        expect(answer.headers.get('content-range')).to.equal(`bytes ${start}-${start + MB - 1}/${200 * MB}`)
        expect(hash(Buffer.from(await answer.arrayBuffer()))).to.equal(hash(block))
      })
      await Promise.all([...whole, ...parts])
    })
    expect(used, 'megabytes of memory').to.be.below(100)
  })

  it('20 large images at once leave reads under 200 ms at the 99th of 100', async () => {
    const picture = await noise(4000, 3000)
    expect(picture.length).to.be.above(4 * MB)
    let busy = true
    const uploads = Promise.all(Array.from({ length: 20 }, (_, n) => upload(picture, `large ${n}.jpg`))).finally(() => (busy = false))
    const times: number[] = []
    while (busy) {
      const begun = performance.now()
      const answer = await fetch(`${origin}/api/cms/posts?limit=10`)
      expect(((await answer.json()) as any).docs).to.have.length(10)
      times.push(performance.now() - begun)
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
    for (const doc of await uploads) expect(Object.keys(doc.sizes)).to.deep.equal(['small', 'large'])
    times.sort((a, b) => a - b)
    expect(times.length).to.be.above(100)
    expect(times[Math.floor(times.length * 0.99)], `${times.length} reads, the slowest ${times.at(-1)} ms`).to.be.below(200)
  })
})

const hash = (content: Buffer) => createHash('sha1').update(content).digest('hex')
