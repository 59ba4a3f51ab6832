/** The bytes of a delivery. The database fills in the id of a document that is being created. */
import { randomUUID } from 'node:crypto'
import type { Happening } from '../../events/events.ts'
import type { OutboxText } from '../../events/outbox-rows.ts'
import { Ref } from '../../store/write-set.ts'

/** A placeholder for an id that isn't known yet. It can't be guessed, so no content contains it. */
export const UNKNOWN_ID = randomUUID() as unknown as number

const created = new Ref('document', 'id')

export const idText = (id: number): OutboxText => (id === UNKNOWN_ID ? [created] : String(id))

export function bodyOf({ event, collection, global, id, doc, timestamp }: Happening): OutboxText {
  const text = JSON.stringify({ event, collection, global, id, doc: doc ?? null, timestamp })
  if (id !== UNKNOWN_ID) return text
  return text.split(JSON.stringify(UNKNOWN_ID)).flatMap((part, index) => (index === 0 ? [part] : [created, part]))
}
