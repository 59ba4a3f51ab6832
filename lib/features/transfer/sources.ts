/** Import sources: JSON lines, CSV, a folder of Markdown, exports of WordPress and Ghost. Each yields plain values and their position. */
import { stat } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { badRequest, firstLineOf } from '../../errors.ts'
import { optional } from '../../optional.ts'
import { markdownFiles, otherTexts } from './contents.ts'
import { cutShort, type Entry, type EntrySource } from './entry.ts'
import { ghost } from './ghost.ts'
import type { Omission } from './omissions.ts'
import { blocksOf, linesOf, textOf } from './text.ts'
import { omittedItems, wordpress } from './wordpress.ts'

/** Each source refuses a truncated file, at the latest after its last record. */
export interface ImportSource {
  sentence: string
  read: EntrySource
  beside?(file: string, encoding?: string): Promise<Omission[]>
}

export const SOURCES: Record<string, ImportSource> = {
  jsonl: { sentence: 'a JSON object a line', read: jsonLines },
  csv: { sentence: 'a table whose first line names the fields', read: csv },
  markdown: { sentence: 'a folder of .md files with front matter', read: markdown, beside: otherTexts },
  wordpress: { sentence: 'the XML that WordPress exports', read: wordpress, beside: omittedItems },
  ghost: { sentence: 'the JSON that Ghost exports', read: ghost },
}

/** The kind by the file's name, if none was given. */
export async function sourceKindOf(file: string): Promise<string> {
  const found = await stat(file).catch(() => undefined)
  if (!found) throw badRequest(`The file '${file}' doesn't exist`)
  if (found.isDirectory()) return 'markdown'
  const kind = { '.jsonl': 'jsonl', '.ndjson': 'jsonl', '.csv': 'csv', '.xml': 'wordpress' }[path.extname(file).toLowerCase()]
  if (!kind) throw badRequest(`'${file}' does not say what it is: name it with --from ${Object.keys(SOURCES).join(', ')}`)
  return kind
}

async function* jsonLines(file: string, encoding?: string): AsyncGenerator<Entry> {
  let number = 0
  for await (const { line, isEnded } of linesOf(file, encoding)) {
    number++
    if (line.trim() === '') continue
    const where = `${path.basename(file)}:${number}`
    const { values, problem } = objectIn(line)
    if (problem !== undefined && !isEnded) throw cutShort(file, `its last line is not complete (${problem})`)
    yield { where, values, ...(problem !== undefined && { problem }) }
  }
}

function objectIn(line: string): Pick<Entry, 'values' | 'problem'> {
  try {
    const values = JSON.parse(line)
    if (typeof values !== 'object' || values === null || Array.isArray(values)) throw new Error('must be a JSON object')
    return { values }
  } catch (error) {
    return { values: {}, problem: (error as Error).message }
  }
}

async function* csv(file: string, encoding?: string): AsyncGenerator<Entry> {
  const { parse } = optional('csv-parse') as typeof import('csv-parse')
  const text = Readable.from(blocksOf(file, encoding))
  const rows = text.pipe(parse({ info: true, relaxColumnCount: true, skipEmptyLines: true }))
  text.on('error', (error) => rows.destroy(error))
  let names: readonly string[] | undefined
  try {
    for await (const { record, info } of rows as AsyncIterable<{ record: string[]; info: { lines: number } }>) {
      const linesInside = record.join('').split('\n').length - 1
      if (names) yield { where: `${path.basename(file)}:${info.lines - linesInside}`, ...valuesOf(record, names) }
      else names = namesIn(record, file)
    }
  } catch (error) {
    if ((error as { code?: string }).code !== 'CSV_QUOTE_NOT_CLOSED') throw error
    throw cutShort(file, 'it ends inside a quoted value')
  }
  if (!names) throw badRequest(`'${file}' is empty: its first line must name the fields`)
}

function namesIn(header: readonly string[], file: string): string[] {
  const names = header.map((name) => name.trim())
  if (names.every((name) => name === '')) throw badRequest(`'${file}' has an empty first line, which must name the fields`)
  const twice = names.findIndex((name, index) => name !== '' && names.indexOf(name) !== index)
  const name = names[twice]
  if (name === undefined) return names
  const columns = `columns ${names.indexOf(name) + 1} and ${twice + 1}`
  throw badRequest(`'${file}' has two columns named '${name}' (${columns}). Rename or remove one; nothing was imported`)
}

/** Spreadsheets leave empty cells after the last column; a value there would be lost. */
function valuesOf(cells: readonly string[], names: readonly string[]): Pick<Entry, 'values' | 'problem'> {
  const nameless = cells.findIndex((cell, index) => cell !== '' && !names[index])
  const cell = cells[nameless]
  if (cell !== undefined)
    return { values: {}, problem: `column ${nameless + 1} holds '${cell.slice(0, 50)}', and the first line gives it no name` }
  return { values: Object.fromEntries(names.flatMap((name, index) => (name && index < cells.length ? [[name, cells[index]]] : []))) }
}

/** Includes subfolders; the file name becomes the slug. */
async function* markdown(folder: string, encoding?: string): AsyncGenerator<Entry> {
  const { parse } = optional('yaml') as typeof import('yaml')
  const { htmlOfMarkdown } = await import('../../rich-text/from-markdown.ts')
  for (const name of await markdownFiles(folder)) {
    const where = name
    try {
      const text = (await textOf(path.join(folder, name), encoding)).replaceAll('\r\n', '\n')
      if (/^\+\+\+[ \t]*\n/.test(text))
        throw new Error("its front matter is TOML (+++). Convert it to YAML first, for example with 'hugo convert toYAML'")
      const [, front = '', body = text] = /^---[ \t]*\n([\s\S]*?\n)??---[ \t]*(?:\n|$)([\s\S]*)$/.exec(text) ?? []
      const slug = path.basename(name).replace(/^(\d{4}-\d{2}-\d{2}-)?(.*)\.\w+$/, '$2')
      yield { where, values: { slug, ...fieldsIn(parse, front), body: htmlOfMarkdown(body) }, added: ['slug'], folder: path.dirname(name) }
    } catch (error) {
      yield { where, values: {}, problem: firstLineOf(error as Error) }
    }
  }
}

function fieldsIn(parse: (text: string) => unknown, front: string): Record<string, unknown> {
  try {
    const fields = parse(front) ?? {}
    if (typeof fields !== 'object' || Array.isArray(fields)) throw new Error('must name fields and their values')
    return fields as Record<string, unknown>
  } catch (error) {
    throw new Error(`its front matter: ${(error as Error).message}`)
  }
}
