/** What is not tampering never looks like it: commits that fail, full disks, writing and retention during a verification. */
import { rmSync } from 'node:fs'
import { expect } from 'chai'
import { sqlite } from '../../../adapters/sqlite/index.ts'
import { createCms } from '../../../lib/cms.ts'
import { chainOf } from '../../../lib/features/audit/chain.ts'
import type { Handle } from '../../../lib/local/handle.ts'
import { inDepth } from '../../harness/depth.ts'
import { configWith, DATABASES, driversFor, end, startCms, temporaryFile } from '../../harness/start.ts'

const config = { audit: true, jobsTimer: false, collections: [{ slug: 'notes', fields: [{ name: 'text' }] }] } as const
const clean = { invalid: [], gaps: 0, truncated: false }

async function found(cms: Handle) {
  const { invalid, gaps, truncated } = await cms.audit.verify()
  return { invalid, gaps, truncated }
}

for (const database of driversFor('features/audit/false-alarms')) {
  describe(`features/audit: no false alarms with ${database.name}`, () => {
    let cms: Handle
    beforeEach(async () => {
      cms = await startCms(database, { ...config, collections: [...config.collections] } as any)
    })
    afterEach(() => end(cms))

    /** Meanwhile transactions do their work, and then fail to commit. */
    async function failingToCommit(work: () => Promise<void>): Promise<void> {
      const { store } = cms.engine
      const usual = store.atomically.bind(store)
      store.atomically = (inside) =>
        usual(async (connection) => {
          await inside(connection)
          throw new Error('no space left on device')
        })
      await work()
      store.atomically = usual
    }

    it('when signatures were rolled back', async () => {
      const chain = chainOf(cms.engine)
      await failingToCommit(async () => {
        // Entries are signed at any moment after they were written.
        for (let n = 0; n < 5; n++) await cms.create('notes', { text: `${n}` })
        for (let n = 0; n < 2; n++) expect(await chain.seal().catch((error: Error) => error.message)).to.equal('no space left on device')
      })
      expect(chain.highestSeq, 'nothing was committed').to.equal(0)
      expect(await found(cms)).to.deep.equal(clean)
      expect((await cms.audit.verify()).checked).to.equal(5)
    })

    it('while others write @long', async () => {
      let isOver = false
      const writing = (async () => {
        for (let n = 0; !isOver; n++) {
          await Promise.all([1, 2, 3].map((one) => cms.create('notes', { text: `${n}.${one}` })))
          await chainOf(cms.engine).seal()
        }
      })()
      try {
        for (let n = 0; n < inDepth(3, 10); n++) expect(await found(cms)).to.deep.equal(clean)
      } finally {
        isOver = true
        await writing
      }
    })

    for (const earlier of [0, 3])
      it(`while entries are signed between the reading of the end and the last page, after ${earlier} others`, async () => {
        for (let n = 0; n < earlier; n++) await cms.create('notes', { text: `${n}` })
        const { store } = cms.engine
        const read = store.read.bind(store)
        let isFirst = true
        store.read = async (sql, values, fresh) => {
          if (isFirst && /order by/.test(sql)) {
            isFirst = false
            await cms.create('notes', { text: 'meanwhile' })
            await chainOf(cms.engine).seal()
          }
          return read(sql, values, fresh)
        }
        expect(await found(cms)).to.deep.equal(clean)
        expect(isFirst).to.equal(false)
      })

    it('while retention deletes @long', async () => {
      for (let n = 0; n < 3; n++) await cms.create('notes', { text: `${n}` })
      const { store } = cms.engine
      const read = store.read.bind(store)
      let isFirst = true
      store.read = async (sql, values, fresh) => {
        if (isFirst && /order by/.test(sql)) {
          isFirst = false
          await cms.create('notes', { text: 'kept' })
          const later = (await cms.audit.find({})).docs.at(0)!.at
          expect(await chainOf(cms.engine).forget(later)).to.be.greaterThan(0)
        }
        return read(sql, values, fresh)
      }
      expect(await found(cms)).to.deep.equal(clean)
      expect(isFirst).to.equal(false)
    })
  })
}

for (const client of ['sqlite3', 'better-sqlite3'] as const) {
  it(`features/audit: a full disk is not tampering, with ${client}${client === 'sqlite3' ? '' : ' @long'}`, async () => {
    const filename = temporaryFile('.db')
    const pages = (most: number) =>
      cms.engine.store.atomically(async (connection) => {
        const [{ page_count }] = (await connection.all('pragma page_count')) as any
        await connection.all(`pragma max_page_count = ${Math.max(most, page_count + 3)}`)
      })
    const cms = await createCms({
      ...configWith(DATABASES[0]!, {}),
      db: sqlite({ filename, client }),
      ...config,
      collections: [...config.collections],
    } as any)
    try {
      let refused = 0
      for (let round = 0; round < 8; round++) {
        await pages(0)
        const writes = Array.from({ length: 40 }, (_, n) =>
          cms.create('notes', { text: `${n} `.repeat(200) }).catch(() => {
            refused++
          }),
        )
        await Promise.all([
          ...writes,
          chainOf(cms.engine)
            .seal()
            .catch(() => undefined),
        ])
        await pages(1_000_000)
        expect(await found(cms)).to.deep.equal(clean)
      }
      expect(refused, 'the disk was full now and then').to.be.greaterThan(0)
    } finally {
      await cms.stop()
      for (const ending of ['', '-wal', '-shm']) rmSync(`${filename}${ending}`, { force: true })
    }
  })
}
