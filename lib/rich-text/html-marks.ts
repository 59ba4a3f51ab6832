/** The marks of HTML elements: those of their names, and of inline styles that mean the same. Tested by test/rich-text/from-html.test.ts. */
import { isSafeAddress } from './addresses.ts'
import type { RichTextMark } from './document.ts'
import { MARKS_OF_STYLES, MARKS_OF_TAGS, stylesIn } from './html-meaning.ts'
import { isRaisedMark } from './note-links.ts'
import { MARK_ORDER } from './well-formed.ts'

export type HTMLAttributeValues = Readonly<Record<string, string>>

/** The marks inside an element: those around it, with its own. */
export function marksInside(tag: string, attributes: HTMLAttributeValues, outer: readonly RichTextMark[]): readonly RichTextMark[] {
  const named = MARKS_OF_TAGS[tag]
  const styles = stylesIn(attributes['style'] ?? '')
  let marks = named === undefined ? outer : withMark(outer, { type: named })
  if (isRaisedMark(attributes['class'])) marks = withMark(marks, { type: 'superscript' })
  for (const [type, isOn] of Object.entries(MARKS_OF_STYLES)) {
    const on = isOn(styles)
    // Links are underlined anyway.
    if (on === true && !(type === 'underline' && (tag === 'a' || marks.some((mark) => mark.type === 'link'))))
      marks = withMark(marks, { type })
    if (on === false) marks = marks.filter((mark) => mark.type !== type)
  }
  return marks
}

export const linkMark = (href: string, attributes: HTMLAttributeValues): RichTextMark => ({
  type: 'link',
  attrs: { href, ...(attributes['target'] === '_blank' && { newTab: true }) },
})

/** A second mark of the same type changes nothing. */
export function withMark(marks: readonly RichTextMark[], mark: RichTextMark): readonly RichTextMark[] {
  if (marks.some(({ type }) => type === mark.type)) return marks
  const place = (one: RichTextMark) => MARK_ORDER.indexOf(one.type)
  return [...marks, mark].sort((a, b) => place(a) - place(b))
}

/** The URL as an absolute one, if a base is known. Undefined if it is unsafe. */
export function resolved(url: string, base: string | undefined): string | undefined {
  const address = url.trim()
  if (!isSafeAddress(address)) return undefined
  if (base === undefined || address.startsWith('#') || !URL.canParse(address, base)) return address
  return /^[a-z][\w+.-]*:/i.test(address) ? address : new URL(address, base).href
}
