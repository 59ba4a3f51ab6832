/** `GET /admin/search?q=`: finds documents of all collections by title, for the palette. A timeout returns partial results.
 * Tested by test/features/admin-search.test.ts.
 */

import type { Engine } from '../../engine.ts'
import { GalleyError } from '../../errors.ts'
import { type Answer, json } from '../../http/answer.ts'
import { onlyPeople } from '../../http/guards.ts'
import type { ApiRequest } from '../../http/request.ts'
import type { Doc } from '../../store/document.ts'
import { bestTitleFirst } from '../../title-rank.ts'
import { searchedWords, withPendingWords } from './pending-search.ts'

/** So many of a collection are compared with the words, the last changed first. */
const COMPARED = 200
const OF_EACH = 5
const MOST = 20

interface Searchable {
  slug: string
  titles: string[]
  drafts: boolean
}

interface Hit {
  collection: string
  id: number
  title: string
  /** Whether it is what was typed. */
  isExact: boolean
}

/** `{ hits, more }`: the titles that match best first, files last unless their name is what was typed; `more` are the collections in which there is more to find. */
export async function search(request: ApiRequest): Promise<Answer> {
  const { engine, caller, query } = request
  onlyPeople(caller)
  const words = searchedWords(query['q'])
  const found: Hit[][] = []
  const tooSlow: GalleyError[] = []
  for (const collection of await searchable(engine, caller)) {
    const hits = await hitsIn(request, collection, words, tooSlow)
    if (hits.length > 0) found.push(hits)
  }
  if (tooSlow[0] && found.length === 0) throw tooSlow[0]
  const each = shareOf(found)
  const best = bestTitleFirst(words)
  const hits = found
    .flatMap((list) => list.slice(0, each))
    .sort((a, b) => placeOf(a) - placeOf(b) || best(a.title, b.title))
    .slice(0, MOST)
    .map(({ isExact: _, ...hit }) => hit)
  const more = found.flatMap(([first, ...others]) => (first && others.length >= each ? [first.collection] : []))
  return json(200, JSON.stringify({ hits, more }))
}

/** How many of each collection there is room for. */
function shareOf(found: readonly (readonly Hit[])[]): number {
  const count = (each: number) => found.reduce((sum, { length }) => sum + Math.min(length, each), 0)
  let each = OF_EACH
  while (each > 1 && count(each) > MOST) each--
  return each
}

const placeOf = ({ collection, isExact }: Hit): number => (isExact ? 0 : collection === 'media' ? 2 : 1)

async function hitsIn(request: ApiRequest, { slug, titles, drafts: hasDrafts }: Searchable, words: string, tooSlow: GalleyError[]) {
  const find = async (test: object): Promise<Doc[]> => {
    const where = { or: titles.map((name) => ({ [name]: test })) }
    const found = request.cms.find(slug, {
      where,
      limit: COMPARED,
      depth: 0,
      select: titles,
      count: false,
      sort: '-updatedAt',
      ...(hasDrafts && { draft: true }),
    } as object)
    return found
      .then(({ docs }) => docs)
      .catch((error) => {
        if (error instanceof GalleyError && error.code === 'TOO_SLOW') tooSlow.push(error)
        return []
      })
  }
  const live = await find({ like: words })
  const drafts = await withPendingWords(request, request.engine.entity(slug), titles, words)
  const isTyped = (title: unknown) => typeof title === 'string' && title.toLowerCase() === words.toLowerCase()
  const isExact = (doc: Doc) => titles.some((name) => isTyped(doc[name]))
  // Among so many, the title that was typed may be an old one.
  const older = live.length < COMPARED || live.some(isExact) ? [] : await find({ in: [words, capitalized(words)] })
  const docs = new Map([...live, ...drafts, ...older].map((doc) => [doc.id as number, doc]))
  const hits = [...docs].map(([id, doc]): Hit => {
    const title = String(titles.map((name) => doc[name]).find(Boolean) ?? '')
    return { collection: slug, id, title, isExact: isExact(doc) }
  })
  const best = bestTitleFirst(words)
  return hits.sort((a, b) => Number(b.isExact) - Number(a.isExact) || best(a.title, b.title))
}

const capitalized = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1)

/** Collections with a text title that the user may read. People have two: who has no name is called by their email address. */
async function searchable(engine: Engine, caller: ApiRequest['caller']) {
  const found: Searchable[] = []
  for (const { slug, internal, options } of engine.model.collections.values()) {
    if (internal) continue
    const entity = engine.entity(slug)
    const wanted = slug === 'users' ? ['name', 'email'] : [options['useAsTitle']]
    const named = entity.fields.filter(({ name, type }) => wanted.includes(name) && type.text)
    if (named.length === 0 || (await engine.access.documents.filter(entity, 'read', caller)).is === 'none') continue
    await engine.access.paths.prepare([entity], caller)
    const { denied, ask } = engine.access.fields.mask(entity, caller)
    const titles = wanted.filter((name) => named.some((field) => field.name === name && !denied.has(field) && !ask.has(field)))
    if (titles.length > 0) found.push({ slug, titles: titles as string[], drafts: options['drafts'] === true })
  }
  return found
}
