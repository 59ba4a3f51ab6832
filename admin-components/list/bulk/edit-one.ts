/** Edits one of many documents: reads it, and saves what its values become unless somebody else was faster.
 * Tested by test/admin-components/several-in-bulk.test.ts.
 */
import { ApiError } from '../../../client/api-error.ts'
import type { App } from '../../app/app.ts'
import type { Entity } from '../../app/schema.ts'
import type { Values } from '../../document/values.ts'
import { combined, dependOnStored, hasAll, type ListEdits } from './several.ts'

export interface Edit {
  values?: Values | undefined
  /** What happens to the values of fields that hold several. */
  listEdits?: ListEdits | undefined
  /** The language of the content that the values are in. */
  locale?: string | undefined
}

export interface Edited {
  /** The document before: its pending draft, if it has one. */
  before: Values
  /** Undefined if the document had these values already. */
  saved?: { values: Values; etag: string | undefined }
}

/** As often as others are allowed to be faster. */
const TRIES = 3

/** Undefined if others were faster each time, and the edit doesn't depend on what they saved. */
export async function editOne(app: App, entity: Entity, edit: Edit, id: number): Promise<Edited | undefined> {
  const isNeeded = dependOnStored(edit.listEdits)
  for (let tries = 1; ; tries++) {
    try {
      return await editKnown(app, entity, edit, id)
    } catch (error) {
      if (!(error as Partial<ApiError>).has?.call(error, 'STALE') || (isNeeded && tries === TRIES)) throw error
      if (tries < TRIES) continue
    }
    await save(app, entity, edit, id, edit.values ?? {})
    return undefined
  }
}

async function editKnown(app: App, entity: Entity, edit: Edit, id: number): Promise<Edited> {
  const { values = {}, listEdits, locale } = edit
  const query = { locale, depth: 0, ...(entity.drafts && { draft: true }), ...(locale && { 'fallback-locale': false }) }
  const { body: before, etag } = await app.client.exchange<Values>('GET', pathTo(entity, id), { query })
  const changes = combined(entity.fields, before, values, listEdits)
  if (!changes) throw new ApiError(403, [])
  const { status, ...fields } = changes
  if (dependOnStored(listEdits) && status !== 'published' && hasAll(before, fields)) return { before }
  return { before, saved: { values: changes, etag: (await save(app, entity, edit, id, changes, etag)).etag } }
}

export function save(app: App, entity: Entity, { locale }: Edit, id: number, body: Values, etag?: string) {
  const headers = etag === undefined ? undefined : { 'if-match': etag }
  return app.client.exchange<Values>('PATCH', pathTo(entity, id), { query: { locale }, body, ...(headers && { headers }) })
}

export const pathTo = ({ slug }: Entity, id: number): string => `/${slug}/${id}`
