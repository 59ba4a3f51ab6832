/** Presence: who has a document open to change it, so that two people need not find out when they save. */
import type { Feature } from '../../feature.ts'
import { json } from '../../http/answer.ts'
import { below } from '../../http/below.ts'
import { readJson } from '../../http/body.ts'
import { onlyPeople } from '../../http/only-admins.ts'
import { named } from './names.ts'
import { leave, presenceTable, stay } from './table.ts'

export const presence: Feature = {
  name: 'presence',
  tables: () => [presenceTable],
  routes: () =>
    below('POST', '/presence', 'presence', async ({ engine, caller, exchange }, at) => {
      const { id, name } = onlyPeople(caller)
      const { leaving } = await readJson(exchange)
      // Whoever can no longer reach it, since it is gone, has nothing to take leave of: their row ends by itself.
      const reached = engine.reach({ ...at, caller })
      const { scope } = await (leaving === true ? reached.catch(() => ({ scope: null })) : reached)
      const place = { entity: placeOf(at.entity.slug, scope), document: at.id ?? 0, account: String(id) }
      if (leaving === true) await leave(engine, place)
      const present = leaving === true ? [] : await stay(engine, { ...place, name: typeof name === 'string' ? name.trim() : '' })
      return json(200, JSON.stringify({ others: await named(engine, caller, present) }))
    }),
}

/** A global that is kept apart for tenants is another place for each. */
const placeOf = (slug: string, scope: string | null | undefined): string => (scope ? `${slug} ${scope}` : slug)
