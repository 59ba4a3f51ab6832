/** The places of indexed values inside a column: in lists of values, and in rows and blocks. Tested by test/store/inside.test.ts. */
import { type Field, isGroup, isPerLocale, isRelation } from '../../schema/model.ts'
import type { InnerStep } from '../query/filter.ts'
import { isList, kindOf } from './columns.ts'
import type { Inside } from './index-spec.ts'
import { keysOf } from './keys.ts'

/** The places inside a field's value. The steps are those of the filters that ask for them (`lib/query/paths.ts`). */
export function indexedIn(field: Field): Inside[] {
  if (field.fields) return after({ is: 'each' }, field.fields.flatMap(indexedAt))
  if (field.blocks) return field.blocks.flatMap(({ slug, fields }) => after({ is: 'each', blocks: [slug] }, fields.flatMap(indexedAt)))
  const own: Inside[] = field.index && (field.type.queryable || isRelation(field)) ? [{ path: [], kind: field.type.kind }] : []
  return isList(field) ? after({ is: 'each' }, own) : own
}

/** The places below a key of a row. */
function indexedAt(field: Field): Inside[] {
  if (field.writeOnly) return []
  if (isPerLocale(field)) return field.fields.flatMap((locale) => inLocale(locale, field))
  const key: InnerStep = { is: 'key', names: [keysOf(field).own], kind: kindOf(field) }
  return after(key, isGroup(field) ? field.fields.flatMap(indexedAt) : indexedIn(field))
}

/** A locale's own values, and those that its readers see. */
function inLocale(locale: Field, { fields, name }: Field & { fields: readonly Field[] }): Inside[] {
  const { own } = keysOf(locale)
  const initial = fields.find(({ wasPlain }) => wasPlain)
  const names: [string, ...string[]][] = locale.wasPlain || !initial ? [[own]] : [[own], [own, keysOf(initial).own, name]]
  return names.flatMap((keys) => after({ is: 'key', names: keys, kind: kindOf(locale) }, indexedIn(locale)))
}

const after = (step: InnerStep, places: readonly Inside[]): Inside[] => places.map(({ path, kind }) => ({ path: [step, ...path], kind }))
