/** A hash of the contents of an import, so that it is recognized under another path or on another machine. */
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { type Omission, omission } from './omissions.ts'

export async function contentsOf(file: string): Promise<string> {
  const hash = createHash('sha256')
  for (const name of await markdownIn(file)) {
    hash.update(`${name}\0`)
    await pipeline(createReadStream(path.join(file, name)), hash, { end: false })
  }
  return hash.digest('hex')
}

/** The relevant file names in a folder; empty for a single file. */
async function markdownIn(file: string): Promise<string[]> {
  return (await stat(file)).isDirectory() ? markdownFiles(file) : ['']
}

/** Includes subfolders, always in the same order. */
export async function markdownFiles(folder: string): Promise<string[]> {
  const names = (await readdir(folder, { recursive: true })).filter((name) => /\.(md|markdown)$/i.test(name))
  return names.map((name) => name.split(path.sep).join('/')).sort()
}

/** Texts in the folder that are not Markdown, which an import leaves out. */
export async function otherTexts(folder: string): Promise<Omission[]> {
  const names = (await readdir(folder, { recursive: true })).filter((name) => /\.(mdx|html?|txt|rst|adoc|org)$/i.test(name))
  return names.sort().map((name) => omission('file that is not Markdown', name, 'files that are not Markdown'))
}
