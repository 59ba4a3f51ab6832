/** Where a declaration was written, so that a problem can name file, line and column. Knows nothing about content types.
 * Tested by test/schema/problems.test.ts.
 */

export interface Position {
  line: number
  column: number
}

export interface Source {
  /** A file's path, or a text such as `collections[2]` for declarations in code. */
  name: string
  text?: string
  /** The position of a path inside the document, or of its nearest known parent. */
  at?(path: readonly (string | number)[]): Position | undefined
  /** The path as its author wrote it, if that was not in a document. */
  spell?(path: readonly (string | number)[]): string
  /** A word of the vocabulary as its author wrote it: `min` or `@range(min:)` for `minimum`. Documents have the words themselves. */
  wordFor?(name: string): string
}

export const inCode = (name: string): Source => ({ name })

/** Positions by dotted path, or what they follow from; an unknown path gets its parent's. */
export function positionsBy<P>(known: Map<string, P>, positionOf: (found: P) => Position): NonNullable<Source['at']> {
  return (path) => {
    for (let length = path.length; length >= 0; length--) {
      const found = known.get(path.slice(0, length).join('/'))
      if (found !== undefined) return positionOf(found)
    }
    return undefined
  }
}

export function positionAt(text: string, offset: number): Position {
  const before = text.slice(0, offset)
  const line = before.split('\n').length
  return { line, column: offset - before.lastIndexOf('\n') }
}

/** Editors on Windows begin a file with a byte order mark. */
export const withoutMark = (text: string): string => (text.startsWith('\uFEFF') ? text.slice(1) : text)
