/** Merges the response of a save into a form in which the user has kept typing. Tested by test/admin-components/unfinished.test.ts. */
import type { Entity } from '../app/schema.ts'
import { hasRows, isGroup } from './map-fields.ts'
import { same, saysSame, type Values } from './values.ts'

interface Held {
  entity: Entity
  /** The document as it was read. */
  doc: Values
  values: Values
}

/** Keeps what was typed since, and what was sent as it was typed. Rows take their new ids; fields sent empty take the server's values. */
export function adopted({ entity, doc: before, values: now }: Held, saved: Values, sent: Values): Pick<Held, 'doc' | 'values'> {
  const [doc, values] = [{ ...saved }, { ...saved, ...now }]
  for (const field of entity.fields) {
    const { name } = field
    const getsRowIds = isGroup(field) || hasRows(field)
    const wasSent = Object.hasOwn(sent, name)
    if (!saysSame(field, now[name], wasSent ? sent[name] : before[name])) continue
    if (wasSent && !getsRowIds && !same(sent[name], null)) doc[name] = sent[name]
    else values[name] = structuredClone(saved[name])
  }
  return { doc, values }
}
