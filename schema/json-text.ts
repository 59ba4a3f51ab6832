/** Parses JSON and records the position of each value, so that errors can point to a line. Tested by test/schema/spellings.test.ts. */
import { type Position, positionAt, positionsBy, type Source } from './source.ts'

export class JsonSyntaxError extends Error {
  readonly position: Position
  constructor(message: string, text: string, offset: number) {
    super(message)
    this.position = positionAt(text, offset)
  }
}

const MAX_DEPTH = 200

export function parseJson(text: string, name: string): { value: unknown; source: Source } {
  const known = new Map<string, number>()
  let at = 0

  const fail = (message: string): never => {
    throw new JsonSyntaxError(message, text, at)
  }
  const blank = () => {
    while (at < text.length && ' \t\r\n'.includes(text.charAt(at))) at++
  }
  const expect = (character: string) => {
    blank()
    if (text[at] !== character) {
      fail(at < text.length ? `expected '${character}' but found '${text[at]}'` : `expected '${character}' but the file ends`)
    }
    at++
  }

  function value(path: string, depth: number): unknown {
    if (depth > MAX_DEPTH) fail(`nested deeper than ${MAX_DEPTH} levels`)
    blank()
    if (!known.has(path)) known.set(path, at)
    if (text[at] === '{') return object(path, depth)
    if (text[at] === '[') return array(path, depth)
    if (text[at] === '"') return string()
    const literal = /^(true|false|null|-?\d+(\.\d+)?([eE][+-]?\d+)?)/.exec(text.slice(at, at + 400))
    if (!literal) return fail(at < text.length ? `unexpected '${text[at]}'` : 'the file ends too early')
    at += literal[0].length
    return JSON.parse(literal[0])
  }

  function string(): string {
    const begin = at++
    while (at < text.length && text[at] !== '"') {
      if (text[at] === '\n') fail('a string must end on the same line')
      at += text[at] === '\\' ? 2 : 1
    }
    if (at >= text.length) fail('a string is never closed')
    at++
    try {
      return JSON.parse(text.slice(begin, at))
    } catch {
      at = begin
      return fail('a string contains an invalid escape')
    }
  }

  function object(path: string, depth: number): Record<string, unknown> {
    const result: Record<string, unknown> = {}
    at++
    blank()
    if (text[at] === '}') {
      at++
      return result
    }
    for (;;) {
      blank()
      if (text[at] !== '"') fail('expected a key in double quotes')
      const begin = at
      const key = string()
      if (key === '__proto__') fail(`the key '__proto__' is not allowed`)
      const inner = path === '' ? key : `${path}/${key}`
      if (Object.hasOwn(result, key)) {
        at = begin
        fail(`the key '${key}' is used twice`)
      }
      known.set(inner, begin)
      expect(':')
      result[key] = value(inner, depth + 1)
      blank()
      if (text[at] !== ',') break
      at++
    }
    expect('}')
    return result
  }

  function array(path: string, depth: number): unknown[] {
    const result: unknown[] = []
    at++
    blank()
    if (text[at] === ']') {
      at++
      return result
    }
    for (;;) {
      result.push(value(path === '' ? `${result.length}` : `${path}/${result.length}`, depth + 1))
      blank()
      if (text[at] !== ',') break
      at++
    }
    expect(']')
    return result
  }

  const result = value('', 0)
  blank()
  if (at < text.length) fail('there is more text after the end of the document')
  return { value: result, source: { name, text, at: positionsBy(known, (offset) => positionAt(text, offset)) } }
}
