/** Converts between the stored form of a value and the form that readers see (`shown` of a field). Tested by test/operations/given-back.test.ts. */
import { isDeepStrictEqual } from 'node:util'
import { type Field, fieldsOfRow, hasRows } from '../../schema/model.ts'
import type { Doc } from '../store/document.ts'
import { isObjectOf, receive } from './receive.ts'
import { Refusals } from './refusals.ts'
import { rowsById } from './rows.ts'

/** A content that the caller may have read. */
export interface ShownContent {
  /** The content that was shown, in its stored form. */
  content: Doc
  /** The stored values behind it, without those filled in from another locale. @default content */
  stored?: Doc
  /** Whether these values replace the ones that the change is based on. @default they stay */
  replaces?: boolean
}

/** Replaces received values that equal what was shown with the stored ones. Rows are matched by id. */
export function withStored(
  fields: readonly Field[],
  data: Doc,
  readings: readonly ShownContent[],
  isReadable: (field: Field) => boolean = () => true,
): Doc {
  const meant = { ...data }
  for (const field of fields) {
    const given = data[field.name]
    if (given === undefined || !isReadable(field)) continue
    const { shown } = field
    if (shown) {
      const reading = readings.find(({ content }) => isAsShown(field, given, shown(content[field.name] ?? null)))
      if (reading?.replaces) meant[field.name] = (reading.stored ?? reading.content)[field.name]
      else if (reading) delete meant[field.name]
    } else if (hasRows(field)) {
      if (Array.isArray(given)) meant[field.name] = rowsWithStored(field, given, readings, isReadable)
    } else if (field.fields && isObjectOf(given)) {
      meant[field.name] = withStored(field.fields, given, inGroup(field, readings), isReadable)
    }
  }
  return meant
}

function isAsShown(field: Field, given: unknown, shown: unknown): boolean {
  const value = JSON.parse(JSON.stringify(shown ?? null))
  return isDeepStrictEqual(given, receive([field], { [field.name]: value }, { refusals: new Refusals() })[field.name])
}

const inGroup = ({ name }: Field, readings: readonly ShownContent[]): ShownContent[] =>
  readings.map(({ content, stored, ...more }) => ({ ...more, content: content[name] ?? {}, ...(stored && { stored: stored[name] ?? {} }) }))

/** A row is replaced as a whole, so omitting a value from it would not keep it. */
function rowsWithStored(field: Field, rows: readonly unknown[], readings: readonly ShownContent[], isReadable: (field: Field) => boolean) {
  const known = readings.map(({ content, stored }) => ({ content: rowsById(content[field.name]), stored: rowsById(stored?.[field.name]) }))
  return rows.map((row) => {
    if (!isObjectOf(row)) return row
    const mine = known.flatMap(({ content, stored }): ShownContent[] => {
      const read = content.get(row['id'])
      if (!read || read['blockType'] !== row['blockType']) return []
      return [{ content: read, stored: stored.get(row['id']) ?? read, replaces: true }]
    })
    return mine.length > 0 ? withStored(fieldsOfRow(field, row), row, mine, isReadable) : row
  })
}
