/** Processes that are killed while they upload, replace and delete: after the scheduled jobs no file is without a document, and none is missing. */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect } from 'chai'
import { fileKeysOf } from '../../../lib/features/media/collection.ts'
import { checkFiles } from '../../../lib/features/media/commands.ts'
import { byId } from '../../../lib/query/filter.ts'
import { inDepth } from '../../harness/depth.ts'
import { DURABLE, end } from '../../harness/start.ts'
import { openAt } from './uploader.ts'

const UPLOADER = fileURLToPath(new URL('uploader.ts', import.meta.url))
const KILLS = inDepth(3, 25)
const TWO_DAYS = 48 * 3600 * 1000

describe('media: processes that are killed @long', () => {
  for (const [name, make] of Object.entries(DURABLE)) {
    it(`leave nothing behind with ${name}, ${KILLS} times`, async function () {
      this.timeout(inDepth(120_000, 300_000))
      const where = make()
      const folder = await mkdtemp(path.join(tmpdir(), 'galley-test-killed-'))
      const dir = path.join(folder, 'files')
      for (let n = 0; n < KILLS; n++) {
        const child = fork(UPLOADER, [where, dir], { execArgv: ['--import', 'tsx'], env: { ...process.env, TMPDIR: folder } })
        await once(child, 'message')
        await new Promise((resolve) => setTimeout(resolve, 20 + Math.random() * 150))
        child.kill('SIGKILL')
        await once(child, 'exit')
      }
      const cms = await openAt(where, dir, { now: () => new Date(Date.now() + TWO_DAYS) })
      for (let removed = 1; removed > 0; ) removed = ((await cms.runJobs()) as any).media.removed
      const { docs } = await cms.find('media', { limit: 0 })
      expect(docs.length).to.be.above(KILLS / 2)
      expect(await checkFiles(cms)).to.deep.equal({ missing: [], unneeded: [] })
      const kept: string[] = []
      for (const { id } of docs) kept.push(...fileKeysOf((await cms.engine.reader.stored(cms.engine.entity('media'), byId(id)))!.doc))
      expect(new Set(kept).size).to.equal(docs.length * 2)
      await end(cms)
      await rm(folder, { recursive: true, force: true })
    })
  }
})
