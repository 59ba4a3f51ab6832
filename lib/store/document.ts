/** A document, its row's metadata, and access to values by path. Tested by test/store/store.test.ts. */
import type { Field } from '../../schema/model.ts'
import { REV, SHAPE } from './columns.ts'
import type { Row } from './contract.ts'

// biome-ignore lint/suspicious/noExplicitAny: the fields depend on the content type, and so do their types
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

/** The columns of the metadata that say which row it is, and when and how often it was saved. */
export function rowOf({ id, rev, createdAt, updatedAt }: Meta): Row {
  return { id, [REV]: rev, created_at: createdAt, updated_at: updatedAt }
}

export const valueAt = (doc: Doc, field: Field): unknown => at(doc, field.path)

/** Reads the value at a dotted path; `put` sets it. */
export function at(doc: Doc, path: string): unknown {
  // biome-ignore lint/suspicious/noExplicitAny: a path may lead into a value of any shape
  let value: any = doc
  for (const part of path.split('.')) value = value?.[part]
  return value
}

export function put(doc: Doc, path: string, value: unknown): void {
  let place = doc
  let from = 0
  for (let end = path.indexOf('.'); end >= 0; end = path.indexOf('.', from)) {
    place = place[path.slice(from, end)] ??= {}
    from = end + 1
  }
  place[path.slice(from)] = value
}

/** `seo.title` → `seo` */
export function topOf(path: string): string {
  const end = path.indexOf('.')
  return end < 0 ? path : path.slice(0, end)
}
