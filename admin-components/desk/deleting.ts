/** Deletes a document. With a trash, a second delete is permanent, so each request says where it expects the document to be: somebody else
 * may have moved it, or a response may have been lost.
 */
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

/** The text that tells the user what a delete does. */
export const fateOf = ({ trash }: Kept, isInTrash = false): Key => (trash && !isInTrash ? 'delete.toTrash' : 'delete.forGood')
