/** Turns the URL of the library into an API query. Tested by test/admin-components/system.test.ts. */
import type { Query } from '../app/client.ts'

export function libraryQuery(query: URLSearchParams): Query {
  const [text, kind, folder] = ['q', 'kind', 'folder'].map((name) => query.get(name))
  const tests = [
    ...(text ? [{ or: [{ originalName: { like: text } }, { alt: { like: text } }] }] : []),
    ...(kind ? [{ mimeType: { like: kind } }] : []),
    ...(folder === 'none' ? [{ folder: { exists: false } }] : folder ? [{ folder: { equals: Number(folder) } }] : []),
    ...(query.has('alt') ? [{ alt: { exists: false } }, { mimeType: { like: 'image/' } }] : []),
  ]
  return {
    page: query.get('page') ?? 1,
    limit: 36,
    sort: query.get('sort') ?? '-createdAt',
    where: tests.length > 0 ? { and: tests } : undefined,
    depth: 0,
  }
}
