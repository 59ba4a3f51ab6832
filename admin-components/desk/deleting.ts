/** Deleting a document. Where a collection has a trash, a second delete ends what lies there, so each one says where it means the document to be: somebody else may have moved it meanwhile, and an answer may have been lost. */
import type { Key } from '../texts/texts.ts'
import type { Query } from './client.ts'
import type { Desk } from './desk.ts'
import type { Entity } from './schema.ts'

type Kept = Pick<Entity, 'slug' | 'trash'>

export const deleteDocument = (
  { client }: Desk,
  { slug, trash }: Kept,
  id: number,
  isInTrash = false,
  more: Query = {},
): Promise<unknown> => client.delete(`/${slug}/${id}`, { ...more, ...(trash && { trash: isInTrash }) })

/** What becomes of it, for whoever is asked. */
export const fateOf = ({ trash }: Kept, isInTrash = false): Key => (trash && !isInTrash ? 'delete.toTrash' : 'delete.forGood')
