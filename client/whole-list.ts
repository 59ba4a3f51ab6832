/** `limit: 0`: the API gives at most a hundred documents or versions at a time, so the client reads page after page. Tested by test/client/client.test.ts. */
import type { List, Version } from '../lib/local/types.ts'
import type { Where } from '../lib/query/where.ts'
import type { Finding } from './options.ts'

export async function wholeList<D, C extends boolean = true>(found: AsyncIterable<D>, count?: C): Promise<List<D, C>> {
  const docs: D[] = []
  for await (const doc of found) docs.push(doc)
  const [totalDocs, totalPages] = count === false ? [null, null] : [docs.length, 1]
  return { docs, totalDocs, limit: 0, page: 1, totalPages, hasNextPage: false, hasPrevPage: false } as List<D, C>
}

type Read<D> = (options: Finding) => Promise<List<D>>

/** The API returns at most so many ids at a time. */
const IDS = 10_000

/** Every document found at the start, read page by page: each at most once, even if documents change in the meantime. */
export async function* eachDocument<D extends { id: number }>(read: Read<D>, options: Finding): AsyncGenerator<D> {
  const { docs, hasNextPage } = await read({ ...options, page: 1 })
  // Found before the caller can change anything, so that no change moves a document to another page.
  const others = hasNextPage ? await idsBeyond(docs, read, options) : []
  yield* docs
  for (let at = 0; at < others.length; at += docs.length)
    yield* (await read(narrowed(options, { id: { in: others.slice(at, at + docs.length) } }))).docs
}

async function idsBeyond<D extends { id: number }>(first: readonly D[], read: Read<D>, options: Finding): Promise<number[]> {
  const onlyIds = { ...options, limit: IDS, depth: 0, select: ['id'] } as const
  const known = new Set(first.map(({ id }) => id))
  const ids: number[] = []
  const add = (docs: readonly D[]) => {
    for (const { id } of docs) {
      if (!known.has(id)) ids.push(id)
      known.add(id)
    }
  }
  for (let page = 1; ; page++) {
    const { docs, hasNextPage } = await read({ ...onlyIds, page })
    add(docs)
    if (hasNextPage) continue
    if (page === 1) return ids
    break
  }
  // A change between two of these pages may have moved a document past both of them. By id, none moves.
  for (let after = 0; ; ) {
    const { docs, hasNextPage } = await read(narrowed({ ...onlyIds, sort: 'id' }, { id: { gt: after } }))
    add(docs)
    if (!hasNextPage) return ids
    after = docs.at(-1)?.id ?? after
  }
}

const narrowed = (options: Finding, where: Where): Finding => ({
  ...options,
  where: options.where === undefined ? where : { and: [where, options.where] },
})

/** Newest first. A version that is saved between two requests moves the last one of a page to the next page. */
export async function* eachVersion(read: (page: number) => Promise<List<Version>>): AsyncGenerator<Version> {
  let last = Number.POSITIVE_INFINITY
  for (let page = 1; ; page++) {
    const { docs, hasNextPage } = await read(page)
    for (const version of docs) if (version.id < last) yield version
    last = docs.at(-1)?.id ?? last
    if (!hasNextPage) return
  }
}
