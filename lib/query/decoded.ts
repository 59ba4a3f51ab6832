/** Decodes a row into a document, yielding to other requests if it is long. Tested by test/http/stalls.test.ts. */
import type { Entity, Field } from '../../schema/model.ts'
import { Pace } from '../pace.ts'
import type { Row } from '../store/contract.ts'
import { decode, decodeInTurns } from '../store/decode.ts'
import type { Doc } from '../store/document.ts'
import { charactersIn } from './batches.ts'

const LONG = 200_000

/** Returns a promise only if the row is long. */
export function decoded(entity: Entity, row: Row, pace = new Pace(), fields: readonly Field[] = entity.fields): Doc | Promise<Doc> {
  return charactersIn(row) > LONG ? decodeInTurns(entity, row, fields, pace) : decode(entity, row, fields)
}
