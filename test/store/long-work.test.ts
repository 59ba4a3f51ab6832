/** Long work over a large database never holds the event loop for long, whichever driver runs its statements. */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect } from 'chai'
import { drawn } from '../harness/depth.ts'
import { PREBUILT } from '../harness/start.ts'

const ROWS = 60_000
const AUDITED = 30_000
/** Milliseconds of processor time in one turn of the event loop. */
const LONGEST_TURN = 100

describe('store: long work @long', function () {
  this.timeout(600_000)
  for (const driver of drawn(['sqlite3', 'better-sqlite3', ...PREBUILT], 'long work'))
    it(`leaves the event loop to others with ${driver}`, async () => {
      const folder = await mkdtemp(path.join(tmpdir(), 'galley-test-long-'))
      try {
        const file = path.join(folder, 'cms.db')
        const child = fork(
          new URL('./long-work.ts', import.meta.url).pathname,
          [`${driver}:${file}`, folder, String(ROWS), String(AUDITED)],
          { execArgv: ['--import', 'tsx'], env: { ...process.env, TMPDIR: folder } },
        )
        const ended = once(child, 'exit')
        const [longest] = (await Promise.race([once(child, 'message'), ended])) as [Record<string, number>]
        await ended
        expect(longest, 'the process ended early').to.be.an('object')
        if (process.env['SHOW']) console.log(longest)
        expect(Object.keys(longest)).to.have.length(10)
        expect(Object.entries(longest).filter(([, turn]) => turn > LONGEST_TURN)).to.deep.equal([])
      } finally {
        await rm(folder, { recursive: true, force: true })
      }
    })
})
