/** A document, its row's metadata, and access to values by path. Tested by test/store/store.test.ts. */
import type { Field } from '../../schema/model.ts'
import { REV, SHAPE } from './columns.ts'
import type { Row } from './contract.ts'

export type Doc = Record<string, any>

/** The metadata that a row holds besides its fields. */
export interface Meta {
  id: number
  rev: number
  createdAt: string
  updatedAt: string
  /** The shape stamp of its nested values. */
  shape: string
}

export function metaOf(row: Row): Meta {
  return { id: row['id'], rev: row[REV], createdAt: row['created_at'], updatedAt: row['updated_at'], shape: row[SHAPE] }
}

export const valueAt = (doc: Doc, field: Field): unknown => at(doc, field.path)

/** Reads the value at a dotted path; `put` sets it. */
export function at(doc: Doc, path: string): unknown {
  let value: any = doc
  for (const part of path.split('.')) value = value?.[part]
  return value
}

export function put(doc: Doc, path: string, value: unknown): void {
  const parts = path.split('.')
  const last = parts.pop()!
  let place = doc
  for (const part of parts) place = place[part] ??= {}
  place[last] = value
}
