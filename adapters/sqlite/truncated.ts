/** Detects a database file that is shorter than its header says. SQLite would open it, and fail at the first missing page.
 * Tested by test/cli/damaged.test.ts.
 */
import { closeSync, openSync, readSync, statSync } from 'node:fs'
import { configError } from '../../lib/errors.ts'

const HEADER = 100
const PAGE_SIZE = 16
const PAGES = 28

export function refuseTruncated(filename: string): void {
  const size = sizeOf(filename)
  // The write-ahead log may still hold pages beyond the end of the file.
  if (size < HEADER || sizeOf(`${filename}-wal`) > 0) return
  const header = Buffer.alloc(HEADER)
  const file = openSync(filename, 'r')
  try {
    readSync(file, header, 0, HEADER, 0)
  } finally {
    closeSync(file)
  }
  if (!header.toString('latin1').startsWith('SQLite format 3\0')) return
  const pageSize = header.readUInt16BE(PAGE_SIZE)
  const wanted = (pageSize === 1 ? 65_536 : pageSize) * header.readUInt32BE(PAGES)
  if (size < wanted)
    throw configError(
      `The database file ${filename} is truncated: it has ${size} of ${wanted} bytes. Keep a copy of it, and restore a backup into a new file: npx galley restore <backup>`,
    )
}

/** Folders and missing files count as empty: opening the database reports the problem. */
function sizeOf(file: string): number {
  const found = statSync(file, { throwIfNoEntry: false })
  return found?.isFile() ? found.size : 0
}
