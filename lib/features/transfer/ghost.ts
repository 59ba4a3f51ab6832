/** Ghost's JSON export: posts and pages, with HTML made from their Lexical or Mobiledoc document, or the HTML of those that have neither: Ghost's own contains the controls of players and the icons of bookmarks. */

import path from 'node:path'
import { badRequest } from '../../errors.ts'
import type { Row } from '../../store/contract.ts'
import { cutShort, type Entry } from './entry.ts'
import { type Omission, omission } from './omissions.ts'
import { textOf } from './text.ts'

/** Ghost writes this instead of the site's address. */
const SITE = '__GHOST_URL__'

export async function* ghost(file: string, encoding?: string): AsyncGenerator<Entry> {
  const data = parsed(file, await textOf(file, encoding)).db?.[0]?.data
  if (!Array.isArray(data?.posts)) throw badRequest(`'${file}' isn't an export of Ghost: it has no db[0].data.posts`)
  const byId = (rows: Row[] = []) => new Map<unknown, Row>(rows.map((row) => [row['id'], row]))
  const [tags, users] = [byId(data.tags), byId(data.users)]
  const linked = (rows: Row[] = [], post: unknown) =>
    rows.filter((row) => row['post_id'] === post).sort((a, b) => (a['sort_order'] ?? 0) - (b['sort_order'] ?? 0))
  for (const [index, post] of data.posts.entries()) {
    const omitted: Omission[] = []
    const all = linked(data.posts_tags, post.id).flatMap((row) => tags.get(row.tag_id) ?? [])
    const isInternal = ({ visibility, name }: Row) => visibility === 'internal' || String(name).startsWith('#')
    for (const tag of all.filter(isInternal)) omitted.push(omission('internal tag', tag.name))
    const [author, ...others] = linked(data.posts_authors, post.id).map((row) => users.get(row.author_id)?.name)
    for (const name of others) omitted.push(omission('further author', String(name)))
    const visibility = post.visibility ?? 'public'
    const status = post.status === 'published' ? 'published' : 'draft'
    yield {
      where: `${path.basename(file)} post ${index + 1} (${post.title})`,
      values: {
        type: post.type ?? (post.page ? 'page' : 'post'),
        title: post.title,
        slug: post.slug,
        body: (await bodyOf(post, omitted)).replaceAll(SITE, ''),
        summary: post.custom_excerpt ?? '',
        date: post.published_at,
        status,
        visibility,
        author: author ?? users.get(post.author_id)?.name,
        tags: all.filter((tag) => !isInternal(tag)).map((tag) => tag.name),
        cover: post.feature_image?.replace(SITE, ''),
      },
      omitted,
      added: ['type', 'status', 'visibility'],
      isRestricted: status !== 'published' || visibility !== 'public',
    }
  }
}

// biome-ignore lint/suspicious/noExplicitAny: an export is JSON, of which only what is used is checked
function parsed(file: string, text: string): any {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (!text.trimEnd().endsWith('}')) throw cutShort(file, 'its JSON does not close')
    throw badRequest(`'${file}' is no JSON: ${(error as Error).message}`)
  }
}

async function bodyOf({ html, lexical: given, plaintext, mobiledoc: older }: Row, omitted: Omission[]): Promise<string> {
  const [lexical, mobiledoc] = [documentIn(given), documentIn(older)]
  const omit = (one: Omission) => void omitted.push(one)
  // The parsers load with the first document.
  if (lexical) return (await import('./lexical.ts')).htmlOf(lexical, omit)
  if (mobiledoc) return (await import('./mobiledoc.ts')).mobiledocHTML(mobiledoc, omit)
  return html ?? plaintext ?? ''
}

function documentIn(text: unknown): Row | undefined {
  try {
    return typeof text === 'string' ? JSON.parse(text) : undefined
  } catch {
    return undefined
  }
}
