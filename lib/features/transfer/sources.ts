/** Where records come from: JSON lines, CSV, a folder of Markdown, exports of WordPress and Ghost. Each gives plain values and where they stood. */
import { createReadStream } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { badRequest } from '../../errors.ts'
import { optional } from '../../optional.ts'
import { markdownFiles } from './contents.ts'

export interface Entry {
  /** `posts.csv:17`, for whoever must find it again. */
  where: string
  values: Record<string, unknown>
  /** What could not even be read. */
  problem?: string
}

export type Source = (file: string) => AsyncIterable<Entry>

export const SOURCES: Record<string, { sentence: string; read: Source }> = {
  jsonl: { sentence: 'a JSON object a line', read: jsonLines },
  csv: { sentence: 'a table whose first line names the fields', read: csv },
  markdown: { sentence: 'a folder of .md files with front matter', read: markdown },
  wordpress: { sentence: 'the XML that WordPress exports', read: wordpress },
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
  for await (const line of createInterface({ input: createReadStream(file), crlfDelay: Number.POSITIVE_INFINITY })) {
    number++
    if (line.trim() === '') continue
    const where = `${path.basename(file)}:${number}`
    try {
      yield { where, values: JSON.parse(line) }
    } catch (error) {
      yield { where, values: {}, problem: (error as Error).message }
    }
  }
}

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
  for await (const { record, info } of rows) yield { where: `${path.basename(file)}:${info.lines}`, values: record }
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
      yield { where, values: { slug, ...(parse(front) ?? {}), body: await marked.parse(body) } }
    } catch (error) {
      yield { where, values: {}, problem: `its front matter: ${(error as Error).message.split('\n')[0]}` }
    }
  }
}

/** Posts and pages; what WordPress calls itself stays out. */
async function* wordpress(file: string): AsyncGenerator<Entry> {
  const { parseDocument, DomUtils } = optional('htmlparser2') as typeof import('htmlparser2')
  const document = parseDocument(await readFile(file, 'utf8'), { xmlMode: true })
  const items = DomUtils.getElementsByTagName('item', document)
  const textOf = (item: any, tag: string) => DomUtils.textContent(DomUtils.getElementsByTagName(tag, item, true, 1)).trim()
  const files = new Map(
    items
      .filter((item) => textOf(item, 'wp:post_type') === 'attachment')
      .map((item) => [textOf(item, 'wp:post_id'), textOf(item, 'wp:attachment_url')]),
  )
  for (const [index, item] of items.entries()) {
    const type = textOf(item, 'wp:post_type')
    if (type !== 'post' && type !== 'page') continue
    const terms = (domain: string) =>
      DomUtils.getElementsByTagName('category', item)
        .filter((one: any) => one.attribs.domain === domain)
        .map((one: any) => DomUtils.textContent(one))
    const meta = DomUtils.getElementsByTagName('wp:postmeta', item).find((one: any) => textOf(one, 'wp:meta_key') === '_thumbnail_id')
    yield {
      where: `${path.basename(file)} item ${index + 1} (${textOf(item, 'title')})`,
      values: {
        type,
        title: textOf(item, 'title'),
        slug: textOf(item, 'wp:post_name'),
        body: textOf(item, 'content:encoded'),
        summary: textOf(item, 'excerpt:encoded'),
        date: moment(textOf(item, 'wp:post_date_gmt')),
        status: textOf(item, 'wp:status') === 'publish' ? 'published' : 'draft',
        author: textOf(item, 'dc:creator'),
        tags: terms('post_tag'),
        categories: terms('category'),
        cover: meta ? files.get(textOf(meta, 'wp:meta_value')) : undefined,
      },
    }
  }
}

async function* ghost(file: string): AsyncGenerator<Entry> {
  const { db } = JSON.parse(await readFile(file, 'utf8'))
  const data = db?.[0]?.data
  if (!Array.isArray(data?.posts)) throw badRequest(`'${file}' is no export of Ghost: it has no db[0].data.posts`)
  const named = (rows: any[] = []) => new Map(rows.map((row) => [row.id, row.name]))
  const [tags, users] = [named(data.tags), named(data.users)]
  const linked = (rows: any[] = [], post: unknown) =>
    rows.filter((row) => row.post_id === post).sort((a, b) => (a.sort_order ?? 0) - (b.sort_order ?? 0))
  for (const [index, post] of data.posts.entries()) {
    yield {
      where: `${path.basename(file)} post ${index + 1} (${post.title})`,
      values: {
        type: post.type ?? (post.page ? 'page' : 'post'),
        title: post.title,
        slug: post.slug,
        body: post.html ?? post.plaintext ?? '',
        summary: post.custom_excerpt ?? '',
        date: post.published_at,
        status: post.status === 'published' ? 'published' : 'draft',
        author: users.get(linked(data.posts_authors, post.id)[0]?.author_id ?? post.author_id),
        tags: linked(data.posts_tags, post.id).map((row) => tags.get(row.tag_id)),
        cover: post.feature_image?.replace('__GHOST_URL__', ''),
      },
    }
  }
}

/** `2024-05-01 10:00:00`, of Greenwich. */
const moment = (text: string): string | undefined => (/^[1-9]/.test(text) ? `${text.replace(' ', 'T')}Z` : undefined)
