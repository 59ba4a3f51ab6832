/** The text of generated types: the parameters of those that depend on how a document is read, and indented lines. Tested by test/types/types.test.ts. */

/** Adds a parameter to the types that depend on how a document is read or written; by default, it is that of `find`, or of `create`. */
export const withParameters = (types: string): string =>
  types
    .split(/^(?=export interface )/m)
    .map((one) => {
      if (!/<R[,>]/.test(one)) return one
      return one.replace(' {', `<R extends galley.ReadAs = '${/Input<R[,>]/.test(one) ? 'depth 0' : 'depth 1'}'> {`)
    })
    .join('')

/** Indents the lines, and removes parentheses around a whole type. */
export function tidy(types: string): string {
  let depth = 0
  return types
    .split('\n')
    .map((line) => {
      const isComment = /^\s*(\/?\*)/.test(line)
      const closes = !isComment && /^[})]/.test(line)
      const indented = `${'  '.repeat(depth - (closes ? 1 : 0))}${line.replace(/^(\S+: )\(([^()]*)\)$/, '$1$2')}`.trimEnd()
      if (!isComment) depth += (line.match(/\{/g)?.length ?? 0) - (line.match(/\}/g)?.length ?? 0)
      return indented
    })
    .join('\n')
}
