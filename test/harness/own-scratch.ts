/** Test files that run side by side have a folder for temporary files each process, since some count what is left in it. */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

if (process.env['MOCHA_WORKER_ID'] !== undefined) {
  const folder = mkdtempSync(path.join(tmpdir(), 'galley-tests-'))
  // A Postgres of its own runs as another user.
  chmodSync(folder, 0o755)
  process.env['TMPDIR'] = folder
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
}
