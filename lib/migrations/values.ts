/** Converts values from one form to another, and decides whether a conversion is needed. */
import { isDeepStrictEqual } from 'node:util'
import { yesOrNo } from '../../schema/field-types/boolean.ts'
import { isMoment, toUtc } from '../../schema/field-types/date.ts'
import { isValid } from '../../schema/validators.ts'
import { hasRelation, type Outline, type OutlinedField } from '../store/outline.ts'
import { distinctIds } from '../store/row-ids.ts'
import type { InnerPath } from './changes.ts'
import { fieldMoves } from './field-moves.ts'
import { blockIn, fieldAt, renameKey } from './inside.ts'
import type { Moves } from './moves.ts'
import { isRichText, plainText, richTextSaying, textLacksParts } from './plain-text.ts'
import type { Exists } from './targets-there.ts'

/** A relation whose ids now refer to another collection. */
export const isRetargeted = (from: Outline, to: Outline): boolean => from.to !== undefined && to.to !== undefined && from.to !== to.to

/** Whether values can be read unchanged. Fields inside rows are compared separately. */
export function isSameForm(from: Outline, to: Outline): boolean {
  if (from.kind !== to.kind || !from.list !== !to.list || formOf(from) !== formOf(to)) return false
  if (isRetargeted(from, to) || asksMore(from.asks, to.asks)) return false
  return from.moment === undefined || to.moment === undefined || from.moment === to.moment
}

/** Whether previously valid values may now be refused. Adding or removing options does not change the type. */
function asksMore(before: Outline['asks'], now: Outline['asks']): boolean {
  if (!before || !now) return false
  if (now['format'] !== undefined) return now['format'] !== before['format']
  if (now['enum'] !== undefined) return before['enum'] === undefined
  return ['integer', 'object'].includes(now['type']) && now['type'] !== before['type']
}

/** Rows may hold different fields than before, even if they stay rows. */
const isReadAsIs = (from: Outline, to: Outline): boolean => isSameForm(from, to) && formOf(to) === 'values'

const formOf = ({ fields, blocks }: Outline): string => (fields ? 'rows' : blocks ? 'blocks' : 'values')

export const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)

/** The context that a value's converted form depends on. */
export interface Surroundings {
  /** The path of the value, from which rows without an id get one. */
  within: string
  exists: Exists
}

/** Whether a conversion to this form asks which targets exist. What a text points to may be missing, so it is never asked for. */
export const asksForTargets = ({ to, fields = [], blocks = [] }: Outline): boolean =>
  to !== undefined || fields.some(asksForTargets) || blocks.some((block) => block.fields.some(asksForTargets))

/** A value in another form, or null if it can't be expressed. */
export function converted(value: unknown, from: Outline, to: Outline, surroundings: Surroundings): unknown {
  if (value === null || value === undefined || isRetargeted(from, to)) return null
  if (to.kind === 'json' && !to.list && formOf(to) === 'values' && !isRichText(to)) return value
  if (isWording(from, to)) return worded(value, from, to)
  const several = Array.isArray(value) && (from.list || from.kind === 'json') ? value : [value]
  if (!to.list) return convertedOne(from.list ? several[0] : value, from, to, surroundings)
  if (formOf(to) === 'values') return several.map((one) => convertedOne(one, from, to, surroundings)).filter((one) => one !== null)
  const rows = several.filter((one) => isRowOf(to, one))
  const ids = distinctIds(rows, surroundings.within)
  // biome-ignore lint/style/noNonNullAssertion: there is one id for each row
  return rows.map((row, at) => ({ ...(convertedOne(row, from, to, { ...surroundings, within: ids[at]! }) as Values), id: ids[at] }))
}

/** Whether rows, groups or rich text become text or the reverse, so that their whole content is put into words. */
function isWording(from: Outline, to: Outline): boolean {
  if (to.list || formOf(to) !== 'values') return false
  if (isRichText(to)) return !isRichText(from) && (formOf(from) !== 'values' || from.kind !== 'json')
  return to.kind === 'text' && !to.moment && (formOf(from) !== 'values' || (isRichText(from) && !from.list))
}

