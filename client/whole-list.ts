/** `limit: 0`: the API gives at most a hundred documents at a time, so the client reads page after page. Tested by test/client/client.test.ts. */
import type { List } from '../lib/local/types.ts'

export async function wholeList<D, C extends boolean>(found: AsyncIterable<D>, count: C | undefined): Promise<List<D, C>> {
  const docs: D[] = []
  for await (const doc of found) docs.push(doc)
  const [totalDocs, totalPages] = count === false ? [null, null] : [docs.length, 1]
  return { docs, totalDocs, limit: 0, page: 1, totalPages, hasNextPage: false, hasPrevPage: false } as List<D, C>
}
