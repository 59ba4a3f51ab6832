/** Private folders for temporary files. If a process is killed, the next one removes its folder. */
import { createHash } from 'node:crypto'
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { hostname, tmpdir } from 'node:os'
import path from 'node:path'

const PREFIX = 'galley-scratch-'
/** For folders of another machine or container, since their process can't be checked from here. */
const DAY = 24 * 3600 * 1000

const MACHINE = createHash('sha256').update(hostname()).digest('hex').slice(0, 8)
const BEGAN = Math.round(performance.timeOrigin).toString(36)

/** The prefix of unfinished files and folders, which identifies their process. */
export const MARK = `${MACHINE}-${process.pid}-${BEGAN}`

/** Creates a folder that only this user can access. */
export async function scratchFolder(): Promise<string> {
  await sweepScratch()
  return mkdtemp(path.join(tmpdir(), `${PREFIX}${MARK}-`))
}

/** Creates an empty file in such a folder, so that writing to it keeps its permissions. */
export async function scratchFile(folder: string, name: string): Promise<string> {
  const file = path.join(folder, name)
  await writeFile(file, '', { flag: 'wx', mode: 0o600 })
  return file
}

/** Removes folders left by killed processes of this user. */
export async function sweepScratch(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    if (!name.startsWith(PREFIX)) continue
    const folder = path.join(tmpdir(), name)
    const found = await stat(folder).catch(() => undefined)
    if (!found?.isDirectory() || found.uid !== (process.getuid?.() ?? found.uid)) continue
    if (await isOrphaned(folder, name.slice(PREFIX.length))) await rm(folder, { recursive: true, force: true })
  }
}

/** Whether the process that created it is gone. `marked`: the name, starting at the mark. */
export async function isOrphaned(place: string, marked: string): Promise<boolean> {
  const [, machine, pid, began] = /^(\w+)-(\d+)-(\w+)-/.exec(marked) ?? []
  if (machine === undefined || began === undefined) return false
  if (machine === MACHINE) return isDead(Number(pid), began)
  const found = await stat(place).catch(() => undefined)
  return found !== undefined && Date.now() - found.mtimeMs > DAY
}

function isDead(pid: number, began: string): boolean {
  // In a container, every process may get the same process id as its predecessor.
  if (pid === process.pid) return began !== BEGAN
  try {
    process.kill(pid, 0)
    return false
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH'
  }
}