function worded(value: unknown, from: Outline, to: Outline): unknown {
  const text = plainText(value, from)
  if (text === '') return null
  const made = isRichText(to) ? richTextSaying(text) : text
  return to.asks && !isValid(made, to.asks) ? null : made
}

/** Converts a block to the current fields of its type. */
export function convertedBlock(block: Values, name: string, from: Outline, to: Outline, surroundings: Surroundings): Values {
  const ofType = ({ fields = [] }: Outline): Outline => ({ kind: 'json', blocks: [{ name, fields }] })
  return convertedOne(block, ofType(from), ofType(to), surroundings) as Values
}

/** Whether the fields of another block type express everything in a block, so that nothing of it has to be kept. */
export function isExpressed(
  block: Values,
  { fields: from = [] }: Outline,
  { fields: to = [] }: Outline,
  surroundings: Surroundings,
): boolean {
  return pairsIn(from, to).every(([known, field]) => {
    const value = block[known.name]
    if (isEmpty(value) || isReadAsIs(known, field)) return true
    return isStill(converted(converted(value, known, field, surroundings), field, known, surroundings), value, known)
  })
}

/** Whether a conversion loses a value, or one of several. */
export function losesValues(value: unknown, from: Outline, to: Outline, exists: Exists): boolean {
  if (isEmpty(value)) return false
  const made = converted(value, from, to, { within: '', exists })
  if (isEmpty(made)) return true
  if (isWording(from, to)) return textLacksParts(value, from)
  const isSeveral = from.list === true || (from.kind === 'json' && formOf(to) !== 'values')
  if (isSeveral && Array.isArray(value) && [made].flat().length < value.length) return true
  return formOf(to) !== 'values' && [value].flat().some((row) => isRowOf(to, row) && leavesBehind(row, from, to, exists))
}

/** Whether a row loses values when the row and its contents change together, or when some fields are missing in the new form. */
function leavesBehind(row: Values, from: Outline, to: Outline, exists: Exists): boolean {
  const former = fieldsIn(from, row) ?? plainFields(row).filter(({ name }) => !OF_ROWS.includes(name))
  // biome-ignore lint/style/noNonNullAssertion: the row has this form
  const pairs = pairsIn(former, fieldsIn(to, row)!)
  return former.some((known) => {
    const [, field] = pairs.find(([one]) => one.name === known.name) ?? []
    const value = row[known.name]
    return field ? !isReadAsIs(known, field) && losesValues(value, known, field, exists) : !saysNothing(value)
  })
}

/** Keys that every row or block may have. */
const OF_ROWS = ['id', 'blockType']

/** Fields that are converted as part of a field that is itself converted. */
export function convertedInside(from: Outline, to: Outline, within = ''): { name: string; from: Outline; to: Outline }[] {
  const pairs = [
    ...pairsIn(from.fields ?? [], to.fields ?? []),
    ...(from.blocks ?? []).flatMap((block) => pairsIn(block.fields, blockIn(to, { blockType: block.name })?.fields ?? [])),
  ]
  return pairs.flatMap(([known, field]) => {
    const name = within + field.name
    return isSameForm(known, field) ? convertedInside(known, field, `${name}.`) : [{ name, from: known, to: field }]
  })
}

/** Whether any value can be converted: a text never becomes rows, and another target never a relation. */
const isExpressible = (from: Outline, to: Outline): boolean =>
  !isRetargeted(from, to) && (formOf(to) === 'values' || formOf(from) !== 'values' || from.kind === 'json')

/**
 * Where what is at a path in a value is once the value is converted; `isPart` if it became a part of the text or JSON there. A row may
 * become a block of each type.
 */
