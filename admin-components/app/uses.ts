/** Where a document is used, in words: for those who look at it, and for those who are about to delete it. Tested by test/admin-components/used-in.test.ts. */
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
  /** The names of the others. */
  places: readonly string[]
}

const NAMED = 5

export async function usesOf(app: App, slug: string, id: number): Promise<Uses> {
  const { total, references } = await app.client.get<{ total: number; references: Use[] }>(`/${slug}/${id}/references`)
  return { total, places: references.map((use) => placeOf(app, use)) }
}

function placeOf(app: App, { collection, global, id, title }: Use): string {
  if (title) return title
  if (global !== undefined) return app.label(app.entity('global', global)?.labels.singular, humanized(global))
  const slug = collection ?? ''
  return `${app.label(app.collection(slug)?.labels.singular, humanized(slug))} ${id}`
}

/** A list of all places; empty if there are none. */
export const placesIn = (app: App, { total, places }: Uses): string =>
  places.length === 0 && total > 0 ? app.t('delete.usedUnseen', { count: total }) : places.join(', ')

/** The warning before the document is deleted; undefined if nothing uses it. */
export function usedIn(app: App, { total, places }: Uses): string | undefined {
  if (total === 0) return undefined
  if (places.length === 0) return app.t('delete.usedUnseen', { count: total })
  const named = places.slice(0, NAMED).join(', ')
  return app.t('delete.used', { count: total, where: total > NAMED ? `${named}, …` : named })
}
