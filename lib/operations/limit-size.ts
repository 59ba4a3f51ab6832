/** Refuses changes that would make a document too large to read and write without blocking other requests. */

import type { Operation } from '../engine.ts'
import { ValidationError } from '../errors.ts'
import { charactersIn } from '../query/batches.ts'
import { isLimited } from '../query/time-limits.ts'
import type { Row } from '../store/contract.ts'

/** Characters in all columns, including those of a pending draft. */
export const LARGEST_DOCUMENT = 4_000_000

/** `written`: the values that the change writes. A document that is already larger may stay that size or shrink. */
export function limitSize({ caller, original }: Operation, columns: readonly string[], written: readonly unknown[]): void {
  if (!isLimited(caller)) return
  const row: Row = original?.row ?? {}
  const before = charactersIn(row)
  const after = before - charactersOf([...new Set(columns)].map((name) => row[name])) + charactersOf(written)
  if (after <= LARGEST_DOCUMENT || after <= before) return
  const [most, would] = [LARGEST_DOCUMENT, after].map((count) => count.toLocaleString('en-US'))
  throw new ValidationError(
    `The document would have ${would} characters in all its fields and languages, with its draft; the limit is ${most}. Shorten some of them, or split the document`,
  )
}

const charactersOf = (values: readonly unknown[]): number =>
  values.reduce((sum: number, value) => (typeof value === 'string' ? sum + value.length : sum), 0)