export function placesConverted(inside: InnerPath, from: Outline, to: Outline): { inside: InnerPath; isPart: boolean }[] {
  if (inside === '') return isExpressible(from, to) ? [{ inside, isPart: false }] : []
  if (formOf(to) === 'values') return isPartOf(to, inside, from) ? [{ inside: '', isPart: true }] : []
  const [, block = '', name = '', rest = ''] = /^(\[[^\]]+\])?(?:\.([^.[\]]+))?(.*)$/.exec(inside) ?? []
  const blockType = block.slice(1, -1)
  const former = from.fields ?? from.blocks?.find((one) => one.name === blockType)?.fields
  if (!former || name === '') return []
  const blocks = from.blocks ? [blockIn(to, { blockType })].flatMap((one) => one ?? []) : (to.blocks ?? [])
  const targets = to.fields ? [{ at: '', fields: to.fields }] : blocks.map((one) => ({ at: `[${one.name}]`, fields: one.fields }))
  return targets.flatMap(({ at, fields }) => {
    const pair = pairsIn(former, fields).find(([known]) => known.name === name)
    if (!pair) return [{ inside: `${at}.${name}${rest}`, isPart: false }]
    const [known, field] = pair
    const within = isReadAsIs(known, field) ? [{ inside: rest, isPart: false }] : placesConverted(rest, known, field)
    return within.map((one) => ({ ...one, inside: `${at}.${field.name}${one.inside}` }))
  })
}

/** Words lack what is parked in rows, which JSON has. */
function isPartOf(to: Outline, inside: InnerPath, from: Outline): boolean {
  if (isWording(from, to)) return fieldAt(from, inside) !== undefined
  return to.kind === 'json' || (to.kind === 'text' && !to.moment)
}

function convertedOne(one: unknown, from: Outline, to: Outline, surroundings: Surroundings): unknown {
  if (one === undefined || one === null) return null
  if (formOf(to) !== 'values') {
    const fields = fieldsIn(to, one)
    if (!fields || !isRowOf(to, one)) return null
    const row = convertedRow(one, fieldsIn(from, one), fields, surroundings)
    const block = blockIn(to, one)
    return block ? { ...row, blockType: block.name } : row
  }
  const made = ofKind(one, to)
  if (made === null || (to.asks && !to.moment && !isValid(made, to.asks))) return null
  return to.to !== undefined && from.to === undefined && !surroundings.exists(to.to, made as number) ? null : made
}

function ofKind(one: unknown, { kind, moment }: Outline): unknown {
  if (kind === 'json') return one
  if (kind === 'boolean') return yesOrNo(one) ?? null
  if (kind === 'text' && moment) {
    const time = toUtc(String(one).trim())
    return isMoment(time) ? time : null
  }
  if (kind === 'text') return typeof one === 'object' ? JSON.stringify(one) : String(one)
  const number = typeof one === 'boolean' ? Number(one) : typeof one === 'string' && one.trim() !== '' ? Number(one) : one
  return typeof number === 'number' && Number.isFinite(number) && (kind === 'number' || Number.isSafeInteger(number)) ? number : null
}

type Values = Readonly<Record<string, unknown>>

const isRowOf = (to: Outline, one: unknown): one is Values =>
  typeof one === 'object' && one !== null && !Array.isArray(one) && fieldsIn(to, one) !== undefined

/** The fields of a row, or of a block according to its type. */
const fieldsIn = ({ fields, blocks }: Outline, row: unknown): readonly OutlinedField[] | undefined =>
  fields ?? blockIn({ blocks }, row)?.fields

/** Converts each field of a row as if the row itself stayed a row. Values that no field takes stay in it. */
function convertedRow(
  row: Values,
  from: readonly OutlinedField[] | undefined,
  to: readonly OutlinedField[],
  surroundings: Surroundings,
): Values {
  const former = from ?? plainFields(row)
  const made: Record<string, unknown> = { ...row }
  for (const { from, to: name } of movesIn(former, to).renames) if (Object.hasOwn(made, from)) renameKey(made, from, name)
  for (const [known, field] of pairsIn(former, to)) {
    if (!Object.hasOwn(made, field.name)) continue
    if (isReadAsIs(known, field)) continue
    made[field.name] = converted(made[field.name], known, field, { ...surroundings, within: `${surroundings.within}.${field.name}` })
  }
  return made
}

