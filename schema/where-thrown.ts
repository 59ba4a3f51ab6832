/** Finds the line that keeps a module from being loaded, in its own file or in one that it imports. Tested by test/schema/code.test.ts. */
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { Position, Source } from './source.ts'

/** A module may throw anything, including a string or `undefined`. */
export const firstLineOf = (thrown: unknown): string =>
  (thrown instanceof Error ? thrown.message : String(thrown)).replace(/\n.*/s, '').trim()

/** Names the module itself, without a position, if no file of the project is to blame. */
export function whereThrown(thrown: unknown, file: string, folder: string): { source: Source; position?: Position } {
  const { file: blamed = file, position } = placeOf(thrown, file, folder) ?? {}
  return { source: { name: path.relative(folder, blamed), text: readFileSync(blamed, 'utf8') }, ...(position && { position }) }
}

interface Place {
  file: string
  position: Position
}

function placeOf(thrown: unknown, file: string, folder: string): Place | undefined {
  if (!(thrown instanceof Error)) return undefined
  if (thrown instanceof SyntaxError && /js$/.test(file)) return syntaxErrorIn(file)
  const missing = missingImport(thrown, file, folder)
  if (missing) return missing
  for (const text of [thrown.message, ...(thrown.stack ?? '').split('\n')]) {
    const [, named, line, column] = /((?:file:\/\/)?\/[^\s():]+):(\d+)(?::(\d+))?/.exec(text) ?? []
    if (named === undefined) continue
    const found = named.startsWith('file:') ? fileURLToPath(named) : named
    const isOurs = found.startsWith(`${folder}${path.sep}`) && !found.includes(`${path.sep}node_modules${path.sep}`)
    if (isOurs) return { file: found, position: { line: Number(line), column: Number(column ?? 1) } }
  }
  return undefined
}

/** The place of an import that leads nowhere; Node names only the two files. */
function missingImport({ message }: Error, file: string, folder: string): Place | undefined {
  const [, missing, importer = file] = /^Cannot find (?:module|package) '([^']+)'(?: imported from (\S+))?/.exec(message) ?? []
  const importing = importer.startsWith('file:') ? fileURLToPath(importer) : importer
  if (missing === undefined || !importing.startsWith(`${folder}${path.sep}`) || !existsSync(importing)) return undefined
  const text = readFileSync(importing, 'utf8')
  for (const { 2: named = '', index } of text.matchAll(/(['"])(.+?)\1/g)) {
    if (named !== missing && path.resolve(path.dirname(importing), named) !== missing) continue
    const before = text.slice(0, index).split('\n')
    return { file: importing, position: { line: before.length, column: (before.at(-1) ?? '').length + 1 } }
  }
  return undefined
}

/** Node tells where a module doesn't parse, or imports what isn't there, only on the standard error of a process. */
function syntaxErrorIn(file: string): Place | undefined {
  const { stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', `import ${JSON.stringify(pathToFileURL(file).href)}`], {
    encoding: 'utf8',
  })
  const [, named, line, marks] = /^(.+):(\d+)\n(?:.*\n( *)\^)?/.exec(stderr) ?? []
  if (named === undefined) return undefined
  const position = { line: Number(line), column: (marks?.length ?? 0) + 1 }
  return { file: named.startsWith('file:') ? fileURLToPath(named) : named, position }
}
