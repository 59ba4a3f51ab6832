/** Presence: who has a document open to change it, so that two people need not find out when they save. */
import type { Feature } from '../../feature.ts'
import { json } from '../../http/answer.ts'
import { below } from '../../http/below.ts'
import { readJson } from '../../http/body.ts'
import { onlyPeople } from '../../http/only-admins.ts'
import { reach } from '../../operations/run.ts'
import { leave, presenceTable, stay } from './table.ts'

export const presence: Feature = {
  name: 'presence',
  tables: () => [presenceTable],
  routes: () =>
    below('POST', '/presence', 'presence', async ({ engine, caller, exchange }, at) => {
      const { id, name, email } = onlyPeople(caller)
      const { leaving } = await readJson(exchange)
      const place = { entity: at.entity.slug, document: at.id ?? 0, account: String(id) }
      if (leaving === true) {
        await leave(engine, place)
        return json(200, JSON.stringify({ others: [] }))
      }
      await reach(engine, { ...at, caller })
      return json(200, JSON.stringify({ others: await stay(engine, { ...place, name: String(name || email || '') }) }))
    }),
}
