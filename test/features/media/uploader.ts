/** A process of its own for `killed.test.ts`: uploads, replaces and deletes files without end, until it is killed. */
import { disk } from '../../../adapters/disk.ts'
import type { Clock } from '../../../lib/clock.ts'
import { createCms } from '../../../lib/cms.ts'
import { png } from '../../harness/files.ts'
import { adapterFor } from '../../store/writer.ts'

export const openAt = (where: string, dir: string, clock?: Clock) =>
  createCms({
    secret: 'a-secret-that-is-only-for-the-tests',
    db: adapterFor(where),
    upload: { storage: disk({ dir }), imageSizes: [{ name: 'small', width: 40 }] },
    jobsTimer: false,
    ...(clock && { clock }),
    log: { info: () => undefined, warn: () => undefined, error: (line, facts) => console.error(line, facts) },
  })

async function main([where, dir]: string[]): Promise<void> {
  const cms = await openAt(where!, dir!)
  const content = await png(200, 100)
  const file = (n: number) => ({ filename: `file ${n}.png`, content })
  await cms.upload(file(0))
  process.send!('ready')
  for (let n = 1; ; n++) {
    const made = (await cms.upload(file(n))) as { id: number }
    if (n % 3 === 1) await cms.replaceFile(made.id, file(n))
    if (n % 3 === 2) await cms.delete('media', made.id)
  }
}

if (process.argv[1]?.endsWith('uploader.ts')) await main(process.argv.slice(2))