/** Fields for JSON that no outline describes. */
const plainFields = (row: Values): OutlinedField[] => Object.keys(row).map((name) => ({ name, kind: 'json' }))

const movesIn = (former: readonly OutlinedField[], fields: readonly OutlinedField[]): Moves =>
  fieldMoves(
    former.map((field) => ({ ...field, isParked: false })),
    fields,
    (name) => `'${name}'`,
  )

/** Each field that takes values, paired with the field that had them. */
function pairsIn(former: readonly OutlinedField[], fields: readonly OutlinedField[]): [OutlinedField, OutlinedField][] {
  const { sources } = movesIn(former, fields)
  return fields.flatMap((field): [OutlinedField, OutlinedField][] => {
    const known = former.find(({ name }) => name === sources.get(field.name))
    return known ? [[known, field]] : []
  })
}

/**
 * Whether a value is still the result of a conversion. A save adds what the conversion left out: keys without a value, and ids where an
 * earlier version set none.
 */
function isStill(present: unknown, made: unknown, form: Outline): boolean {
  if (saysNothing(present) || saysNothing(made)) return saysNothing(present) && saysNothing(made)
  if (formOf(form) === 'values') return isDeepStrictEqual(present, made)
  const [ones, others] = [[present].flat(), [made].flat()]
  return ones.length === others.length && ones.every((one, at) => isStillRow(one, others[at], form))
}

/** Empty, or a group that a save created from nothing. */
const saysNothing = (value: unknown): boolean =>
  isEmpty(value) || (typeof value === 'object' && value !== null && !Array.isArray(value) && Object.values(value).every(saysNothing))

/** Whether a value is the result of converting an old one. Documents that it points to may have been created or deleted since. */
export function isStillConverted(
  present: unknown,
  old: unknown,
  [first, ...others]: readonly [Outline, ...Outline[]],
  surroundings: Surroundings,
): boolean {
  const made = (exists: Exists) => {
    let [value, from] = [old, first]
    for (const to of others) [value, from] = [converted(value, from, to, { ...surroundings, exists }), to]
    return value
  }
  // JSON that was made from rows is compared as rows, ignoring their ids.
  const rows = others.findLast((one) => formOf(one) !== 'values')
  const last = others.at(-1) ?? first
  const form = rows && last.kind === 'json' ? rows : last
  return (
    isStill(present, made(surroundings.exists), form) ||
    (hasRelation(form) &&
      isStill(
        present,
        made(() => true),
        form,
      ))
  )
}

function isStillRow(present: unknown, made: unknown, form: Outline): boolean {
  const fields = fieldsIn(form, made)
  if (!fields || !isRowOf(form, present) || !isRowOf(form, made)) return isDeepStrictEqual(present, made)
  const valueIn = (row: Values, { name, was = [] }: OutlinedField) => row[[name, ...was].find((one) => Object.hasOwn(row, one)) ?? name]
  const known = new Set(['id', ...fields.flatMap(({ name, was = [] }) => [name, ...was])])
  const others = (row: Values) => Object.fromEntries(Object.entries(row).filter(([key]) => !known.has(key)))
  return (
    fields.every((field) => isStill(valueIn(present, field), valueIn(made, field), field)) &&
    isDeepStrictEqual(others(present), others(made))
  )
}

/** Converts a column's value to the form that it has in JSON. */
export function fromColumn(value: unknown, kind: string): unknown {
  if (value === null || value === undefined) return null
  if (kind === 'boolean') return value === 1 || value === true
  return kind === 'json' && typeof value === 'string' ? parsed(value) : value
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
