/** Where documents are used, in words: for those who look at one, and for those who are about to delete some. Tested by test/admin-components/used-in.test.ts. */
import { humanized } from '../texts/texts.ts'
import type { App } from './app.ts'

interface Use {
  collection?: string
  global?: string
  id?: number
  title: string | null
}

export interface Uses {
  /** Those that this person may not see included. */
  total: number
  /** How many of them are in the trash. */
  trashed: number
  /** Those outside the trash that this person may see. */
  places: readonly UsePlace[]
}

export interface UsePlace {
  name: string
  /** Its place in the admin. */
  to: string
}

interface Found {
  total: number
  trashed: number
  references: readonly Use[]
}

/** The API looks for the uses of this many documents at once. */
const AT_ONCE = 1000

export const usesOf = async (app: App, slug: string, id: number): Promise<Uses> =>
  inWords(app, await app.client.get(`/${slug}/${id}/references`))

/** Where documents are used that are about to be deleted together; undefined if they are too many to look for. */
export const usesOfMany = async (app: App, collection: string, ids: readonly number[]): Promise<Uses | undefined> =>
  ids.length > AT_ONCE ? undefined : inWords(app, await app.client.get('/admin/references', { collection, ids: ids.join() }))

const inWords = (app: App, { total, trashed, references }: Found): Uses => ({
  total,
  trashed,
  places: references.map((use) => placeOf(app, use)),
})

function placeOf(app: App, { collection = '', global, id, title }: Use): UsePlace {
  if (global !== undefined)
    return { name: title || app.label(app.entity('global', global)?.labels.singular, humanized(global)), to: `g/${global}` }
  const name = title || `${app.label(app.collection(collection)?.labels.singular, humanized(collection))} ${id}`
  return { name, to: `c/${collection}/${id}` }
}
