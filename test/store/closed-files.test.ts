/** A stop closes every file of the database: a process that starts and stops again and again, such as a test runner, never runs out of descriptors. */
import { readdirSync, readlinkSync, rmSync } from 'node:fs'
import { setImmediate } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect } from 'chai'
import { sqlite } from '../../adapters/sqlite/index.ts'
import { createCms } from '../../lib/cms.ts'
import { inDepth } from '../harness/depth.ts'
import { configWith, PREBUILT, temporaryFile } from '../harness/start.ts'

/** Needs a migration that production does not make by itself. */
const CHANGED = [{ slug: 'posts', fields: [{ name: 'heading', required: true }] }]

const ROUNDS = inDepth(3, 10)
const SILENT = { info() {}, warn() {}, error() {} }

for (const client of ['sqlite3', 'better-sqlite3', ...PREBUILT] as const)
  describe(`store/closed-files with ${client}${PREBUILT.includes(client) ? ' @long' : ''}`, () => {
    const filename = temporaryFile('.db')
    after(() => {
      for (const ending of ['', '-wal', '-shm']) rmSync(filename + ending, { force: true })
    })

    const start = () =>
      createCms(
        configWith(
          { name: client, fresh: () => sqlite({ filename, client }) },
          { collections: [{ slug: 'posts', access: { read: 'anyone' }, fields: [{ name: 'title' }] }] },
          [],
        ),
      )

    it(`leaves none open after ${ROUNDS} starts and stops @long`, async () => {
      for (let round = 0; round < ROUNDS; round++) {
        const cms = await start()
        await cms.create('posts', { title: `round ${round}` })
        // Several connections at once, those whose statements have a limit too.
        const lists = Array.from({ length: 8 }, (_, index) => cms.as(null).find('posts', { where: { title: { like: String(index) } } }))
        await Promise.all([...lists, cms.find('posts'), cms.transaction((inside) => inside.create('posts', { title: 'held' }))])
        await cms.stop()
        expect(await openFiles(client, filename), `after round ${round}`).to.deep.equal([])
      }
    }).timeout(120_000)

    it('leaves none open where statements run while it stops, or have failed @long', async () => {
      const cms = await start()
      const running = Array.from({ length: 30 }, (_, index) =>
        cms
          .as(null)
          .find('posts', { where: { or: [{ title: { like: 'o' } }, { id: { equals: index } }] }, sort: index % 2 ? 'title' : '-title' })
          .catch(() => undefined),
      )
      await cms.stop()
      await Promise.all(running)
      expect(await openFiles(client, filename)).to.deep.equal([])
    })

    it('leaves none open after a start that failed', async () => {
      const config = configWith({ name: client, fresh: () => sqlite({ filename, client }) }, { collections: CHANGED, production: true }, [])
      const error = await createCms(config).then(
        () => undefined,
        (thrown: Error) => thrown,
      )
      expect(error).to.be.an('error')
      expect(await openFiles(client, filename)).to.deep.equal([])
    })

    it('leaves none open after a snapshot @long', async () => {
      const connections = await sqlite({ filename, client }).open({ log: SILENT })
      await connections.snapshot((connection) => connection.all('select 1'))
      await connections.snapshot((connection) => connection.all('select * from nowhere')).catch(() => undefined)
      await connections.close()
      expect(await openFiles(client, filename)).to.deep.equal([])
    })
  })

/** These drivers close a file when its last statement is collected. */
const LAZY = ['@photostructure/sqlite', 'libsql']

function collectGarbage(): void {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')()
}

/** Only Linux lists them; elsewhere the tests see that nothing fails. */
async function openFiles(client: string, filename: string): Promise<string[]> {
  if (process.platform !== 'linux') return []
  for (let tries = 0; LAZY.includes(client) && tries < 5; tries++) {
    collectGarbage()
    await setImmediate()
  }
  return readdirSync('/proc/self/fd').flatMap((descriptor) => {
    const target = targetOf(descriptor)
    return target.startsWith(filename) ? [target] : []
  })
}

/** The descriptor of the listing itself is gone by now. */
function targetOf(descriptor: string): string {
  try {
    return readlinkSync(`/proc/self/fd/${descriptor}`)
  } catch {
    return ''
  }
}
