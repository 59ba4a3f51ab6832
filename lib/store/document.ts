/** A document, what its row says beside its fields, and what stands at a path in it. */
import type { Field } from '../../schema/model.ts'
import { REV, SHAPE } from './columns.ts'
import type { Row } from './contract.ts'

export type Doc = Record<string, any>

/** What the row says beside its fields. */
export interface Meta {
  id: number
  rev: number
  createdAt: string
  updatedAt: string
  /** The stamp of its nested values. */
  shape: string
}

export function metaOf(row: Row): Meta {
  return { id: row['id'], rev: row[REV], createdAt: row['created_at'], updatedAt: row['updated_at'], shape: row[SHAPE] }
}

export const valueAt = (doc: Doc, field: Field): unknown => at(doc, field.path)

/** What stands at a dotted path; and putting something there. */
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
