/** Parses a regular expression (flag `u`) into a tree for `pattern-paths.ts`; undefined for look-arounds and backreferences.
 * Tested by test/schema/patterns.test.ts.
 */

export type Pattern =
  /** One character; `source` is the character, escape or class as written. */
  | { is: 'character'; source: string }
  /** Consumes nothing: an empty group, `$`, `\b`. */
  | { is: 'empty' }
  /** `^` */
  | { is: 'start' }
  | { is: 'sequence'; parts: Pattern[] }
  | { is: 'choice'; branches: Pattern[] }
  | { is: 'repeat'; body: Pattern; min: number; max: number }

/** The pattern must be a valid regular expression. */
export function parsePattern(pattern: string): Pattern | undefined {
  try {
    return new Parser(pattern).choice()
  } catch (error) {
    if (error instanceof Unsupported) return undefined
    throw error
  }
}

class Unsupported extends Error {}

class Parser {
  readonly #text: string
  #at = 0

  constructor(text: string) {
    this.#text = text
  }

  choice(): Pattern {
    const first = this.#sequence()
    const branches = [first]
    while (this.#take(/\|/y)) branches.push(this.#sequence())
    return branches.length === 1 ? first : { is: 'choice', branches }
  }

  #sequence(): Pattern {
    const parts: Pattern[] = []
    while (this.#at < this.#text.length && !'|)'.includes(this.#text.charAt(this.#at))) parts.push(this.#quantified())
    const [first, ...others] = parts
    return first && others.length === 0 ? first : { is: 'sequence', parts }
  }

  #quantified(): Pattern {
    const body = this.#atom()
    const [, sign, least, comma, most] = this.#take(/(?:([*+?])|\{(\d+)(,?)(\d*)\})\??/y) ?? []
    if (sign !== undefined) return { is: 'repeat', body, min: sign === '+' ? 1 : 0, max: sign === '?' ? 1 : Number.POSITIVE_INFINITY }
    if (least === undefined) return body
    const min = Number(least)
    return { is: 'repeat', body, min, max: comma === '' ? min : most === '' ? Number.POSITIVE_INFINITY : Number(most) }
  }

  #atom(): Pattern {
    if (this.#take(/\^/y)) return { is: 'start' }
    if (this.#take(/\$|\\[bB]/y)) return { is: 'empty' }
    if (this.#take(/\((?:\?:|\?<(?![=!])[^>]*>|(?!\?))/y)) {
      const body = this.choice()
      this.#at++
      return body
    }
    const character = this.#take(CHARACTER)
    if (!character) throw new Unsupported()
    return { is: 'character', source: character[0] }
  }

  #take(expected: RegExp): RegExpExecArray | null {
    expected.lastIndex = this.#at
    const found = expected.exec(this.#text)
    if (found) this.#at = expected.lastIndex
    return found
  }
}

/** A class, an escape that is not a backreference, or a literal character. */
const CHARACTER =
  /\[(?:\\.|[^\]\\])*\]|\\u[dD][89abAB][\da-fA-F]{2}\\u[dD][c-fC-F][\da-fA-F]{2}|\\u\{[^}]*\}|\\u[\da-fA-F]{4}|\\x[\da-fA-F]{2}|\\c[a-zA-Z]|\\[pP]\{[^}]*\}|\\[^1-9k]|[^\\()|]/uy
