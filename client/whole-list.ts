/** `limit: 0`: the API gives at most a hundred documents at a time, so the client reads page after page. Tested by test/client/client.test.ts. */
import type { List } from '../lib/local/types.ts'

export async function wholeList<D>(found: AsyncIterable<D>, count: boolean | undefined): Promise<List<D>> {
  const docs: D[] = []
  for await (const doc of found) docs.push(doc)
  const [totalDocs, totalPages] = count === false ? [null, null] : [docs.length, 1]
  return { docs, totalDocs, limit: 0, page: 1, totalPages, hasNextPage: false, hasPrevPage: false }
}
