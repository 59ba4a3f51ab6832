/** Documents whose pending draft has the words that somebody searches for; filters go by the live content.
 * Tested by test/admin-components/list-table.test.ts.
 */
import type { App } from './app.ts'
import type { Query } from './client.ts'
import type { Entity } from './schema.ts'

/** Without an answer, the live content is searched alone. */
export async function pendingWith({ client }: App, { slug, drafts }: Entity, text: string, more: Query = {}): Promise<number[]> {
  if (!drafts || text.trim() === '') return []
  return client.get<number[]>('/admin/pending', { collection: slug, q: text, ...more }).catch(() => [])
}

/** Another condition next to those on the live content. */
export const anyOf = (ids: readonly number[]): object[] => (ids.length > 0 ? [{ id: { in: ids } }] : [])
