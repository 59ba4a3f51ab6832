/** Values in another form: what a conversion makes of each, and whether one is needed at all. */
import { boolean, date, isMoment } from '../../schema/field-types.ts'
import type { Outline } from '../store/outline.ts'

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

/** A value in another form, or null where it can't be expressed. */
export function converted(value: unknown, from: Outline, to: Outline): unknown {
  if (value === null || value === undefined || isRetargeted(from, to)) return null
  if (to.kind === 'json' && !to.list && formOf(to) === 'values') return value
  const several = Array.isArray(value) && (from.list || from.kind === 'json') ? value : [value]
  if (!to.list) return convertedOne(from.list ? several[0] : value, to)
  return several.map((one) => convertedOne(one, to)).filter((one) => one !== null)
}

/** Whether a conversion leaves a value, or one of several, behind. */
export function isLeftBehind(value: unknown, from: Outline, to: Outline): boolean {
  if (isEmpty(value)) return false
  const made = converted(value, from, to)
  return isEmpty(made) || (from.list === true && Array.isArray(value) && [made].flat().length < value.length)
}

function convertedOne(one: unknown, { kind, moment, fields, blocks }: Outline): unknown {
  if (one === undefined || one === null) return null
  if (fields || blocks) {
    if (typeof one !== 'object' || Array.isArray(one)) return null
    return fields || blocks!.some(({ name }) => name === (one as { blockType?: unknown }).blockType) ? one : null
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
