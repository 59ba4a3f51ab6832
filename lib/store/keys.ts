/** The keys that hold field values in a row's JSON. A localized field has one key per locale, just as a table has columns.
 * Tested by test/store/store.test.ts.
 */
import { derived } from '../../schema/derived.ts'
import { type Field, isPerLocale } from '../../schema/model.ts'
import { formerNames, storedAt } from './columns.ts'

interface Keys {
  /** `label`, or `label__th`. */
  own: string
  /** Keys that hold the value until the row is migrated or saved again. */
  former: readonly string[]
  /** Keys whose values fill an empty one. */
  instead: readonly string[]
}

export const keysOf = derived((field: Field): Keys => {
  const own = lastOf(storedAt(field))
  return { own, former: formerNames(own, field), instead: field.fallback === undefined ? [] : [lastOf(field.fallback), field.name] }
})

const lastOf = (path: string): string => path.slice(path.lastIndexOf('.') + 1)

/** The value that a stored row, or a group in one, has for a field; undefined if it has none. */
export function storedValue(field: Field, row: Readonly<Record<string, unknown>>, { formerOf }: RowKeys): unknown {
  const { own, instead } = keysOf(field)
  if (Object.hasOwn(row, own) && instead.length === 0) return row[own]
  const first = (names: readonly string[]) => names.find((name) => Object.hasOwn(row, name))
  // biome-ignore lint/style/noNonNullAssertion: `formerOf` has an entry for each field of the row
  const there = first([own, ...formerOf.get(field)!])
  const value = there === undefined ? undefined : row[there]
  if (instead.length === 0 || !isEmpty(value)) return value
  const other = first(instead)
  return other === undefined ? value : row[other]
}

const isEmpty = (value: unknown) => value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)

/** The keys of a row with these fields. */
export interface RowKeys {
  /** The keys of the fields themselves. */
  own: ReadonlySet<string>
  /** The keys in every locale. */
  all: ReadonlySet<string>
  /** Whether some field's key differs from its name. */
  areOthers: boolean
  /** Former key → the current key that replaces it. */
  former: ReadonlyMap<string, string>
  /** The former keys of each field, without those that another field uses now, because their values belong to that field. */
  formerOf: ReadonlyMap<Field, readonly string[]>
}

export const rowKeys = derived((fields: readonly Field[]): RowKeys => {
  const leaves = fields.flatMap(leavesOf)
  const own = new Set(leaves.map((field) => keysOf(field).own))
  const all = new Set([
    ...own,
    ...leaves.flatMap(({ name, locales = [] }) => (locales.length > 0 ? [name, ...locales.map((one) => keysOf(one).own)] : [])),
  ])
  const formerOf = new Map(fields.flatMap((field) => formerKeys(field, fields)))
  const former = new Map([...formerOf].flatMap(([field, names]) => names.map((name) => [name, keysOf(field).own])))
  return { own, all, areOthers: leaves.some((field) => keysOf(field).own !== field.name), former, formerOf }
})

function formerKeys(field: Field, fields: readonly Field[]): [Field, readonly string[]][] {
  const taken = new Set(fields.filter((other) => other !== field).flatMap(everyKey))
  return leavesOf(field).map((leaf) => [leaf, keysOf(leaf).former.filter((name) => !taken.has(name))])
}

const leavesOf = (field: Field): readonly Field[] => (isPerLocale(field) ? field.fields : [field])

/** The keys in every locale, and the one from before the field was localized. */
const everyKey = (field: Field): string[] => [field.name, ...[...leavesOf(field), ...(field.locales ?? [])].map((one) => keysOf(one).own)]
