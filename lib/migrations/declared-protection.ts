/** The options of fields that keep readers away from values: `hidden`, a named rule to read, `shown`. A schema shows where one of them goes,
 * except where a conversion takes the values into another field: that field needs the protection too.
 * Tested by test/migrations/declared-protection.test.ts.
 */
import type { Field } from '../../schema/model.ts'

type Protection = 'hidden' | 'access.read' | 'shown'

/** `fields.pay.salary.(hidden)`, for every field that is protected. */
export const protectionsOf = (fields: readonly Field[]): string[] =>
  fields.flatMap((field) => protectionsOfField(field).map((by) => `fields.${field.path}.(${by})`))

const protectionsOfField = ({ hidden, access: { read }, shown }: Field): Protection[] => [
  ...(hidden ? (['hidden'] as const) : []),
  // A function is remembered as code, which needs more.
  ...(read !== undefined && read !== 'anyone' && typeof read !== 'function' ? (['access.read'] as const) : []),
  ...(shown !== undefined ? (['shown'] as const) : []),
]

const SPELLED = /\((needs )?([\w.]+)\)$/

/** Whether this was remembered of a field's options, and not of its functions. */
export const isProtection = (remembered: string): boolean => SPELLED.test(remembered)

/** The need of a place that values were converted to; undefined for code. */
export function neededBy(end: string): string | undefined {
  const [, , by] = SPELLED.exec(end) ?? []
  return by && `(needs ${by})`
}

/** As messages and files name a need: `posts.fields.pay.hidden` for `posts.fields.pay.(needs hidden)`. */
export const needInWords = (remembered: string): string => remembered.replace(SPELLED, '$2')

/** Whether what is remembered is an option of the field at the place itself, whose author sees it go. */
export const isInSight = (part: string): boolean => isProtection(part) && !part.includes('(needs ')

/** Whether some of these parts of a content type, at the field or around it, protect the field as much as it needs. */
export function isProtected(path: string, end: string, parts: readonly string[]): boolean {
  const [, , by] = SPELLED.exec(end) ?? []
  const enough = ['(hidden)', ...(by === 'hidden' ? [] : ['access.read', '(access.read)']), ...(by === 'shown' ? ['(shown)'] : [])]
  const names = path.split('.')
  return names.some((_, at) => enough.some((one) => parts.includes(`fields.${names.slice(0, at + 1).join('.')}.${one}`)))
}
