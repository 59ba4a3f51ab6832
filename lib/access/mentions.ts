/** Removes the names of fields that a caller may not read from presentation settings: layouts, badges and conditions name fields too.
 * Tested by test/http/fields.test.ts.
 */
import type { Field } from '../../schema/model.ts'

export type IsDenied = (path: string) => boolean

/** Returns a check whether a path is one of these fields, or inside one. */
export function deniedPaths(fields: Iterable<Field>): IsDenied {
  const paths = [...fields].map((field) => field.path)
  return (path) => paths.some((denied) => path === denied || path.startsWith(`${denied}.`))
}

/** Text for people: a label may happen to equal a field name. */
const TEXTS = ['label', 'labels', 'description', 'group', 'component', 'cell']
/** Settings that change their meaning if a part is removed, so they are dropped as a whole. */
const WHOLE = ['badge', 'condition']

/** Undefined if the value itself is the name of such a field. */
export function withoutMentions(value: unknown, isDenied: IsDenied): unknown {
  if (typeof value === 'string') return mentions(value, isDenied) ? undefined : value
  if (Array.isArray(value)) return value.map((one) => withoutMentions(one, isDenied)).filter((one) => one !== undefined)
  if (typeof value !== 'object' || value === null) return value
  const kept = Object.entries(value).flatMap(([key, inner]) => {
    if (TEXTS.includes(key)) return [[key, inner] as const]
    if (WHOLE.includes(key)) return mentions(inner, isDenied) ? [] : [[key, inner] as const]
    const shown = withoutMentions(inner, isDenied)
    return shown === undefined ? [] : [[key, shown] as const]
  })
  return Object.fromEntries(kept)
}

/** Whether a name, a list such as `title,-views`, or any part of a filter refers to such a field. */
export function mentions(value: unknown, isDenied: IsDenied): boolean {
  if (typeof value === 'string') return value.split(',').some((name) => isDenied(name.trim().replace(/^-/, '')))
  if (typeof value !== 'object' || value === null) return false
  return Object.entries(value).some(([key, inner]) => isDenied(key) || mentions(inner, isDenied))
}
