/** Texts that are equal for equal rich text. The order of attributes and marks makes no difference, nor do empty attributes.
 * Tested by test/admin-components/compare-rich-text.test.ts.
 */
import type { RichTextMark, RichTextNode } from '../../lib/rich-text/document.ts'

export const keyOf = ({ type, attrs, content = [], marks, text }: RichTextNode): string =>
  `${JSON.stringify([type, text ?? null])}${valueKey(attrs ?? {})}${marksKey(marks)}[${content.map(keyOf).join()}]`

export const marksKey = (marks: readonly RichTextMark[] = []): string => (marks.length === 0 ? '' : marks.map(markKey).sort().join())

const markKey = ({ type, attrs }: RichTextMark): string => JSON.stringify(type) + valueKey(attrs ?? {})

/** JSON with sorted keys and without nulls. */
export function valueKey(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(valueKey).join()}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  const entries = Object.entries(value).filter(([, one]) => one !== null && one !== undefined)
  return `{${entries
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, one]) => `${JSON.stringify(name)}:${valueKey(one)}`)
    .join()}}`
}
