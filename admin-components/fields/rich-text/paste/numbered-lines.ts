/** Numbers at the beginning of pasted lines. Only those that a list would show make one; years, and numbers with gaps, are words.
 * Tested by test/admin-components/paste-plain-lines.test.ts.
 */

interface NumberedLines {
  indent: number
  numbers: number[]
  /** Their places among all lines. */
  places: number[]
}

const NUMBERED = /^([ \t]*)(\d{1,9})(?=[.)]\s)/
const FENCE = /^\s{0,3}(```|~~~)/
/** A tab is as wide. Markdown reads lines that begin so far in as code, unless they are in an item. */
const CODE_INDENT = 4
/** The highest number that a list begins with, as when one types it. */
const HIGHEST_START = 999

/** Markdown in which the other numbers are escaped. */
export function keepNumbers(text: string): string {
  const lines = text.split('\n')
  for (const { numbers, places } of groupsIn(lines))
    if (!areOfList(numbers)) for (const place of places) lines[place] = lines[place]?.replace(NUMBERED, '$1$2\\') ?? ''
  return lines.join('\n')
}

function groupsIn(lines: readonly string[]): NumberedLines[] {
  const all: NumberedLines[] = []
  let open: NumberedLines[] = []
  let fence: string | undefined
  for (const [place, line] of lines.entries()) {
    const [, mark] = FENCE.exec(line) ?? []
    if (mark && (fence === undefined || fence === mark)) fence = fence === undefined ? mark : undefined
    if (fence !== undefined || line.trim() === '') continue
    const indent = (/^\s*/.exec(line)?.[0] ?? '').replaceAll('\t', ' '.repeat(CODE_INDENT)).length
    const [, , number] = NUMBERED.exec(line) ?? []
    if (number === undefined) {
      open = open.filter((one) => one.indent < indent)
      continue
    }
    open = open.filter((one) => one.indent < indent + 2)
    let group = open.at(-1)
    if (!group || indent - group.indent > 1) {
      if (indent >= CODE_INDENT && open.length === 0) continue
      group = { indent, numbers: [], places: [] }
      open.push(group)
      all.push(group)
    }
    group.numbers.push(Number(number))
    group.places.push(place)
  }
  return all
}

/** Markdown may number every item with 1. */
const areOfList = ([first = 0, ...more]: readonly number[]): boolean =>
  first <= HIGHEST_START &&
  (more.every((number, index) => number === first + index + 1) || (first === 1 && more.every((number) => number === 1)))
