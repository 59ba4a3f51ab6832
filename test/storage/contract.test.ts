/** What every storage must do: the same suite over the local disk and an S3 server. */
import { createHash, randomBytes } from 'node:crypto'
import { existsSync, readdirSync } from 'node:fs'
import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { expect } from 'chai'
import { disk } from '../../adapters/disk.ts'
import { s3 } from '../../adapters/s3.ts'
import type { StorageAdapter } from '../../lib/storage/contract.ts'
import { type S3Server, startS3 } from '../harness/s3-server.ts'

let folder: string
let server: S3Server

const STORAGES: Record<string, () => StorageAdapter> = {
  'the local disk': () => disk({ dir: path.join(folder, 'files') }),
  'an S3 server': () => server.storage(),
  'a folder of a bucket': () => server.storage({ prefix: 'site/one' }),
}

const ABOUT = (content: Buffer) => ({ size: content.length, mimeType: 'text/plain' })
const put = (storage: StorageAdapter, key: string, content: Buffer) => storage.put(key, Readable.from([content]), ABOUT(content))
const read = async (storage: StorageAdapter, key: string, range?: object) => {
  const found = await storage.get(key, range)
  return found && { content: await buffer(found.stream), size: found.size }
}
const descriptors = () => (process.platform === 'linux' ? readdirSync('/proc/self/fd').length : 0)

