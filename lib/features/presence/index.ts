/** Presence: who is editing a document, so that two people don't find out only when they save. */
import type { Feature } from '../../feature.ts'
import { json } from '../../http/answer.ts'
import { readJson } from '../../http/body.ts'
import { documentRoutes } from '../../http/document-routes.ts'
import { onlyPeople } from '../../http/guards.ts'
import { withNames } from './names.ts'
import { leave, presenceTable, stay } from './table.ts'

export const presence: Feature = {
  name: 'presence',
  tables: () => [presenceTable],
  routes: () =>
    documentRoutes('POST', '/presence', 'presence', async ({ engine, caller, exchange }, at) => {
      const { id, name } = onlyPeople(caller)
      const { leaving } = await readJson(exchange)
      // If the document is gone or out of reach, leaving needs no action: the row expires.
      const reached = engine.reach({ ...at, caller })
      const { scope } = await (leaving === true ? reached.catch(() => ({ scope: null })) : reached)
      const place = { entity: placeOf(at.entity.slug, scope), document: at.id ?? 0, account: String(id) }
      if (leaving === true) await leave(engine, place)
      const present = leaving === true ? [] : await stay(engine, { ...place, name: typeof name === 'string' ? name.trim() : '' })
      return json(200, JSON.stringify({ others: await withNames(engine, caller, present) }))
    }),
}

/** A global with a value per tenant is a separate place for each. */
const placeOf = (slug: string, scope: string | null | undefined): string => (scope ? `${slug} ${scope}` : slug)
