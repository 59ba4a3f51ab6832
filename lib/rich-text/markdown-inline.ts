/** The text of a paragraph as Markdown. Marks that Markdown lacks, and delimiters that it would not recognize where they stand, become inline HTML. Tested by test/rich-text/to-markdown.test.ts. */
import type { RichTextNode } from './document.ts'
import { element } from './html-text.ts'
import { addressAsLink, destination, escapeLine, escapeLinkText, escapeMarkdown } from './markdown-escapes.ts'
import { type MarkedText, type NestedText, nested } from './nested-marks.ts'
import { printed } from './printed.ts'
import { hrefOf, type LinkTarget, type Mention, mentionOf, mentionText } from './targets.ts'
import { textContent } from './well-formed.ts'

export interface InlineCallbacks {
  link?: (target: LinkTarget) => string | null | undefined
  mention?: (mention: Mention) => string
}

interface Place {
  /** The characters before and after a piece of text; empty at the beginning and end of a line. */
  before: string
  after: string
  isLink: boolean
}

const TAGS: Readonly<Record<string, string>> = {
  bold: 'strong',
  italic: 'em',
  strike: 'del',
  underline: 'u',
  subscript: 'sub',
  superscript: 'sup',
  code: 'code',
}

/** In order of preference. */
const DELIMITERS: Readonly<Record<string, readonly string[]>> = { bold: ['**'], italic: ['_', '*'], strike: ['~~'] }

/** The first character of a mark, which may become `*` wherever it may. */
const FIRST: Readonly<Record<string, string>> = { bold: '*', italic: '*', strike: '~', code: '`', link: '[' }

/** The characters that a mark puts around its text; a tag if it is not here. */
const INSIDE: Readonly<Record<string, readonly [before: string, after: string]>> = {
  bold: ['*', '*'],
  italic: ['_', '_'],
  strike: ['~', '~'],
  link: ['[', ']'],
}

const BREAK = '\\\n'

/** One line, or several with a line break between them; `isOneLine` where only one is possible. */
export function markdownLine(nodes: readonly RichTextNode[], callbacks: InlineCallbacks, isOneLine = false): string {
  const last = lastShown(nodes)
  const text = written(nested(nodes.slice(0, last + 1)), { before: '', after: '', isLink: false }, callbacks)
  // Browsers don't show a line break at the end of a block, unless another one follows.
  const breaks = nodes.slice(last + 1).filter(({ type }) => type === 'hardBreak').length
  const lines = text.split(BREAK).map(escapeLine)
  return lines.join(isOneLine ? '<br>' : BREAK) + (breaks > 0 ? '<br>'.repeat(breaks + 1) : '')
}

/** White space behind the last line break doesn't show. */
function lastShown(nodes: readonly RichTextNode[]): number {
  const word = nodes.findLastIndex(
    ({ type, text }) => type !== 'hardBreak' && !(type === 'text' && /^[ \t\n\r\f\u00a0]*$/.test(text ?? '')),
  )
  return nodes.slice(word + 1).some(({ type }) => type === 'hardBreak') ? word : nodes.length - 1
}

function written(all: readonly NestedText[], place: Place, callbacks: InlineCallbacks): string {
  let text = ''
  for (const [index, one] of all.entries()) {
    const next = all[index + 1]
    const after = next === undefined ? place.after : firstOf(next)
    text += 'mark' in one ? marked(one, { ...place, before: text.at(-1) ?? place.before, after }, callbacks) : word(one, place, callbacks)
  }
  return text
}

function firstOf(one: NestedText): string {
  if ('mark' in one) return FIRST[one.mark.type] ?? '<'
  return one.type === 'text' ? escapeMarkdown(one.text ?? '').charAt(0) : ' '
}

function word(node: RichTextNode, { isLink }: Place, { mention }: InlineCallbacks): string {
  const escaped = isLink ? escapeLinkText : escapeMarkdown
  if (node.type === 'hardBreak') return BREAK
  if (node.type !== 'mention') return escaped(node.text ?? '')
  const mentioned = mentionOf(node)
  return printed(mention?.(mentioned)) ?? escaped(mentionText(mentioned))
}

function marked({ mark, content }: MarkedText, place: Place, callbacks: InlineCallbacks): string {
  const isLink = place.isLink || mark.type === 'link'
  if (mark.type === 'code' && content.every((one) => isPlainCode(one, isLink))) return `\`${textContent(content as RichTextNode[])}\``
  const [before, after] = INSIDE[mark.type] ?? ['>', '<']
  const text = written(content, { before, after, isLink }, callbacks)
  if (mark.type === 'link') return linked(text, hrefOf(mark, callbacks.link), content)
  const delimiter = DELIMITERS[mark.type]?.find((one) => isRecognized(one, text, place))
  const tag = TAGS[mark.type]
  if (delimiter !== undefined) return delimiter + text + delimiter
  return tag === undefined ? text : element(tag, {}, text)
}

function linked(text: string, href: string | undefined, content: readonly NestedText[]): string {
  if (href === undefined) return text
  const [only, ...others] = content
  const isBare = others.length === 0 && only && 'text' in only && only.text === href
  if (isBare) return addressAsLink(href)
  return `[${text}](${destination(href)})`
}

/** Code with backticks needs longer delimiters, which parsers don't read alike inside links; nor do they with brackets. */
const isPlainCode = (one: NestedText, isLink: boolean): boolean =>
  'text' in one && /^(?! .* $)[^`\r\n]+$/.test(one.text ?? '') && !(isLink && /[[\]]/.test(one.text ?? ''))

const isWord = (character: string): boolean => character !== '' && !/[\s\p{P}\p{S}]/u.test(character)

/** Whether a delimiter opens and closes around this text, and no neighbour could be read as a part of it. */
function isRecognized(delimiter: string, text: string, { before, after }: Place): boolean {
  const first = [...text][0] ?? ' '
  const last = [...text].at(-1) ?? ' '
  const mark = delimiter.charAt(0)
  if (/\s/.test(first) || /\s/.test(last) || [before, after, first, last].includes(mark)) return false
  if (mark === '_') return !isWord(before) && !isWord(after)
  // Parsers disagree about strikethrough inside words and next to other delimiters.
  if (mark === '~') return /^[\s.,;:?()]?$/.test(before) && /^[\s.,;:?()]?$/.test(after)
  return (isWord(first) || !isWord(before)) && (isWord(last) || !isWord(after))
}
