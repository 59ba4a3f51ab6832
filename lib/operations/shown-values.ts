/** Values that readers get in another form than they are stored in (`shown` of a field): in that form, and back. */
import { isDeepStrictEqual } from 'node:util'
import { type Field, fieldsOfRow, hasRows } from '../../schema/model.ts'
import type { Doc } from '../store/document.ts'
import { isObject, receive } from './receive.ts'
import { Refusals } from './refusals.ts'
import { rowsById } from './rows.ts'

/** What somebody may have read. */
export interface Reading {
  /** What was shown, in its stored form. */
  content: Doc
  /** The values behind it, those of another locale left out. @default content */
  stored?: Doc
  /** Whether they take the place of what the change goes on from. @default it stays as it is */
  replaces?: boolean
}

/** Received data in which values that are as they were shown stand for what is stored. Rows are known by their ids. */
export function withStored(
  fields: readonly Field[],
  data: Doc,
  readings: readonly Reading[],
  isReadable: (field: Field) => boolean = () => true,
): Doc {
  const meant = { ...data }
  for (const field of fields) {
    const given = data[field.name]
    if (given === undefined || !isReadable(field)) continue
    if (field.shown) {
      const reading = readings.find(({ content }) => isAsShown(field, given, content[field.name]))
      if (reading?.replaces) meant[field.name] = (reading.stored ?? reading.content)[field.name]
      else if (reading) delete meant[field.name]
    } else if (hasRows(field)) {
      if (Array.isArray(given)) meant[field.name] = rowsWithStored(field, given, readings, isReadable)
    } else if (field.fields && isObject(given)) {
      meant[field.name] = withStored(field.fields, given, inGroup(field, readings), isReadable)
    }
  }
  return meant
}

function isAsShown(field: Field, given: unknown, stored: unknown): boolean {
  const shown = JSON.parse(JSON.stringify(field.shown!(stored ?? null) ?? null))
  return isDeepStrictEqual(given, receive([field], { [field.name]: shown }, { refusals: new Refusals() })[field.name])
}

const inGroup = ({ name }: Field, readings: readonly Reading[]): Reading[] =>
  readings.map(({ content, stored, ...more }) => ({ ...more, content: content[name] ?? {}, ...(stored && { stored: stored[name] ?? {} }) }))

/** A row is replaced whole, so that a value in it can't stay by being left out. */
function rowsWithStored(field: Field, rows: readonly unknown[], readings: readonly Reading[], isReadable: (field: Field) => boolean) {
  const known = readings.map(({ content, stored }) => ({ content: rowsById(content[field.name]), stored: rowsById(stored?.[field.name]) }))
  return rows.map((row) => {
    if (!isObject(row)) return row
    const mine = known.flatMap(({ content, stored }): Reading[] => {
      const read = content.get(row['id'])
      if (!read || read['blockType'] !== row['blockType']) return []
      return [{ content: read, stored: stored.get(row['id']) ?? read, replaces: true }]
    })
    return mine.length > 0 ? withStored(fieldsOfRow(field, row), row, mine, isReadable) : row
  })
}
