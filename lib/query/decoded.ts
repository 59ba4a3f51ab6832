/** The document of a row: of a long one field by field, so that others have a turn between two of them. */
import type { Entity } from '../../schema/model.ts'
import { Pace } from '../pace.ts'
import type { Row } from '../store/contract.ts'
import type { Doc, Documents } from '../store/documents.ts'
import { charactersIn } from './batches.ts'

const LONG = 200_000

/** A promise only where the row is long. */
export function decoded(documents: Documents, entity: Entity, row: Row, pace = new Pace()): Doc | Promise<Doc> {
  return charactersIn(row) > LONG ? byField(documents, entity, row, pace) : documents.decode(entity, row)
}

async function byField(documents: Documents, entity: Entity, row: Row, pace: Pace): Promise<Doc> {
  const doc: Doc = {}
  for (const field of entity.fields) {
    Object.assign(doc, documents.decode(entity, row, [field]))
    await pace.rest()
  }
  return doc
}
