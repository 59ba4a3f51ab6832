/** The rights of this person to one document, where they differ from document to document. Tested by test/admin-components/others-documents.test.ts. */
import type { App } from './app.ts'
import type { Entity } from './schema.ts'

export type DocumentRights = Partial<Pick<Entity['may'], 'update' | 'delete' | 'publish'>>

/** Empty where the rights to the collection say it all. Without an answer the server still refuses what it has to. */
export async function rightsToDocument(
  { client, seenAs, user }: App,
  { slug, may }: Entity,
  id: number | undefined,
): Promise<DocumentRights> {
  if (!may.dependsOnDocument || id === undefined) return {}
  const role = seenAs === undefined ? undefined : user?.role
  return client.get<DocumentRights>('/admin/rights', { collection: slug, id, as: role }).catch(() => ({}))
}
