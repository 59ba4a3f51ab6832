/** A short text that a pattern matches, for the message about one that it doesn't: `AB-1234` for `^[A-Z]{2}-\d{4}$`.
 * Tested by test/schema/pattern-example.test.ts.
 */
import { type Pattern, parsePattern } from './pattern-syntax.ts'

/** How often a part is repeated that may be repeated as often as one likes; the second is for patterns that the first doesn't suit. */
const TIMES = [3, 1]
const LONGEST = 60
/** In the order in which they are used, where a part of the pattern takes several. */
const CHARACTERS = [
  ...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ1234567890-_. /:@#+,!?%&=()$"\'',
  'é',
  'ß',
  'λ',
  'я',
  'あ',
  '漢',
  'ก',
  'א',
  '😀',
]

/** Undefined if none is known. */
export function exampleOf(pattern: string): string | undefined {
  const tree = parsePattern(pattern)
  const expected = new RegExp(pattern, 'u')
  const texts = TIMES.map((times) => tree && new Writer(times).write(tree))
  return texts.find((text) => text !== undefined && text.trim() !== '' && text.length <= LONGEST && expected.test(text))
}

class Writer {
  readonly #times: number
  readonly #used = new Map<string, number>()

  constructor(times: number) {
    this.#times = times
  }

  /** Undefined if no character suits a part of it. */
  write(pattern: Pattern): string | undefined {
    if (pattern.is === 'character') return this.#character(pattern.source)
    if (pattern.is === 'sequence') return inOne(pattern.parts.map((part) => this.write(part)))
    if (pattern.is === 'choice') return this.write(pattern.branches[0] as Pattern)
    if (pattern.is === 'repeat') return inOne(Array.from({ length: this.#count(pattern) }, () => this.write(pattern.body)))
    return ''
  }

  #count({ body, min, max }: Pattern & { is: 'repeat' }): number {
    const wanted = body.is === 'character' ? this.#times : 1
    return Math.min(max, Math.max(min, wanted), LONGEST)
  }

  /** Each use of a class takes the next of its characters. */
  #character(source: string): string | undefined {
    const expected = new RegExp(`^${source}$`, 'u')
    const own = [...source].filter((one) => expected.test(one))
    const fitting = CHARACTERS.filter((one) => expected.test(one))
    const offered = fitting.length > 0 ? fitting : own
    const used = this.#used.get(source) ?? 0
    this.#used.set(source, used + 1)
    return offered[used % offered.length]
  }
}

const inOne = (parts: readonly (string | undefined)[]): string | undefined => (parts.includes(undefined) ? undefined : parts.join(''))
