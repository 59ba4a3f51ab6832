/** Private folders for work that needs files of its own for a while. A folder whose process was killed is removed by the next process. */
import { createHash } from 'node:crypto'
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { hostname, tmpdir } from 'node:os'
import path from 'node:path'

const PREFIX = 'galley-scratch-'
/** Where nobody can tell whether the process is alive, because it runs on another machine or in another container. */
const DAY = 24 * 3600 * 1000

const MACHINE = createHash('sha256').update(hostname()).digest('hex').slice(0, 8)
const BEGAN = Math.round(performance.timeOrigin).toString(36)

/** What names of unfinished files and folders begin with, so that others can tell whose they are. */
export const MARK = `${MACHINE}-${process.pid}-${BEGAN}`

/** A folder that only this user can look into. */
export async function scratchFolder(): Promise<string> {
  await sweepScratch()
  return mkdtemp(path.join(tmpdir(), `${PREFIX}${MARK}-`))
}

/** An empty file in such a folder: what fills it leaves its permissions as they are. */
export async function scratchFile(folder: string, name: string): Promise<string> {
  const file = path.join(folder, name)
  await writeFile(file, '', { flag: 'wx', mode: 0o600 })
  return file
}

/** Removes folders that killed processes of this user have left. */
export async function sweepScratch(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    if (!name.startsWith(PREFIX)) continue
    const folder = path.join(tmpdir(), name)
    const found = await stat(folder).catch(() => undefined)
    if (!found?.isDirectory() || found.uid !== (process.getuid?.() ?? found.uid)) continue
    if (await isLeftBehind(folder, name.slice(PREFIX.length))) await rm(folder, { recursive: true, force: true })
  }
}

/** Whether the process that made it is gone. `marked` is its name from the mark on. */
export async function isLeftBehind(place: string, marked: string): Promise<boolean> {
  const [, machine, pid, began] = /^(\w+)-(\d+)-(\w+)-/.exec(marked) ?? []
  if (machine === undefined) return false
  if (machine === MACHINE) return isDead(Number(pid), began!)
  const found = await stat(place).catch(() => undefined)
  return found !== undefined && Date.now() - found.mtimeMs > DAY
}

function isDead(pid: number, began: string): boolean {
  // In a container every process may have the same number as the one before it.
  if (pid === process.pid) return began !== BEGAN
  try {
    process.kill(pid, 0)
    return false
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH'
  }
}
