/** Compares two contents of a document in every locale. All empty values are equal, however they are spelled. */
import { isDeepStrictEqual } from 'node:util'
import { type Entity, type Field, fieldsOfRow, hasRows, isGroup } from '../../../schema/model.ts'
import { isSameJson } from '../../json.ts'
import { holdsMore, withBeyond } from '../../store/beyond.ts'
import type { Doc } from '../../store/document.ts'

/** Whether a draft would change nothing visible. Hidden fields count only if they are named in `given`. */
export function saysWhatIsLive({ fields }: Entity, draft: Doc, live: Doc, given: object = {}): boolean {
  const content = fields.filter(({ name }) => name !== 'status')
  return saysTheSame(
    content.map((field) => (field.hidden && Object.hasOwn(given, field.name) ? { ...field, hidden: false } : field)),
    draft,
    live,
  )
}

const saysTheSame = (fields: readonly Field[], one: Doc | null, other: Doc | null): boolean =>
  fields.every((field) => field.hidden || isSame(field, one?.[field.name], other?.[field.name]))

// biome-ignore lint/suspicious/noExplicitAny: the values of a field may have any shape
function isSame(field: Field, one: any, other: any): boolean {
  if (isGroup(field)) return saysTheSame(field.fields, one, other)
  if (!hasRows(field)) return isSameJson(filled(field, one), filled(field, other))
  if (holdsMore(field, one) || holdsMore(field, other)) return isDeepStrictEqual(withBeyond(field, one), withBeyond(field, other))
  const rows: Doc[] = one ?? []
  const others: Doc[] = other ?? []
  // biome-ignore lint/style/noNonNullAssertion: there are as many others
  return rows.length === others.length && rows.every((row, at) => isSameRow(field, row, others[at]!))
}

const isSameRow = (field: Field, row: Doc, other: Doc): boolean =>
  row['id'] === other['id'] && row['blockType'] === other['blockType'] && saysTheSame(fieldsOfRow(field, row), row, other)

/** In JSON fields, different empty values are different. */
function filled({ type }: Field, value: unknown): unknown {
  const isEmpty = value === undefined || (type.kind !== 'json' && (value === '' || (Array.isArray(value) && value.length === 0)))
  return isEmpty ? null : value
}
