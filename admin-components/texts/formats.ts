/** Formats of numbers, dates and lists by language, each made once: making one takes longer than drawing what it writes.
 * Tested by test/admin-components/texts.test.ts.
 */
interface Kind<Format, Options> {
  new (language: string, options?: Options): Format
}

const made = new Map<unknown, Map<string, unknown>>()

export function formatOf<Format, Options>(kind: Kind<Format, Options>, language: string, options?: Options): Format {
  const known = (made.get(kind) ?? made.set(kind, new Map()).get(kind)) as Map<string, Format>
  const key = `${language} ${JSON.stringify(options)}`
  const format = known.get(key) ?? new kind(language, options)
  known.set(key, format)
  return format
}
