/** `limit: 0`: the API gives at most a hundred documents or versions at a time, so the client reads page after page. Tested by test/client/client.test.ts. */
import type { List, Version } from '../lib/local/types.ts'

export async function wholeList<D, C extends boolean = true>(found: AsyncIterable<D>, count?: C): Promise<List<D, C>> {
  const docs: D[] = []
  for await (const doc of found) docs.push(doc)
  const [totalDocs, totalPages] = count === false ? [null, null] : [docs.length, 1]
  return { docs, totalDocs, limit: 0, page: 1, totalPages, hasNextPage: false, hasPrevPage: false } as List<D, C>
}

/** Every document, read page by page. */
export async function* eachDocument<D>(read: (page: number) => Promise<List<D>>): AsyncGenerator<D> {
  for (let page = 1; ; page++) {
    const { docs, hasNextPage } = await read(page)
    yield* docs
    if (!hasNextPage) return
  }
}

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
