/** Finds documents by their titles, in every collection that the person may read. Tested by test/admin-components/writing-links.test.ts. */
import type { CmsElement } from '../../element.ts'

/** The wait after a letter before the server is asked, in milliseconds. */
export const TYPING = 160

export interface FoundDocument {
  collection: string
  id: number
  title: string
}

/** None while nothing is typed. */
export async function foundDocuments({ app }: CmsElement, typed: string, signal?: AbortSignal): Promise<FoundDocument[]> {
  const q = typed.trim()
  if (q === '') return []
  return (await app.client.get<{ hits: FoundDocument[] }>('/admin/search', { q }, signal)).hits
}

export function lookOf({ app }: CmsElement, { collection }: FoundDocument): { icon: string; hint: string } {
  const entity = app.collection(collection)
  return { icon: entity?.icon ?? 'file-text', hint: app.label(entity?.labels.singular, collection) }
}
