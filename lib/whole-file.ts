/** Writes a file atomically: under a unique temporary name in the same folder, then renamed. */
import { randomBytes } from 'node:crypto'
import { readdir, realpath, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { isOrphaned, MARK } from './scratch.ts'

const ENDING = '.part'

/** `write` gets the name to write to, which doesn't exist yet. If several writers run, the last to finish wins. */
export async function writeWhole<T>(file: string, write: (unfinished: string) => Promise<T>): Promise<T> {
  const there = await stat(file).catch(() => undefined)
  // A pipe or a terminal can't be replaced with a file.
  if (there && !there.isFile()) return write(file)
  const target = there ? await realpath(file) : file
  const folder = path.dirname(target)
  const found = await stat(folder).catch(() => undefined)
  if (!found?.isDirectory()) throw new Error(found ? `${folder} is a file, not a folder` : `the folder ${folder} doesn't exist`)
  await sweep(target)
  const unfinished = `${target}.${MARK}-${randomBytes(6).toString('hex')}${ENDING}`
  try {
    const result = await write(unfinished)
    await rename(unfinished, target)
    return result
  } catch (error) {
    await rm(unfinished, { force: true })
    // People know only this name.
    if ((error as NodeJS.ErrnoException).path === unfinished) (error as NodeJS.ErrnoException).path = target
    throw error
  }
}

/** Removes what killed processes left of the same file. */
async function sweep(target: string): Promise<void> {
  const folder = path.dirname(target)
  const prefix = `${path.basename(target)}.`
  for (const name of await readdir(folder).catch(() => []))
    if (name.startsWith(prefix) && name.endsWith(ENDING)) {
      const left = path.join(folder, name)
      if (await isOrphaned(left, name.slice(prefix.length))) await rm(left, { force: true })
    }
}