describe('storage', () => {
  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'galley-test-storage-'))
    server = await startS3()
  })
  after(async () => {
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  })

  for (const [name, make] of Object.entries(STORAGES)) {
    describe(`on ${name}`, () => {
      let storage: StorageAdapter
      before(() => {
        storage = make()
      })

      it('gives back what was put, whole and in parts, with its size', async () => {
        const content = randomBytes(300_000)
        await put(storage, 'a-1a2b3c4d.bin', content)
        expect((await read(storage, 'a-1a2b3c4d.bin'))!.content.equals(content)).to.equal(true)
        for (const [start, end] of [
          [0, 1],
          [10, 99],
          [299_999, 299_999],
          [150_000, 299_999],
        ] as const) {
          const part = (await read(storage, 'a-1a2b3c4d.bin', { start, end }))!
          expect(part.size).to.equal(300_000)
          expect(part.content.equals(content.subarray(start, end + 1))).to.equal(true)
        }
      })

      it('keeps names of any script, and folders', async () => {
        for (const key of ['แมว-1a2b3c4d.txt', 'private/Ünïcödé-1a2b3c4d.txt', '猫-𝒳-1a2b3c4d.txt']) {
          await put(storage, key, Buffer.from(key))
          expect((await read(storage, key))!.content.toString()).to.equal(key)
        }
      })

      it('keeps an empty file, and replaces one that is there', async () => {
        await put(storage, 'empty-1a2b3c4d.txt', Buffer.alloc(0))
        expect(await read(storage, 'empty-1a2b3c4d.txt')).to.deep.equal({ content: Buffer.alloc(0), size: 0 })
        await put(storage, 'empty-1a2b3c4d.txt', Buffer.from('full'))
        expect((await read(storage, 'empty-1a2b3c4d.txt'))!.content.toString()).to.equal('full')
      })

      it('has nothing where nothing was put, and nothing after a delete', async () => {
        expect(await storage.get('never-1a2b3c4d.txt')).to.equal(null)
        await put(storage, 'gone-1a2b3c4d.txt', Buffer.from('x'))
        await storage.delete('gone-1a2b3c4d.txt')
        expect(await storage.get('gone-1a2b3c4d.txt')).to.equal(null)
        await storage.delete('gone-1a2b3c4d.txt')
      })

      it('copies a file within itself, where it can', async () => {
        if (!storage.copy) return
        await put(storage, 'from-ไทย-1a2b3c4d.txt', Buffer.from('content'))
        await storage.copy('from-ไทย-1a2b3c4d.txt', 'folder/to-1a2b3c4d.txt')
        await storage.delete('from-ไทย-1a2b3c4d.txt')
        expect(await read(storage, 'folder/to-1a2b3c4d.txt')).to.deep.equal({ content: Buffer.from('content'), size: 7 })
        expect(await storage.copy('gone-1a2b3c4d.txt', 'to-1a2b3c4d.txt').catch((error) => error)).to.be.instanceOf(Error)
      })

      it('lists what begins with a prefix, with size and date', async () => {
        for (let n = 0; n < 5; n++) await put(storage, `list/${n}-1a2b3c4d.txt`, Buffer.alloc(n))
        const listed = []
        for await (const one of storage.list!('list/')) listed.push(one)
        expect(listed.map(({ key, size }) => [key, size]).sort()).to.deep.equal([0, 1, 2, 3, 4].map((n) => [`list/${n}-1a2b3c4d.txt`, n]))
        for (const { changedAt } of listed) expect(Math.abs(Date.now() - changedAt!.getTime())).to.be.below(60_000)
      })

      it('keeps nothing of a file whose source breaks', async () => {
        const breaking = Readable.from(
          (async function* () {
            yield Buffer.alloc(50_000)
            throw new Error('the source broke')
          })(),
        )
        const failed = await storage.put('broken-1a2b3c4d.bin', breaking, { size: 100_000, mimeType: 'text/plain' }).catch((error) => error)
        expect(failed).to.be.an('error')
        expect(await storage.get('broken-1a2b3c4d.bin')).to.equal(null)
      })

      it('takes many at once, and leaves no descriptor open @long', async () => {
        const contents = Array.from({ length: 20 }, () => randomBytes(100_000))
        const round = async () => {
          await Promise.all(contents.map((content, n) => put(storage, `many-${n}-1a2b3c4d.bin`, content)))
          const sums = await Promise.all(contents.map(async (_, n) => sum((await read(storage, `many-${n}-1a2b3c4d.bin`))!.content)))
          expect(sums).to.deep.equal(contents.map(sum))
          for (let n = 0; n < 10; n++) (await storage.get('many-0-1a2b3c4d.bin'))!.stream.on('error', () => undefined).destroy()
          await new Promise((resolve) => setTimeout(resolve, 100))
          return descriptors()
        }
        const first = await round()
        await round()
        expect(await round()).to.be.below(first + 10)
      })
    })
  }

  describe('on the local disk', () => {
    it('refuses keys that lead out of its folder', async () => {
      const storage = disk({ dir: path.join(folder, 'inner') })
      for (const key of ['../outside.txt', 'a/../../outside.txt', '', '.', '.incoming/x', 'a\0b'])
        expect(await put(storage, key, Buffer.from('x')).catch((error) => error.message), key).to.match(/not a valid file key/)
      expect(existsSync(path.join(folder, 'outside.txt'))).to.equal(false)
    })

    it('removes after a day what a killed process left half written', async () => {
      const dir = path.join(folder, 'left')
      await put(disk({ dir }), 'a-1a2b3c4d.txt', Buffer.from('x'))
      const old = path.join(dir, '.incoming', 'old')
      await writeFile(old, 'half')
      await writeFile(path.join(dir, '.incoming', 'young'), 'half')
      await utimes(old, new Date(), new Date(Date.now() - 25 * 3600 * 1000))
      await put(disk({ dir }), 'b-1a2b3c4d.txt', Buffer.from('x'))
      expect(await readdir(path.join(dir, '.incoming'))).to.deep.equal(['young'])
    })
  })

  describe('on S3', () => {
    it('signs a request that takes one file, of one kind, for a while', async () => {
      const storage = server.storage()
      const { url, method, headers } = await storage.uploadURL!('direct-1a2b3c4d.txt', { size: 5, mimeType: 'text/plain', expiresIn: 60 })
      const sent = await fetch(url, { method, headers, body: 'hello' })
      expect(sent.status, await sent.text()).to.equal(200)
      expect((await read(storage, 'direct-1a2b3c4d.txt'))!.content.toString()).to.equal('hello')
      const query = new URL(url).searchParams
      expect(query.get('X-Amz-Expires')).to.equal('60')
      expect(query.get('X-Amz-SignedHeaders')).to.equal('content-length;content-type;host')
    })

    it('says what the storage said, and never a credential', async () => {
      const storage = s3({ bucket: 'nowhere', endpoint: server.endpoint, accessKeyId: 'S3RVER', secretAccessKey: 'a-wrong-secret' })
      const failed = await put(storage, 'a-1a2b3c4d.txt', Buffer.from('x')).catch((error) => error)
      expect(failed.message).to.match(/^the storage answered 40\d \w+$/)
      expect(failed.stack).not.to.include('a-wrong-secret')
    })

    it('names what is missing in its configuration', () => {
      expect(s3({ bucket: 'b', accessKeyId: '', secretAccessKey: 'x' }).problems).to.deep.equal([
        { at: 'accessKeyId', says: 'must not be empty' },
      ])
    })

    it('gives public addresses where the bucket has one', () => {
      const storage = server.storage({ prefix: 'site', publicURL: 'https://cdn.example.org/' })
      expect(storage.url!('แมว-1a2b3c4d.jpg')).to.equal(`https://cdn.example.org/site/${encodeURIComponent('แมว')}-1a2b3c4d.jpg`)
      expect(server.storage().url).to.equal(undefined)
    })
  })
})

const sum = (content: Buffer) => createHash('sha1').update(content).digest('hex')
