/** Where records come from: JSON lines, CSV, a folder of Markdown, exports of WordPress and Ghost. Each gives plain values and where they stood. */
import { createReadStream } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { badRequest } from '../../errors.ts'
import { optional } from '../../optional.ts'
import { markdownFiles } from './contents.ts'
import { cutShort, type Entry, type Source } from './entry.ts'
import { ghost } from './ghost.ts'
import type { Omission } from './omissions.ts'
import { besidePosts, wordpress } from './wordpress.ts'

/** Each refuses a file that is cut short, at the latest behind its last record. */
export const SOURCES: Record<string, { sentence: string; read: Source; beside?(file: string): Promise<Omission[]> }> = {
  jsonl: { sentence: 'a JSON object a line', read: jsonLines },
  csv: { sentence: 'a table whose first line names the fields', read: csv },
  markdown: { sentence: 'a folder of .md files with front matter', read: markdown },
  wordpress: { sentence: 'the XML that WordPress exports', read: wordpress, beside: besidePosts },
  ghost: { sentence: 'the JSON that Ghost exports', read: ghost },
}

/** By its name, where nobody said what it is. */
export async function kindOf(file: string): Promise<string> {
  const found = await stat(file).catch(() => undefined)
  if (!found) throw badRequest(`There is no file '${file}'`)
  if (found.isDirectory()) return 'markdown'
  const kind = { '.jsonl': 'jsonl', '.ndjson': 'jsonl', '.csv': 'csv', '.xml': 'wordpress' }[path.extname(file).toLowerCase()]
  if (!kind) throw badRequest(`'${file}' does not say what it is: name it with --from ${Object.keys(SOURCES).join(', ')}`)
  return kind
}

async function* jsonLines(file: string): AsyncGenerator<Entry> {
  let number = 0
  let broken: Entry | undefined
  for await (const line of createInterface({ input: createReadStream(file), crlfDelay: Number.POSITIVE_INFINITY })) {
    if (broken) yield broken
    broken = undefined
    number++
    if (line.trim() === '') continue
    const where = `${path.basename(file)}:${number}`
    try {
      const values = JSON.parse(line)
      if (typeof values !== 'object' || values === null || Array.isArray(values)) throw new Error('must be a JSON object')
      yield { where, values }
    } catch (error) {
      broken = { where, values: {}, problem: (error as Error).message }
    }
  }
  if (!broken) return
  if (!(await endsWithLine(file))) throw cutShort(file, `its last line is not complete (${broken.problem})`)
  yield broken
}

async function endsWithLine(file: string): Promise<boolean> {
  const { size } = await stat(file)
  const chunks: Buffer[] = await createReadStream(file, { start: Math.max(0, size - 1) }).toArray()
  return Buffer.concat(chunks).at(-1) === NEW_LINE
}

const NEW_LINE = 0x0a

async function* csv(file: string): AsyncGenerator<Entry> {
  const { parse } = optional('csv-parse') as typeof import('csv-parse')
  const rows = createReadStream(file).pipe(
    parse({
      columns: (names: string[]) => names.map((name) => name.trim()),
      bom: true,
      info: true,
      relaxColumnCount: true,
      skipEmptyLines: true,
    }),
  )
  try {
    for await (const { record, info } of rows) yield { where: `${path.basename(file)}:${info.lines}`, values: record }
  } catch (error) {
    if ((error as { code?: string }).code !== 'CSV_QUOTE_NOT_CLOSED') throw error
    throw cutShort(file, 'it ends inside a quoted value')
  }
}

/** What lies in folders below counts as well; a file's name is its slug. */
async function* markdown(folder: string): AsyncGenerator<Entry> {
  const { parse } = optional('yaml') as typeof import('yaml')
  const { marked } = optional('marked') as typeof import('marked')
  for (const name of await markdownFiles(folder)) {
    const text = (await readFile(path.join(folder, name), 'utf8')).replace(/^\uFEFF/, '').replaceAll('\r\n', '\n')
    const [, front = '', body = text] = /^---\n([\s\S]*?)\n---\n?([\s\S]*)$/.exec(text) ?? []
    const where = name
    try {
      const slug = path.basename(name).replace(/^(\d{4}-\d{2}-\d{2}-)?(.*)\.\w+$/, '$2')
      yield { where, values: { slug, ...(parse(front) ?? {}), body: await marked.parse(body) }, added: ['slug'] }
    } catch (error) {
      yield { where, values: {}, problem: `its front matter: ${(error as Error).message.split('\n')[0]}` }
    }
  }
}
