/** An index of a table, as plain data. Tested by test/store/entity-indexes.test.ts. */
import type { Kind } from '../../schema/model.ts'
import type { InnerStep } from '../query/filter.ts'

/** Where values are inside a column's JSON. */
export interface Inside {
  path: readonly InnerStep[]
  kind: Kind
}

export interface IndexSpec {
  name: string
  columns: string[]
  unique?: boolean
  /** Why it exists. */
  why: string
  /** Restricts the index to rows in which this column is empty. */
  where?: { column: string; kind: Kind }
  /** It is being created, or was left unfinished. */
  isBegun?: boolean
  /** Columns indexed as readers see them, with the fallback's values in place of empty ones. */
  visible?: Readonly<Record<string, { kind: Kind; fallback: string }>>
  /** It finds rows by parts of the text in its only column, instead of by whole values. */
  parts?: true
  /** It finds rows by each of the values inside its only column, instead of by the column's own. */
  inside?: Inside
  /** Lists are sorted by it, in either direction; the names are those of its descending columns. Empty values come before all others. */
  sorts?: readonly string[]
}

/** Names are truncated and hashed, because Postgres allows only 63 bytes. */
export function index(table: string, columns: readonly string[], why: string, unique = false): IndexSpec {
  const name = `${table}$$${columns.join('$$')}`
  const short = Buffer.byteLength(name) <= 55 ? name : `${name.slice(0, 40)}$${hash(name)}`
  return { name: short, columns: [...columns], why, ...(unique && { unique }) }
}

export const partsIndexName = (table: string, column: string, isVisible: boolean): string =>
  index(table, [column, ...(isVisible ? ['seen'] : []), 'parts'], '').name

export function insideIndexName(table: string, column: string, isVisible: boolean, { path, kind }: Inside): string {
  const steps = path.map((step) => (step.is === 'key' ? [step.kind, ...step.names] : { blocks: step.blocks ?? [] }))
  return index(table, [column, ...(isVisible ? ['seen'] : []), 'in', hash(JSON.stringify([kind, ...steps]))], '').name
}

/** An index of the values inside a column. */
export const indexInside = (table: string, column: string, inside: Inside, visible?: IndexSpec['visible']): IndexSpec => ({
  name: insideIndexName(table, column, visible !== undefined, inside),
  columns: [column],
  why: 'values inside it, requested by the schema',
  inside,
  ...(visible && { visible }),
})

/** An index that finds parts of a column's text. */
export const indexOfParts = (table: string, column: string, visible?: IndexSpec['visible']): IndexSpec => ({
  name: partsIndexName(table, column, visible !== undefined),
  columns: [column],
  why: 'parts of its text, requested by the schema',
  parts: true,
  ...(visible && { visible }),
})

/** An index for lists that are sorted by its columns. */
export const sorting = (table: string, columns: readonly string[], why: string, descending: readonly string[] = []): IndexSpec => ({
  ...index(table, columns, why),
  sorts: descending,
})

function hash(text: string): string {
  let value = 5381
  for (let at = 0; at < text.length; at++) value = (Math.imul(value, 33) ^ text.charCodeAt(at)) >>> 0
  return value.toString(36)
}
