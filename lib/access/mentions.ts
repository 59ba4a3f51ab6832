/** Presentation without the names of fields that a caller may not read: layouts, badges and conditions name fields as well. */
import type { Field } from '../../schema/model.ts'

export type IsDenied = (path: string) => boolean

/** Whether a path is one of these fields, or inside one. */
export function deniedPaths(fields: Iterable<Field>): IsDenied {
  const paths = [...fields].map((field) => field.path)
  return (path) => paths.some((denied) => path === denied || path.startsWith(`${denied}.`))
}

/** Texts for people: a label may be spelled like a field. */
const TEXTS = ['label', 'labels', 'description', 'group', 'component', 'cell']
/** Words that mean something else once a part is missing. */
const WHOLE = ['badge', 'condition']

/** Nothing where the value itself is the name of such a field. */
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

/** Whether a name, a list such as `title,-views`, or anything in a filter is such a field. */
export function mentions(value: unknown, isDenied: IsDenied): boolean {
  if (typeof value === 'string') return value.split(',').some((name) => isDenied(name.trim().replace(/^-/, '')))
  if (typeof value !== 'object' || value === null) return false
  return Object.entries(value).some(([key, inner]) => isDenied(key) || mentions(inner, isDenied))
}
