/** `GET /admin/search?q=`: finds documents of all collections by title, for the palette. A timeout returns partial results. */

import type { Engine } from '../../engine.ts'
import { GalleyError } from '../../errors.ts'
import { type Answer, json } from '../../http/answer.ts'
import { onlyPeople } from '../../http/guards.ts'
import type { ApiRequest } from '../../http/request.ts'
import type { Doc } from '../../store/document.ts'
import { searchedWords, withPendingWords } from './pending-search.ts'

const OF_EACH = 5
const MOST = 20

export async function search(request: ApiRequest): Promise<Answer> {
  const { engine, caller, cms, query } = request
  onlyPeople(caller)
  const words = searchedWords(query['q'])
  const hits: object[] = []
  const tooSlow: GalleyError[] = []
  for (const { slug, titles, drafts: hasDrafts } of await searchable(engine, caller)) {
    if (hits.length >= MOST) break
    const found = await cms
      .find(slug, {
        where: { or: titles.map((name) => ({ [name]: { like: words } })) },
        limit: OF_EACH,
        depth: 0,
        select: titles,
        count: false,
        sort: '-updatedAt',
        ...(hasDrafts && { draft: true }),
      } as object)
      .catch((error) => {
        if (error instanceof GalleyError && error.code === 'TOO_SLOW') tooSlow.push(error)
        return { docs: [] }
      })
    const drafts = await withPendingWords(request, engine.entity(slug), titles, words)
    const known = new Set(found.docs.map(({ id }: Doc) => id))
    const all = [...found.docs, ...drafts.filter(({ id }) => !known.has(id))].slice(0, OF_EACH)
    hits.push(
      ...all.map((doc: Doc) => ({
        collection: slug,
        id: doc.id,
        title: String(titles.map((name) => doc[name]).find(Boolean) ?? ''),
      })),
    )
  }
  if (tooSlow[0] && hits.length === 0) throw tooSlow[0]
  return json(200, JSON.stringify(hits.slice(0, MOST)))
}

/** Collections with a text title that the user may read. People have two: who has no name is called by their email address. */
async function searchable(engine: Engine, caller: ApiRequest['caller']) {
  const found: { slug: string; titles: string[]; drafts: boolean }[] = []
  for (const { slug, internal, options } of engine.model.collections.values()) {
    if (internal) continue
    const entity = engine.entity(slug)
    const wanted = slug === 'users' ? ['name', 'email'] : [slug === 'media' ? 'originalName' : options['useAsTitle']]
    const named = entity.fields.filter(({ name, type }) => wanted.includes(name) && type.text)
    if (named.length === 0 || (await engine.access.documents.filter(entity, 'read', caller)).is === 'none') continue
    await engine.access.paths.prepare([entity], caller)
    const { denied, ask } = engine.access.fields.mask(entity, caller)
    const titles = wanted.filter((name) => named.some((field) => field.name === name && !denied.has(field) && !ask.has(field)))
    if (titles.length > 0) found.push({ slug, titles: titles as string[], drafts: options['drafts'] === true })
  }
  return found
}
