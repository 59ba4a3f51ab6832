/** The marks of HTML elements: those of their names, and of inline styles that mean the same. Tested by test/rich-text/from-html.test.ts. */
import { isSafeAddress } from './addresses.ts'
import type { RichTextMark } from './document.ts'
import { MARK_ORDER } from './well-formed.ts'

export type HTMLAttributeValues = Readonly<Record<string, string>>

const TAGS: Readonly<Record<string, string>> = {
  b: 'bold',
  strong: 'bold',
  i: 'italic',
  em: 'italic',
  cite: 'italic',
  dfn: 'italic',
  var: 'italic',
  u: 'underline',
  ins: 'underline',
  s: 'strike',
  strike: 'strike',
  del: 'strike',
  code: 'code',
  kbd: 'code',
  samp: 'code',
  tt: 'code',
  sub: 'subscript',
  sup: 'superscript',
}

type Styles = Readonly<Record<string, string>>

/** Whether a style turns a mark on or off; undefined if it doesn't concern it. */
const STYLED: Readonly<Record<string, (styles: Styles) => boolean | undefined>> = {
  bold: ({ 'font-weight': weight }) => (weight ? /^bold/.test(weight) || Number(weight) >= 600 : undefined),
  italic: ({ 'font-style': style }) => (style ? /^(?:italic|oblique)/.test(style) : undefined),
  underline: (styles) => decorated(styles, 'underline'),
  strike: (styles) => decorated(styles, 'line-through'),
  subscript: ({ 'vertical-align': align }) => (align === 'sub' ? true : undefined),
  superscript: ({ 'vertical-align': align }) => (align === 'super' ? true : undefined),
}

/** Browsers underline text in an underlined element, whatever elements inside it say. */
function decorated(styles: Styles, line: string): boolean | undefined {
  const lines = `${styles['text-decoration'] ?? ''} ${styles['text-decoration-line'] ?? ''}`
  return lines.includes(line) || undefined
}

/** The marks inside an element: those around it, with its own. */
export function marksInside(tag: string, attributes: HTMLAttributeValues, outer: readonly RichTextMark[]): readonly RichTextMark[] {
  const named = TAGS[tag]
  const styles = stylesIn(attributes['style'] ?? '')
  let marks = named === undefined ? outer : withMark(outer, { type: named })
  for (const [type, isOn] of Object.entries(STYLED)) {
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

export function stylesIn(style: string): Styles {
  const declarations = style.toLowerCase().matchAll(/(?:^|;)\s*([\w-]+)\s*:\s*([^;]*)/g)
  return Object.assign(Object.create(null), Object.fromEntries([...declarations].map(([, name, value]) => [name, (value ?? '').trim()])))
}

/** The URL as an absolute one, if a base is known. Undefined if it is unsafe. */
export function resolved(url: string, base: string | undefined): string | undefined {
  const address = url.trim()
  if (!isSafeAddress(address)) return undefined
  if (base === undefined || address.startsWith('#') || !URL.canParse(address, base)) return address
  return /^[a-z][\w+.-]*:/i.test(address) ? address : new URL(address, base).href
}
