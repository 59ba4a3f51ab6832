/** Decodes a row into a document in the shape of the current model, and preserves what the model does not know. Tested by test/store/store.test.ts. */
import { derived } from '../../schema/derived.ts'
import { blockOfStored, type Entity, type Field, hasRows, isGroup, isPerLocale, type Kind } from '../../schema/model.ts'
import { atOnce, type Pace, type SlicedWork, stopsBehind } from '../pace.ts'
import { keepUnknownRows, keepUnknownValues } from './beyond.ts'
import { isList, leaves, SHAPE, storedAt } from './columns.ts'
import type { Row } from './contract.ts'
import type { Doc } from './document.ts'
import { keysOf, type RowKeys, rowKeys, storedValue } from './keys.ts'
import { shapeStamp } from './layout-stamp.ts'
import { parseStored } from './outdated.ts'
import { isRenamedInText, textNow } from './renamed-in-texts.ts'
import { idsOfRows } from './row-ids.ts'

/** The whole document of a row, including hidden fields. Only a row with a different stamp can contain more than the model knows. */
export function decode(entity: Entity, row: Row, fields: readonly Field[] = entity.fields): Doc {
  return fieldsOf(fields, row, shapingOf(entity, row))
}

/** Like `decode`, for long rows: yields to other work in between. */
export function decodeInTurns(entity: Entity, row: Row, fields: readonly Field[], pace: Pace): Promise<Doc> {
  return fieldsInTurns(fields, row, shapingOf(entity, row), pace)
}

async function fieldsInTurns(fields: readonly Field[], row: Row, shaping: Shaping, pace: Pace): Promise<Doc> {
  const doc: Doc = {}
  for (const field of fields) {
    if (isGroup(field)) doc[field.name] = await fieldsInTurns(field.fields, row, shaping, pace)
    else
      for (const { name, kind } of leaves(field)) {
        const value = row[name]
        if (kind !== 'json' || value === null || value === undefined) doc[field.name] = decodeValue(value, kind, field, shaping)
        else doc[field.name] = await parsedInTurns(field, value as string, shaping, pace)
      }
    const turn = pace.rest()
    if (turn) await turn
  }
  return doc
}

/** Parses a long value of a JSON column, yielding to other work in between. */
export async function parsedInTurns(field: Field, json: string, shaping: Shaping, pace: Pace): Promise<unknown> {
  await pace.rest()
  const parsed = parseStored(json)
  await pace.rest()
  return normalInTurns(field, parsed, shaping, pace)
}

function fieldsOf(fields: readonly Field[], row: Row, shaping: Shaping): Doc {
  const doc: Doc = {}
  for (const field of fields) {
    if (isGroup(field)) doc[field.name] = fieldsOf(field.fields, row, shaping)
    else for (const column of leaves(field)) doc[field.name] = decodeValue(row[column.name], column.kind, field, shaping)
  }
  return doc
}

export function decodeValue(value: unknown, kind: Kind, field: Field, shaping = FITTING): unknown {
  if (value === null || value === undefined) return isList(field) ? [] : null
  if (kind === 'json') return fittedTo(field, parseStored(value as string), shaping)
  return kind === 'boolean' ? value === 1 || value === true : value
}

export interface Shaping {
  /** Preserves what the model does not know. */
  keepsMore?: boolean
  /** Fields that a row does not contain stay missing instead of becoming empty. */
  leavesOut?: boolean
}

export const FITTING: Shaping = {}
export const WITH_MORE: Shaping = { keepsMore: true }
export const ONLY_STORED: Shaping = { keepsMore: true, leavesOut: true }

const shapingOf = (entity: Entity, row: Row): Shaping => (row[SHAPE] === shapeStamp(entity) ? FITTING : WITH_MORE)

/** Nested values in the shape of the current model, with keys in its order. `within`: the path of the surrounding row. */
// biome-ignore lint/suspicious/noExplicitAny: a database may hold JSON of any shape
export function fittedTo(field: Field, value: any, shaping = FITTING, within = ''): unknown {
  if (isList(field)) {
    if (!Array.isArray(value) || value.length === 0) return []
    if (hasRows(field)) return atOnce(normalRows(field, value, shaping, `${within}.${storedAt(field)}`))
  }
  if (isRenamedInText(field)) return atOnce(textNow(field, value ?? null))
  if (!field.fields) return value ?? null
  return normalRow({}, field.fields, value ?? {}, shaping, `${within}.${storedAt(field)}`)
}

/** Like `normal`, but processes a list of rows in chunks that yield to other work. */
// biome-ignore lint/suspicious/noExplicitAny: a database may hold JSON of any shape
export function normalInTurns(field: Field, value: any, shaping: Shaping, pace: Pace): unknown {
  if (isRenamedInText(field)) return pace.through(textNow(field, value))
  if (!hasRows(field) || !Array.isArray(value)) return fittedTo(field, value, shaping)
  return pace.through(normalRows(field, value, shaping, `.${storedAt(field)}`))
}

// biome-ignore lint/suspicious/noExplicitAny: a database may hold JSON of any shape
function* normalRows(field: Field, value: readonly any[], shaping: Shaping, place: string): SlicedWork<Doc[]> {
  const ids = idsOfRows(value, place)
  const rows: Doc[] = []
  for (const [at, row] of value.entries()) {
    // biome-ignore lint/style/noNonNullAssertion: there is one id for each row
    const id = ids[at]!
    const block = field.blocks && blockOfStored(field.blocks, row)
    if (field.fields) rows.push(normalRow({ id }, field.fields, row ?? {}, shaping, id))
    else if (block) rows.push(normalRow({ id, blockType: block.slug }, block.fields, row, shaping, id))
    if (stopsBehind(at)) yield
  }
  const { blocks } = field
  return blocks && shaping.keepsMore ? keepUnknownRows(rows, value, (row) => blockOfStored(blocks, row) !== undefined) : rows
}

/** `made`: what a row contains besides its fields. */
function normalRow(made: Doc, fields: readonly Field[], row: Doc, shaping: Shaping, within: string): Doc {
  const keys = rowKeys(fields)
  putValues(made, placesOf(fields), row, keys, shaping, within)
  // A row in the shape of a single locale never contains everything.
  return shaping.keepsMore || keys.areOthers ? keepUnknownValues(made, row, fields) : made
}

/** Where a row holds a field's value. Computed once, because a document may have tens of thousands of rows. */
interface Place {
  field: Field
  /** The key that always holds the value, if there is one. */
  own: string | undefined
  /** The value is used as stored. */
  isPlain: boolean
  locales: readonly Place[] | undefined
}

const placesOf = derived((fields: readonly Field[]): readonly Place[] =>
  fields.map((field) => {
    const { own, instead } = keysOf(field)
    return {
      field,
      own: instead.length === 0 ? own : undefined,
      isPlain: !isList(field) && !field.fields && !field.blocks && !isRenamedInText(field),
      locales: isPerLocale(field) ? placesOf(field.fields) : undefined,
    }
  }),
)

function putValues(made: Doc, places: readonly Place[], row: Doc, keys: RowKeys, shaping: Shaping, within: string): void {
  for (const { field, own, isPlain, locales } of places) {
    if (locales) {
      const words: Doc = {}
      putValues(words, locales, row, keys, shaping, within)
      made[field.name] = words
    } else {
      const value = own !== undefined && Object.hasOwn(row, own) ? row[own] : storedValue(field, row, keys)
      if (value === undefined && shaping.leavesOut) continue
      made[field.name] = isPlain ? (value ?? null) : fittedTo(field, value, shaping, within)
    }
  }
}
