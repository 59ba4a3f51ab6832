/** Several processes on one database: nothing is lost, nothing locks up, and a kill at any moment leaves no half. */
import { type ChildProcess, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect } from 'chai'
import { createCms } from '../../lib/cms.ts'
import type { CollectionConfig } from '../../lib/content-config.ts'
import { drawn } from '../harness/depth.ts'
import { postgresUrl } from '../harness/postgres-server.ts'
import { PREBUILT, SECRET, temporaryFile } from '../harness/start.ts'
import { adapterFor, writerCollections } from './writer.ts'

const WRITER = fileURLToPath(new URL('./writer.ts', import.meta.url))

const KINDS = [
  { name: 'one SQLite file', where: () => temporaryFile('.db') },
  ...drawn(['better-sqlite3', ...PREBUILT], 'processes').map((client) => ({
    name: `one SQLite file (${client})`,
    where: () => `${client}:${temporaryFile('.db')}`,
  })),
  { name: 'one Postgres', where: () => `${postgresUrl()}?galley=w${Math.random().toString(36).slice(2)}` },
]

/** A process that creates documents and prints the number of each that was acknowledged. */
function writer(
  where: string,
  name: string,
  count: number,
): { child: ChildProcess; acknowledged: string[]; ended: Promise<{ code: number | null; errors: string }> } {
  const child = spawn(process.execPath, ['--import', 'tsx', WRITER, where, name, String(count)], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const acknowledged: string[] = []
  let errors = ''
  let rest = ''
  child.stderr!.on('data', (chunk) => (errors += chunk))
  child.stdout!.on('data', (chunk) => {
    const lines = (rest + chunk).split('\n')
    rest = lines.pop()!
    acknowledged.push(...lines.filter((line) => line.startsWith(name)))
  })
  return {
    child,
    acknowledged,
    ended: new Promise((resolve) => child.on('close', (code) => resolve({ code, errors }))),
  }
}

describe('store/processes @long', function () {
  this.timeout(120_000)
  for (const kind of drawn(KINDS, 'processes')) {
    for (const processes of drawn([2, 3], 'processes')) {
      it(`${processes} processes write 120 documents to ${kind.name}`, async () => {
        const where = kind.where()
        const writers = Array.from({ length: processes }, (_, index) => writer(where, `w${index}`, 120 / processes))
        for (const { ended } of writers) expect(await ended).to.deep.equal({ code: 0, errors: '' })
        const cms = await createCms({
          secret: SECRET,
          db: adapterFor(where),
          collections: writerCollections,
          log: silent,
        })
        try {
          expect(await cms.count('lines')).to.equal(120)
          expect((await cms.find('lines', { limit: 0 })).docs).to.have.length(120)
          const counter: any = await cms.findById('counters', 1)
          expect(counter.value).to.equal(120)
        } finally {
          await cms.stop()
        }
      })
    }

    it(`a kill in the middle of writing to ${kind.name} loses nothing acknowledged and leaves no half`, async () => {
      const where = kind.where()
      const acknowledged: string[] = []
      for (let round = 0; round < 4; round++) {
        const one = writer(where, `k${round}`, 100_000)
        while (one.acknowledged.length < 5 + round * 7) await new Promise((resolve) => setTimeout(resolve, 5))
        one.child.kill('SIGKILL')
        await one.ended
        acknowledged.push(...one.acknowledged)
      }
      const cms = await createCms({
        secret: SECRET,
        db: adapterFor(where),
        collections: writerCollections,
        log: silent,
      })
      try {
        const { docs } = await cms.find('lines', { limit: 0, depth: 0 })
        const stored = new Set(docs.map((doc: any) => doc.text))
        for (const text of acknowledged) expect(stored.has(text), text).to.equal(true)
        expect(await cms.count('lines')).to.equal(docs.length)
        for (const doc of docs as any[])
          expect((await cms.find('lines', { where: { others: { equals: 1 }, id: { equals: doc.id } } })).docs, doc.text).to.have.length(1)
      } finally {
        await cms.stop()
      }
    })

    it(`a kill in the middle of a migration of ${kind.name} leaves the old tables or the new ones`, async () => {
      const where = kind.where()
      const open = () => createCms({ secret: SECRET, db: adapterFor(where), collections: [...writerCollections, ...many], log: silent })
      for (const delay of [0, 10, 40, 90]) {
        const child = spawn(process.execPath, ['--import', 'tsx', WRITER, where, 'migrate', String(delay)], {
          stdio: ['ignore', 'pipe', 'inherit'],
        })
        const ended = new Promise((resolve) => child.on('close', resolve))
        child.stdout!.once('data', () => setTimeout(() => child.kill('SIGKILL'), delay))
        await ended
      }
      const cms = await open()
      try {
        for (const { slug } of many) expect(await cms.create(slug, { a: 'x' })).to.include({ id: 1 })
      } finally {
        await cms.stop()
      }
    })
  }
})

const many = Array.from(
  { length: 12 },
  (_, index): CollectionConfig => ({
    slug: `many${index}`,
    fields: [{ name: 'a' }, { name: 'b', type: 'relationship', to: 'lines' }],
  }),
)
const silent = { info: () => undefined, warn: () => undefined, error: () => undefined }
