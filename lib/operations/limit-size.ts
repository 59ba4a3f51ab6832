/** Refuses changes by which a document would grow beyond what can be read and written without holding up everybody else. */

import type { Operation } from '../engine.ts'
import { ValidationError } from '../errors.ts'
import { charactersIn } from '../query/batches.ts'
import { isLimited } from '../query/time-limits.ts'
import type { Row } from '../store/contract.ts'

/** Characters of all columns, those of a pending draft included. */
export const LARGEST_DOCUMENT = 4_000_000

/** `written`: the columns that the change writes. A document that is larger already may stay as large, or become smaller. */
export function limitSize({ caller, original }: Operation, columns: readonly string[], written: readonly unknown[]): void {
  if (!isLimited(caller)) return
  const row: Row = original?.row ?? {}
  const before = charactersIn(row)
  const kept = before - charactersIn(Object.fromEntries(columns.map((name) => [name, row[name]])))
  const after = kept + charactersIn(Object.fromEntries(written.entries()))
  if (after <= LARGEST_DOCUMENT || after <= before) return
  const [most, would] = [LARGEST_DOCUMENT, after].map((count) => count.toLocaleString('en-US'))
  throw new ValidationError(
    `The document would have ${would} characters in all its fields and languages, with its draft; at most ${most} can be saved. Shorten some of them, or split the document`,
  )
}
