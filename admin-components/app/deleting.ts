/** Deletes a document. A second delete, from the trash, is permanent. Each request names the expected place, in case somebody moved it.
 * Tested by test/admin-components/trash.test.ts.
 */
import type { Key } from '../texts/texts.ts'
import type { App } from './app.ts'
import type { Query } from './client.ts'
import type { Entity } from './schema.ts'

type Kept = Pick<Entity, 'slug' | 'trash'>

export const deleteDocument = ({ client }: App, { slug, trash }: Kept, id: number, isInTrash = false, more: Query = {}): Promise<unknown> =>
  client.delete(`/${slug}/${id}`, { ...more, ...(trash && { trash: isInTrash }) })

/** The text that tells the user what a delete does. */
export const fateOf = ({ trash }: Kept, isInTrash = false): Key => (trash && !isInTrash ? 'delete.toTrash' : 'delete.forGood')
