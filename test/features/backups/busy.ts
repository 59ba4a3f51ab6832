/** A process of its own for `load.test.ts`: writes without end, or makes backups without end, until it is killed. */
import { sqlite } from '../../../adapters/sqlite/index.ts'
import { Caller, system } from '../../../lib/actor.ts'
import type { Clock } from '../../../lib/clock.ts'
import { createCms } from '../../../lib/cms.ts'
import { startBackup } from '../../../lib/features/backups/run.ts'
import { adapterFor } from '../../store/writer.ts'

export const inFile = (filename: string) => sqlite({ filename })

export const openAt = (where: string, dir: string, { clock, migrate }: { clock?: Clock; migrate?: false } = {}) =>
  createCms(
    {
      secret: 'a-secret-that-is-only-for-the-tests',
      db: adapterFor(where),
      collections: [
        { slug: 'lines', fields: [{ name: 'n', type: 'number' }, { name: 'text' }] },
        { slug: 'counters', fields: [{ name: 'n', type: 'number' }] },
      ],
      backups: { dir, sqlite: inFile },
      jobsTimer: false,
      ...(clock && { clock }),
      log: { info: () => undefined, warn: () => undefined, error: (line, facts) => console.error(line, facts) },
    },
    { migrate },
  )

async function main([what, where, dir]: string[]): Promise<void> {
  const cms = await openAt(where!, dir!)
  process.send!('ready')
  if (what === 'backup') for (;;) await (await startBackup(cms.engine, new Caller(system), 'manual')).done
  for (let n = 1; ; n++) {
    await cms.transaction(async (inside) => {
      await inside.create('lines', { n, text: `line ${n}` })
      await inside.update('counters', 1, { n })
    })
    process.send!(n)
  }
}

if (process.argv[1]?.endsWith('busy.ts')) await main(process.argv.slice(2))
