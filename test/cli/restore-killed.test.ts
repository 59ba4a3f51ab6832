/** Restores that are killed bring nothing or everything, and the database can be used for another one. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync } from 'node:fs'
import path from 'node:path'
import { expect } from 'chai'
import { postgres } from '../../adapters/postgres/index.ts'
import { sqlite } from '../../adapters/sqlite/index.ts'
import { createCms } from '../../lib/cms.ts'
import type { Handle } from '../../lib/local/handle.ts'
import { drawn, inDepth } from '../harness/depth.ts'
import { GALLEY, galley, project } from '../harness/project.ts'
import { DURABLE, end } from '../harness/start.ts'

const NOTES = 30_000
const KILLS = inDepth(3, 20)
/** Milliseconds after which no further kill is tried: machines differ. */
const ENOUGH = 20_000

const schemaOf = (address: string) => new URL(address).searchParams.get('galley')!
const SQLITE = (more: string) => ({
  fresh: DURABLE['SQLite']!,
  db: (at: string) => `sqlite({ filename: ${JSON.stringify(at)}${more} })`,
  adapter: (at: string) => sqlite({ filename: at }),
})
const DRIVERS = {
  'SQLite (sqlite3)': SQLITE(''),
  'SQLite (better-sqlite3)': SQLITE(", client: 'better-sqlite3'"),
  Postgres: {
    fresh: DURABLE['Postgres']!,
    db: (at: string) => `postgres({ url: ${JSON.stringify(at)}, schema: ${JSON.stringify(schemaOf(at))} })`,
    adapter: (at: string) => postgres({ url: at, schema: schemaOf(at) }),
  },
}

const config = (db: string) => `import { sqlite } from 'galley/sqlite'
import { postgres } from 'galley/postgres'
export default {
  secret: 'a-secret-of-at-least-thirty-two-characters',
  db: ${db},
  log: { info() {}, warn() {}, error: console.error },
  collections: [{ slug: 'notes', fields: [{ name: 'text', index: true }] }, { slug: 'last', fields: [{ name: 'text' }] }],
}
`

describe('restores that are killed @long', function () {
  this.timeout(120_000)
  let backup: string
  let cms: Handle | undefined
  const open = async (folder: string, db: ReturnType<typeof sqlite>) =>
    (cms = await createCms({
      secret: 'a-secret-of-at-least-thirty-two-characters',
      db,
      log: { info() {}, warn() {}, error: console.error },
      collections: (await import(path.join(folder, 'cms.config.js'))).default.collections,
    }))
  afterEach(async () => {
    await end(cms)
    cms = undefined
  })

  before(async () => {
    const address = DURABLE['SQLite']!()
    const folder = project(config(`sqlite({ filename: ${JSON.stringify(address)} })`))
    const { engine } = await open(folder, sqlite({ filename: address }))
    await cms!.create('last', { text: 'last' })
    await cms!.create('notes', { text: 'n'.repeat(100) })
    await engine.store.atomically(async (connection: any) => {
      const [row] = await connection.all('select * from "notes"')
      const columns = Object.keys(row).filter((name) => name !== 'id')
      const names = columns.map((name) => `"${name}"`).join(', ')
      await connection.all(
        `with recursive n(i) as (select 2 union all select i + 1 from n where i < ${NOTES}) insert into "notes" (${names}) select ${names} from "notes", n`,
      )
    })
    await end(cms)
    cms = undefined
    const { status, output } = galley(folder, 'backup', 'site.db.gz')
    expect(status, output).to.equal(0)
    backup = path.join(folder, 'site.db.gz')
  })

  for (const [name, { fresh, db, adapter }] of drawn(Object.entries(DRIVERS), 'restores'))
    it(`bring nothing or everything, and can be repeated, on ${name}`, async () => {
      const begun = Date.now()
      const begin = () => {
        const address = fresh()
        const folder = project(config(db(address)))
        copyFileSync(backup, path.join(folder, 'site.db.gz'))
        const child = spawn(process.execPath, [GALLEY, 'restore', 'site.db.gz'], { cwd: folder, env: { ...process.env, NO_COLOR: '1' } })
        return { address, folder, child, ended: once(child, 'close') }
      }
      /** Milliseconds from the first line that it says, when the first table is begun, to the end. */
      const whole = begin()
      await once(whole.child.stdout, 'data')
      const first = Date.now()
      expect((await whole.ended)[0]).to.equal(0)
      const duration = Date.now() - first

      const tally = { nothing: 0, everything: 0 }
      for (let kill = 0; kill < KILLS && Date.now() - begun < ENOUGH; kill++) {
        const { address, folder, child, ended } = begin()
        await once(child.stdout, 'data')
        setTimeout(() => child.kill('SIGKILL'), Math.random() * duration)
        await ended
        const again = galley(folder, 'restore', 'site.db.gz')
        if (again.status === 0) tally.nothing++
        else {
          expect(again.output).to.include('not empty')
          tally.everything++
        }
        const found = await open(folder, adapter(address))
        expect([await found.count('notes'), await found.count('last')]).to.deep.equal([NOTES, 1])
        expect((await found.find('notes', { sort: '-id', limit: 1 })).docs[0]).to.include({ id: NOTES })
        expect(await found.create('notes', { text: 'more' })).to.include({ id: NOTES + 1 })
        await end(found)
        cms = undefined
      }
      expect(tally.nothing, JSON.stringify(tally)).to.be.greaterThan(0)
    })
})
