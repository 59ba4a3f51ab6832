/** Recognizes stored texts and marks that differ only in their spelling: the order of keys, attributes and marks, and attributes that are null or left out.
 * Tested by test/admin-components/typed-into-spellings.test.ts.
 */
import { valueKey } from '../../compare/node-keys.ts'

type Json = Readonly<Record<string, unknown>>

export const isSameMark = (one: unknown, other: unknown): boolean => markKey(one) === markKey(other)

/** Whether two text nodes differ only in their words, apart from their spelling. */
export const hasSameMarkup = (one: Json, other: Json): boolean => markupKey(one) === markupKey(other)

export const saySameMarks = (some: unknown, others: unknown): boolean => marksKey(some) === marksKey(others)

const markupKey = ({ text: _, marks, ...rest }: Json): string => valueKey(rest) + marksKey(marks)

const marksKey = (marks: unknown): string => (Array.isArray(marks) ? marks.map(markKey).sort().join() : '')

function markKey(mark: unknown): string {
  const { attrs, ...rest } = Object(mark) as Json
  return valueKey(rest) + valueKey(attrs ?? {})
}
