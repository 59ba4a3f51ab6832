/** Marks that are typed or pasted as Markdown. As in Markdown, a delimiter next to a space is a character like any other: `2 * 3 * 4` stays as it is. So is one in a URL or next to a slash.
 * Tested by test/admin-components/writing-markdown.test.ts.
 */
import { InputRule, markInputRule, markPasteRule, type PasteRule } from '@tiptap/core'
import type { MarkType } from '@tiptap/pm/model'
import { endsInAddress, withoutAddresses } from './link-address.ts'

const IN_WORD = /[\p{L}\p{N}]/u
/** Scripts without spaces have no end of a word that a delimiter could be at. */
const IN_SPACED_WORD =
  /(?![\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}\p{sc=Tibetan}\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}ー])[\p{L}\p{N}]/u
const IN_NUMBER = /\p{N}/u
const NOWHERE = /(?!)/
/** Paths have stars and underscores of their own. */
const SLASH = /[/\\]/

/** By mark: what may not be next to each delimiter, on the outside. A single `*` inside a word is more often a character than a delimiter. */
const DELIMITERS: Readonly<Record<string, readonly (readonly [delimiter: string, notNextTo: RegExp])[]>> = {
  bold: [
    ['**', IN_NUMBER],
    ['__', IN_WORD],
  ],
  italic: [
    ['*', IN_SPACED_WORD],
    ['_', IN_WORD],
  ],
  strike: [['~~', IN_NUMBER]],
  code: [['`', NOWHERE]],
}

export const hasDelimiters = (name: string): boolean => Object.hasOwn(DELIMITERS, name)

export const markInputRules = (type: MarkType): InputRule[] =>
  findersOf(type).map((find) =>
    outsideMarks(
      markInputRule({
        type,
        find: (text) => (type.spec.code || !isInCode(text) ? (find(text).find(({ end }) => end === text.length) ?? null) : null),
      }),
    ),
  )

/** After the closing delimiter, words go on as before the opening one. */
export const outsideMarks = ({ find, handler }: InputRule): InputRule =>
  new InputRule({
    find,
    handler: (props) => {
      const { tr, doc } = props.state
      const { marks } = doc.nodeAt(props.range.from) ?? {}
      if (handler(props) === null) return null
      tr.setStoredMarks(marks ?? [])
      return undefined
    },
  })

/** Whether the line has a backtick that may open code: closed ones are gone already, and those in a URL belong to it. */
export const isInCode = (text: string): boolean => /`[^\s`]/.test(withoutAddresses(text.slice(text.lastIndexOf('%leaf%') + 1)))

/** A single rule, because Tiptap forgets the event once a rule of the mark has applied. `takes`: whether what was pasted may hold delimiters. */
export function markPasteRules(type: MarkType, takes: (event: ClipboardEvent | null | undefined) => boolean): PasteRule[] {
  const finders = findersOf(type)
  return [markPasteRule({ type, find: (text, event) => (takes(event) ? apart(finders.flatMap((find) => find(text))) : []) })]
}

/** In their order, without those that overlap an earlier one. */
function apart(all: readonly Found[]): Found[] {
  const kept: Found[] = []
  for (const one of [...all].sort((a, b) => a.index - b.index)) if (one.index >= (kept.at(-1)?.end ?? 0)) kept.push(one)
  return kept
}

interface Found {
  index: number
  end: number
  text: string
  replaceWith: string
}

type Finder = (text: string) => Found[]

function findersOf({ name }: MarkType): Finder[] {
  return (DELIMITERS[name] ?? []).map(
    ([delimiter, notNextTo]) =>
      (text) =>
        delimited(text, delimiter, notNextTo),
  )
}

interface Surrounded {
  before: string
  words: string
  after: string
}

/** Whether these words between these characters may be marked by this delimiter. Those of strikethrough and code may be next to a slash. */
export function maySurround(delimiter: string, { before, words, after }: Surrounded): boolean {
  const sign = delimiter.charAt(0)
  if (before === sign || after === sign) return false
  const notNextTo = DELIMITERS[delimiter.length === 2 ? 'bold' : 'italic']?.find(([one]) => one === delimiter)?.[1] ?? NOWHERE
  return [before, after].every((one) => !notNextTo.test(one)) && !isInPath(delimiter, { before, words, after })
}

const isInPath = (delimiter: string, { before, words, after }: Surrounded): boolean =>
  /[*_]/.test(delimiter) && [before, words.charAt(0), words.charAt(words.length - 1), after].some((one) => SLASH.test(one))

function delimited(text: string, delimiter: string, notNextTo: RegExp): Found[] {
  const sign = delimiter.charAt(0)
  const edge = [...delimiter].map((one) => `\\${one}`).join('')
  const word = `[^\\s\\${sign}]`
  const pattern = new RegExp(`${edge}(${word}(?:[^\\${sign}]*${word})?)${edge}`, 'g')
  return [...text.matchAll(pattern)].flatMap((match) => {
    const end = match.index + match[0].length
    // Words in bold and italic have three: the outer pair is next.
    const outer = delimiter.length === 2 && text.charAt(match.index - 1) === sign ? notNextToSingle(sign) : undefined
    const [before, after] = [text.charAt(match.index - (outer ? 2 : 1)), text.charAt(outer && text.charAt(end) === sign ? end + 1 : end)]
    const isOther =
      endsInAddress(text.slice(0, match.index)) ||
      before === sign ||
      after === sign ||
      (outer ?? notNextTo).test(before) ||
      notNextTo.test(after) ||
      isInPath(delimiter, { before, words: match[1] ?? '', after })
    return isOther ? [] : [{ index: match.index, end, text: match[0], replaceWith: match[1] ?? '' }]
  })
}

const notNextToSingle = (sign: string): RegExp | undefined => DELIMITERS['italic']?.find(([delimiter]) => delimiter === sign)?.[1]
