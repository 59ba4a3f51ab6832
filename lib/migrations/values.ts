/** Values in another form: what a conversion makes of each, and whether one is needed at all. */
import { isDeepStrictEqual } from 'node:util'
import { boolean, date, isMoment } from '../../schema/field-types.ts'
import { withoutLocale } from '../store/columns.ts'
import type { Outline, OutlinedBlock, OutlinedField } from '../store/outline.ts'
import { distinctIds } from '../store/row-ids.ts'
import { renameKey } from './inside.ts'
import { movesBetween } from './moves.ts'

/** A relation whose ids name documents of another collection now. */
export const isRetargeted = (from: Outline, to: Outline): boolean => from.to !== undefined && to.to !== undefined && from.to !== to.to

/** Whether values can be read as they are; what stands inside rows is compared by itself. */
export function isSameForm(from: Outline, to: Outline): boolean {
  if (from.kind !== to.kind || !from.list !== !to.list || formOf(from) !== formOf(to)) return false
  return !isRetargeted(from, to) && (from.moment === undefined || to.moment === undefined || from.moment === to.moment)
}

const formOf = ({ fields, blocks }: Outline): string => (fields ? 'rows' : blocks ? 'blocks' : 'values')

export const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)

/** A value in another form, or null where it can't be expressed. `within`: where it stands, which gives rows without an id theirs. */
export function converted(value: unknown, from: Outline, to: Outline, within = ''): unknown {
  if (value === null || value === undefined || isRetargeted(from, to)) return null
  if (to.kind === 'json' && !to.list && formOf(to) === 'values') return value
  const several = Array.isArray(value) && (from.list || from.kind === 'json') ? value : [value]
  if (!to.list) return convertedOne(from.list ? several[0] : value, from, to, within)
  if (formOf(to) === 'values') return several.map((one) => convertedOne(one, from, to, within)).filter((one) => one !== null)
  const rows = several.filter((one) => isRowOf(to, one))
  const ids = distinctIds(rows, within)
  return rows.map((row, at) => ({ ...(convertedOne(row, from, to, ids[at]!) as Values), id: ids[at] }))
}

/** A block whose fields are others now. */
export function convertedBlock(block: Values, name: string, from: Outline, to: Outline, within: string): Values {
  const ofType = ({ fields = [] }: Outline): Outline => ({ kind: 'json', blocks: [{ name, fields }] })
  return convertedOne(block, ofType(from), ofType(to), within) as Values
}

/** Whether a conversion leaves a value, or one of several, behind. */
export function isLeftBehind(value: unknown, from: Outline, to: Outline): boolean {
  if (isEmpty(value)) return false
  const made = converted(value, from, to)
  return isEmpty(made) || (from.list === true && Array.isArray(value) && [made].flat().length < value.length)
}

function convertedOne(one: unknown, from: Outline, to: Outline, within: string): unknown {
  const { kind, moment } = to
  if (one === undefined || one === null) return null
  if (formOf(to) !== 'values') {
    if (!isRowOf(to, one)) return null
    const row = convertedRow(one, fieldsIn(from, one), fieldsIn(to, one)!, within)
    const block = blockIn(to, one)
    return block ? { ...row, blockType: block.name } : row
  }
  if (kind === 'json') return one
  if (kind === 'boolean') return boolean(one) ?? null
  if (kind === 'text' && moment) {
    const time = date(String(one).trim())
    return isMoment(time) ? time : null
  }
  if (kind === 'text') return typeof one === 'object' ? JSON.stringify(one) : String(one)
  const number = typeof one === 'boolean' ? Number(one) : typeof one === 'string' && one.trim() !== '' ? Number(one) : one
  return typeof number === 'number' && Number.isFinite(number) && (kind === 'number' || Number.isSafeInteger(number)) ? number : null
}

type Values = Readonly<Record<string, unknown>>

const isRowOf = (to: Outline, one: unknown): one is Values =>
  typeof one === 'object' && one !== null && !Array.isArray(one) && fieldsIn(to, one) !== undefined

/** The fields of a row, or of a block of its type. */
const fieldsIn = ({ fields, blocks }: Outline, row: unknown): readonly OutlinedField[] | undefined =>
  fields ?? blockIn({ blocks }, row)?.fields

/** The type of a block, which may have been renamed. */
function blockIn({ blocks = [] }: Pick<Outline, 'blocks'>, row: unknown): OutlinedBlock | undefined {
  const type = (row as { blockType?: unknown } | null)?.blockType
  return blocks.find(({ name }) => name === type) ?? blocks.find(({ was = [] }) => was.some((name) => name === type))
}

/** A row whose fields are others now: each takes its value as it would where the row stayed a row. What no field takes stays in it. */
function convertedRow(row: Values, from: readonly OutlinedField[] | undefined, to: readonly OutlinedField[], within: string): Values {
  const former = from ?? Object.keys(row).map((name): OutlinedField => ({ name, kind: 'json' }))
  const { renames, sources } = movesBetween(
    former.map((field) => ({ ...field, isParked: false })),
    to,
    (name) => `'${name}'`,
    (one, name) => withoutLocale(one) === name,
  )
  const made: Record<string, unknown> = { ...row }
  for (const { from, to } of renames) if (Object.hasOwn(made, from)) renameKey(made, from, to)
  for (const field of to) {
    const known = former.find(({ name }) => name === sources.get(field.name))
    if (!known || !Object.hasOwn(made, field.name)) continue
    if (isSameForm(known, field) && formOf(field) === 'values') continue
    made[field.name] = converted(made[field.name], known, field, `${within}.${field.name}`)
  }
  return made
}

/**
 * Whether a value is still what a conversion made. A save adds what the conversion left out: keys without a value, and ids where an
 * earlier version gave none.
 */
export function isStill(present: unknown, made: unknown, form: Outline): boolean {
  if (isEmpty(present) || isEmpty(made)) return isEmpty(present) && isEmpty(made)
  if (formOf(form) === 'values') return isDeepStrictEqual(present, made)
  const [ones, others] = [[present].flat(), [made].flat()]
  return ones.length === others.length && ones.every((one, at) => isStillRow(one, others[at], form))
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

/** How a column says a value, and how JSON does. */
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
