/** Backups while somebody writes, and backups that are killed: what is restored was once so, and older ones stay good. */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect } from 'chai'
import { Caller, system } from '../../../lib/actor.ts'
import { copyDatabase } from '../../../lib/backup/copy.ts'
import { openBackup } from '../../../lib/backup/make.ts'
import { startBackup } from '../../../lib/features/backups/run.ts'
import { BackupRuns } from '../../../lib/features/backups/table.ts'
import type { Handle } from '../../../lib/local/handle.ts'
import { drawn } from '../../harness/depth.ts'
import { DURABLE, end } from '../../harness/start.ts'
import { inFile, openAt } from './busy.ts'

const BUSY = fileURLToPath(new URL('busy.ts', import.meta.url))
const HALF_AN_HOUR = 31 * 60_000

for (const [name, make] of drawn(Object.entries(DURABLE), 'backups under load')) {
  describe(`backups under load with ${name} @long`, function () {
    this.timeout(120_000)
    let where: string
    let dir: string
    let cms: Handle
    let children: ChildProcess[]

    beforeEach(async () => {
      where = make()
      dir = await mkdtemp(path.join(tmpdir(), 'galley-test-busy-'))
      cms = await openAt(where, dir)
      await cms.create('counters', { n: 0 })
      children = []
    })
    afterEach(async () => {
      for (const child of children) child.kill('SIGKILL')
      await end(cms)
      await rm(dir, { recursive: true, force: true })
    })

    const start = async (what: string): Promise<ChildProcess> => {
      const child = fork(BUSY, [what, where, dir], { execArgv: ['--import', 'tsx'], env: { ...process.env, TMPDIR: dir } })
      children.push(child)
      await once(child, 'message')
      return child
    }

    /** What a backup brings into an empty database. */
    async function restored<T>(filename: string, look: (cms: Handle) => Promise<T>): Promise<T> {
      const at = make()
      const target = await openAt(at, dir, { migrate: false })
      await openBackup(path.join(dir, filename), { settings: cms.engine.settings, adapter: inFile }, (from) =>
        copyDatabase(from, target.engine.store),
      )
      await target.stop()
      const opened = await openAt(at, dir)
      try {
        return await look(opened)
      } finally {
        await end(opened)
      }
    }

    it('hold a state that existed, row by row', async () => {
      let acknowledged = 0
      const child = await start('write')
      child.on('message', (n) => (acknowledged = n as number))
      for (let n = 0; n < 3; n++) {
        while (acknowledged < 150 * (n + 1)) await new Promise((resolve) => setTimeout(resolve, 10))
        const before = acknowledged
        const { backup, done } = await startBackup(cms.engine, new Caller(system), 'manual')
        await done
        const after = acknowledged
        expect((await new BackupRuns(cms.engine).find(backup.id))!.state).to.equal('done')
        await restored(backup.filename, async (there) => {
          const { n } = (await there.findById('counters', 1)) as any
          expect(n)
            .to.be.at.least(before)
            .and.at.most(after + 1)
          const { docs } = await there.find('lines', { limit: 0, sort: 'id' })
          expect(docs.map((doc: any) => `${doc.n} ${doc.text}`)).to.deep.equal(
            Array.from({ length: n }, (_, index) => `${index + 1} line ${index + 1}`),
          )
        })
      }
    })

    it('that are killed leave the older ones usable, and the way free for the next', async () => {
      for (let n = 0; n < 300; n++) await cms.create('lines', { n, text: 'x'.repeat(1000) })
      await (await startBackup(cms.engine, new Caller(system), 'manual')).done
      const [good] = await new BackupRuns(cms.engine).list()
      for (let n = 0; n < 5; n++) {
        await cms.engine.store.commit({
          writes: [
            { kind: 'delete', sql: `delete from ${cms.engine.store.dialect.table('$backups')} where state = 'running'`, values: [] },
          ],
        })
        const child = await start('backup')
        await new Promise((resolve) => setTimeout(resolve, 20 + Math.random() * 200))
        child.kill('SIGKILL')
        await once(child, 'exit')
      }
      expect(await restored(good!.filename, (there) => there.count('lines'))).to.equal(300)
      const whole = (await readdir(dir)).filter((file) => file.endsWith('.db.gz'))
      for (const file of whole) expect(await restored(file, (there) => there.count('lines'))).to.equal(300)
      const later = await openAt(where, dir, { clock: { now: () => new Date(Date.now() + HALF_AN_HOUR) } })
      const { backup, done } = await startBackup(later.engine, new Caller(system), 'manual')
      await done
      expect((await new BackupRuns(later.engine).find(backup.id))!.state).to.equal('done')
      await later.stop()
    })
  })
}
