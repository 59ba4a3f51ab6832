/** Reads a deleted document from the trash. Tested by test/admin-components/trash.test.ts. */
import type { ApiError } from '../../client/api-error.ts'
import type { Answered } from '../../client/transport.ts'
import type { Client, Query } from '../app/client.ts'
import type { Entity } from '../app/schema.ts'
import type { Values } from './values.ts'

/** Undefined if it was deleted permanently, or if the user has no access to the trash. */
export async function readInTrash(client: Client, entity: Entity, id: number, query: Query): Promise<Answered<Values> | undefined> {
  if (!entity.trash || !entity.may.delete) return undefined
  try {
    return await client.exchange<Values>('GET', `/${entity.slug}/${id}`, { query: { ...query, trash: true } })
  } catch (error) {
    if ((error as Partial<ApiError>).status !== 404) throw error
    return undefined
  }
}
