/** Preserves stored values and blocks that the model doesn't know, because they left the schema or come from a newer process. */
import { derived } from '../../schema/derived.ts'
import { type Field, fieldsOfRow, hasRows, isPerLocale } from '../../schema/model.ts'
import { atOnce, type Pace, type SlicedWork, stopsBehind } from '../pace.ts'
import { keysOf, rowKeys } from './keys.ts'

/** Stored as a non-enumerable symbol property: JSON, `Object.keys`, spreads and comparisons don't see it. */
const BEYOND = Symbol('beyond the model')

type Values = Readonly<Record<string, unknown>>

/** A row whose block type is unknown. It is invisible to editors, so they cannot delete it. */
interface UnknownRow {
  /** The id of the known row that it follows; undefined at the start of the list. */
  after: unknown
  row: unknown
}

interface Carrier {
  /** On a list: its unknown rows. On a row, or a group in one: its unknown values. */
  [BEYOND]?: Values | readonly UnknownRow[]
}

const valuesOf = (row: object | undefined) => (row as Carrier | undefined)?.[BEYOND] as Values | undefined
const rowsOf = (list: unknown) => (list as Carrier | undefined)?.[BEYOND] as readonly UnknownRow[] | undefined

function attach<T extends object>(to: T, beyond: Carrier[typeof BEYOND]): T {
  return Object.defineProperty(to, BEYOND, { value: beyond, configurable: true })
}

/** `made`: a stored row, or a group in one, in the shape of the model. */
export function keepUnknownValues<T extends object>(made: T, stored: object, fields: readonly Field[]): T {
  const { own, former } = rowKeys(fields)
  let unknown: Record<string, unknown> | undefined
  for (const key of Object.keys(stored)) {
    if (own.has(key) || (BESIDE_FIELDS.has(key) && Object.hasOwn(made, key))) continue
    // A value under a former key belongs to the renamed field, unless the field already has one under its current key.
    const current = former.get(key)
    if (current !== undefined && !Object.hasOwn(stored, current)) continue
    unknown ??= {}
    unknown[key] = (stored as Values)[key]
  }
  return unknown ? attach(made, unknown) : made
}

const BESIDE_FIELDS: ReadonlySet<string> = new Set(['id', 'blockType'])

/** `made`: the rows of a stored list that the model knows, and no others. */
export function keepUnknownRows<T extends { id?: unknown }, Stored>(
  made: T[],
  stored: readonly Stored[],
  isKnown: (row: Stored) => boolean,
): T[] {
  if (made.length === stored.length) return made
  const unknown: UnknownRow[] = []
  let known = 0
  for (const row of stored) {
    if (isKnown(row)) known++
    else unknown.push({ after: made[known - 1]?.id, row })
  }
  return attach(made, unknown)
}

/** When a row is rewritten, it keeps the unknown values of the row with the same id. */
export function carryValues<T extends object>(from: object | undefined, to: T): T {
  const unknown = valuesOf(from)
  return unknown ? attach(to, unknown) : to
}

/** Unknown rows stay behind the row that they followed; if that is gone, behind the nearest one before it. */
export function carryRows<T extends { id?: unknown }>(from: unknown, to: T[]): T[] {
  const unknown = rowsOf(from)
  if (!unknown) return to
  const before = (from as { id?: unknown }[]).map(({ id }) => id)
  const there = new Set(to.map(({ id }) => id))
  const place = (after: unknown) =>
    before
      .slice(0, before.indexOf(after) + 1)
      .reverse()
      .find((id) => there.has(id))
  return attach(
    to,
    unknown.map(({ after, row }) => ({ after: place(after), row })),
  )
}

/** Restores the unknown values of earlier content; all other unknown values stay. */
export function bringBackValues(from: object, to: object): void {
  const unknown = valuesOf(from)
  if (unknown) attach(to, { ...valuesOf(to), ...unknown })
}

export function bringBackRows(from: unknown, to: { id?: unknown }[]): void {
  const unknown = rowsOf(carryRows(from, [...to]))
  if (!unknown) return
  const ids = new Set(unknown.map(({ row }) => idOf(row)))
  const others = (rowsOf(to) ?? []).filter(({ row }) => !ids.has(idOf(row)))
  attach(to, [...unknown, ...others])
}

const idOf = (row: unknown) => (row as { id?: unknown } | null)?.id

/**
 * The value to store, including everything beyond the model; the same object if there is nothing to add. `isBrief`: omits the keys of
 * locales without a value, which would otherwise make up most of a row in many languages. A version includes them all, because a restore
 * leaves missing keys unchanged.
 */
