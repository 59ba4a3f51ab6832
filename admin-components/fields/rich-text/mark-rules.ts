/** Marks that are typed or pasted as Markdown. As in Markdown, a delimiter next to a space is a character like any other: `2 * 3 * 4` stays as it is.
 * Tested by test/admin-components/writing-markdown.test.ts.
 */
import { type InputRule, markInputRule, markPasteRule, type PasteRule } from '@tiptap/core'
import type { MarkType } from '@tiptap/pm/model'

/** What may not be directly before a delimiter. Inside a word, `*` and `_` mean nothing; code may start anywhere. */
const IN_WORD = /[\p{L}\p{N}]/u
const NOWHERE = /(?!)/

const DELIMITERS: Readonly<Record<string, { delimiters: readonly string[]; notBefore: RegExp }>> = {
  bold: { delimiters: ['**', '__'], notBefore: IN_WORD },
  italic: { delimiters: ['*', '_'], notBefore: IN_WORD },
  strike: { delimiters: ['~~'], notBefore: IN_WORD },
  code: { delimiters: ['`'], notBefore: NOWHERE },
}

export const hasDelimiters = (name: string): boolean => Object.hasOwn(DELIMITERS, name)

export const markInputRules = (type: MarkType): InputRule[] =>
  findersOf(type).map((find) => markInputRule({ type, find: (text) => find(text).find(({ end }) => end === text.length) ?? null }))

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
  const { delimiters, notBefore } = DELIMITERS[name] ?? { delimiters: [], notBefore: NOWHERE }
  return delimiters.map((delimiter) => (text) => delimited(text, delimiter, notBefore))
}

function delimited(text: string, delimiter: string, notBefore: RegExp): Found[] {
  const sign = delimiter.charAt(0)
  const edge = [...delimiter].map((one) => `\\${one}`).join('')
  const word = `[^\\s\\${sign}]`
  const pattern = new RegExp(`${edge}(${word}(?:[^\\${sign}]*${word})?)${edge}`, 'g')
  return [...text.matchAll(pattern)].flatMap((match) => {
    const end = match.index + match[0].length
    const [before, after] = [text.charAt(match.index - 1), text.charAt(end)]
    const isOther = before === sign || after === sign || notBefore.test(before) || notBefore.test(after)
    return isOther ? [] : [{ index: match.index, end, text: match[0], replaceWith: match[1] ?? '' }]
  })
}
