/** What elements and styles of HTML mean, for `fromHTML` and for what is pasted in the admin. Tested by test/rich-text/from-html.test.ts. */

/** Elements without visible text. */
export const UNREAD = ['script', 'style', 'noscript', 'template', 'head', 'title', 'datalist', 'annotation', 'annotation-xml']

/** Elements whose text means nothing outside of them. */
export const DRAWN = ['svg', 'canvas', 'select', 'textarea']

/** Elements whose text begins on a new line. */
export const DIVISIONS: readonly string[] =
  'html body div section article main header footer aside nav figure figcaption address details summary dl dt dd fieldset legend form center hgroup search caption tr td th tbody thead tfoot'.split(
    ' ',
  )

/** The marks of elements, by their names. */
export const MARKS_OF_TAGS: Readonly<Record<string, string>> = {
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

/** By mark: whether a style turns it on or off; undefined if it doesn't concern it. */
export const MARKS_OF_STYLES: Readonly<Record<string, (styles: Styles) => boolean | undefined>> = {
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

/** Browsers copy nothing that a page hides. Office programs do, and emails begin with hidden words. */
export function isHidden(style: string): boolean {
  const { display, 'mso-hide': hides } = stylesIn(style)
  return /^none\b/.test(display ?? '') || hides === 'all'
}

/** Browsers write the styles of what is copied into its elements. */
export const isBlockStyle = (style: string): boolean => stylesIn(style)['display'] === 'block'

const WITH_LINES: readonly string[] = ['pre', 'pre-wrap', 'pre-line', 'break-spaces', 'preserve', 'preserve-breaks']
const WITHOUT_LINES: readonly string[] = ['normal', 'nowrap', 'collapse']

/** Whether a page shows the line ends of the text inside; undefined if the style doesn't say so. */
export function showsLines(style: string): boolean | undefined {
  const { 'white-space': both, 'white-space-collapse': collapse } = stylesIn(style)
  const words = (collapse ?? both ?? '').split(' ')
  if (words.some((word) => WITH_LINES.includes(word))) return true
  return words.some((word) => WITHOUT_LINES.includes(word)) ? false : undefined
}

/** Formulas are in a page twice: once to be read, and once as they are drawn. */
export const DRAWN_FORMULA = 'katex-html'

/** A picture that stands for a character, which is its alternative text. */
export const isEmoji = (attributes: Readonly<Record<string, string>>): boolean =>
  attributes['data-stringify-type'] === 'emoji' || /(?:^|\s)(?:tw)?emoji(?:\s|$)/.test(attributes['class'] ?? '')

export function stylesIn(style: string): Styles {
  const declarations = style.toLowerCase().matchAll(/(?:^|;)\s*([\w-]+)\s*:\s*([^;]*)/g)
  return Object.assign(Object.create(null), Object.fromEntries([...declarations].map(([, name, value]) => [name, (value ?? '').trim()])))
}

/** The element that a mark is written as, and that the editor reads. */
export const TAGS_OF_MARKS: Readonly<Record<string, string>> = {
  bold: 'strong',
  italic: 'em',
  underline: 'u',
  strike: 's',
  code: 'code',
  subscript: 'sub',
  superscript: 'sup',
}