export function withBeyond(field: Field, value: unknown, isBrief = false): unknown {
  if (hasRows(field)) return Array.isArray(value) ? atOnce(wholeList(field, value, isBrief)) : value
  return field.fields ? wholeRow(field.fields, value, isBrief) : value
}

/** Like `withBeyond`, but processes a list of rows in chunks that yield to other work. */
export function withBeyondInTurns(field: Field, value: unknown, isBrief: boolean, pace: Pace): unknown {
  return hasRows(field) && Array.isArray(value) ? pace.through(wholeList(field, value, isBrief)) : withBeyond(field, value, isBrief)
}

/** Whether a value contains more than the model knows, in any locale. */
export function holdsMore(field: Field, value: unknown): boolean {
  if (!hasRows(field)) return field.fields !== undefined && rowHoldsMore(field.fields, value)
  if (!Array.isArray(value)) return false
  return rowsOf(value) !== undefined || value.some((row) => rowHoldsMore(fieldsOfRow(field, row), row))
}

function rowHoldsMore(fields: readonly Field[], row: unknown): boolean {
  if (typeof row !== 'object' || row === null) return false
  const unknown = valuesOf(row)
  if (unknown && hasOther(unknown, rowKeys(fields).all)) return true
  for (const field of withFields(fields)) if (holdsMore(field, (row as Values)[field.name])) return true
  return false
}

function hasOther(values: Values, keys: ReadonlySet<string>): boolean {
  for (const key in values) if (!keys.has(key)) return true
  return false
}

function* wholeList(field: Field, list: unknown[], isBrief: boolean): SlicedWork<unknown[]> {
  let rows = list
  for (const [index, row] of list.entries()) {
    const whole = wholeRow(fieldsOfRow(field, row as { blockType?: unknown }), row, isBrief)
    if (whole !== row) {
      if (rows === list) rows = [...list]
      rows[index] = whole
    }
    if (stopsBehind(index)) yield
  }
  const unknown = rowsOf(list)
  return unknown ? inPlace(rows, unknown) : rows
}

function inPlace(rows: readonly unknown[], unknown: readonly UnknownRow[]): unknown[] {
  const places = new Map<unknown, unknown[]>(rows.map((row) => [idOf(row), []]))
  const atStart: unknown[] = []
  places.set(undefined, atStart)
  for (const { after, row } of unknown) (places.get(after) ?? atStart).push(row)
  const take = (id: unknown) => {
    const found = places.get(id) ?? []
    places.delete(id)
    return found
  }
  return [...take(undefined), ...rows.flatMap((row) => [row, ...take(idOf(row))])]
}

function wholeRow(fields: readonly Field[], row: unknown, isBrief: boolean): unknown {
  if (typeof row !== 'object' || row === null) return row
  let whole = row as Record<string, unknown>
  for (const field of nestedIn(fields)) {
    const value = whole[field.name]
    const inner = withBeyond(field, value, isBrief)
    if (inner !== value) whole = { ...whole, [field.name]: inner }
  }
  const unknown = valuesOf(row)
  // The unknown keys may include a former key, which would be read in place of an omitted one.
  if (rowKeys(fields).areOthers) whole = underKeys(fields, whole, isBrief && !unknown)
  if (!unknown) return whole
  return whole === row ? { ...whole, ...unknown } : Object.assign(whole, unknown)
}

/** Localized fields are stored under one key per locale. */
function underKeys(fields: readonly Field[], row: Values, isBrief: boolean): Record<string, unknown> {
  const keyed: Record<string, unknown> = {}
  const named = fieldsByName(fields)
  for (const name of Object.keys(row)) {
    const field = named.get(name)
    if (!field || !isPerLocale(field)) keyed[field ? keysOf(field).own : name] = row[name]
    else
      for (const one of field.fields) {
        const inside = (row[name] as Values | null)?.[one.name]
        if (inside === undefined || (isBrief && isNothing(inside))) continue
        keyed[keysOf(one).own] = withBeyond(one, inside, isBrief)
      }
  }
  return keyed
}

const isNothing = (value: unknown) => value === null || (Array.isArray(value) && value.length === 0 && rowsOf(value) === undefined)

const fieldsByName = derived((fields: readonly Field[]): ReadonlyMap<string, Field> => new Map(fields.map((field) => [field.name, field])))

const withFields = derived((fields: readonly Field[]) => fields.filter((field) => field.fields || field.blocks))

/** The fields that contain rows or groups. */
const nestedIn = derived((fields: readonly Field[]) => withFields(fields).filter((field) => !field.perLocale))
