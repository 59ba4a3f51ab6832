/** Three-way merge of two people's changes to a document, down into groups, rows and the blocks of rich text. Conflicts are left for the user to
 * decide.
 */
import type { Field } from '../app/schema.ts'
import { fieldsOfRow, hasRows, isGroup, isText, mapFields, rowsById } from './map-fields.ts'
import type { Place } from './places.ts'
import { textMerge } from './text-merge.ts'
import { type FieldValue, isStoredAs, same, saysSame, type Values } from './values.ts'

export interface Sides {
  /** The common base. */
  before: Values
  mine: Values
  theirs: Values
}

export interface Conflict {
  place: Place
  /** `value`: in a rich text, only some blocks conflict, and both values contain all other changes of both. `order`: both reordered a list; the values are its rows in each order. `row`: only one removed it; the other value is undefined. */
  kind: 'value' | 'row' | 'order'
  field: Field
  mine: FieldValue
  theirs: FieldValue
}

type Each<T> = { [side in keyof Sides]: T }

/** Whether a conflict keeps my value. */
export type Keeps = (conflict: Conflict) => boolean

export function mergeChanges(
  fields: readonly Field[],
  sides: Sides,
  keepsMine: Keeps = () => true,
): { values: Values; conflicts: Conflict[] } {
  const merging = new Merging(keepsMine)
  return { values: merging.values(fields, sides, []), conflicts: merging.conflicts }
}

class Merging {
  readonly conflicts: Conflict[] = []
  readonly #keepsMine: Keeps

  constructor(keepsMine: Keeps) {
    this.#keepsMine = keepsMine
  }

  values(fields: readonly Field[], { theirs, before, mine }: Sides, at: Place): Values {
    return mapFields(
      fields,
      [theirs, before, mine],
      ({ field, place, values: [theirs, before, mine], inside }) => {
        if (saysSame(field, before, theirs)) return mine
        if (saysSame(field, before, mine) || isStoredAs(mine, theirs)) return theirs
        if (isGroup(field) && theirs && before && mine) return inside()
        if (hasRows(field) && [before, theirs].every(haveIds) && [before, mine, theirs].every(areTellable))
          return this.#rows(field, { before: before ?? [], mine: mine ?? [], theirs: theirs ?? [] }, place)
        return this.#text(field, { before, mine, theirs }, place)
      },
      at,
    )
  }

  #text(field: Field, sides: Each<FieldValue>, place: Place): FieldValue {
    const { mine, theirs, hasConflict } = (isText(field) && textMerge()?.(sides, fieldsOfBlock(field))) || { ...sides, hasConflict: true }
    return hasConflict ? this.#decide({ kind: 'value', place, field, mine, theirs }) : mine
  }

  #decide(conflict: Conflict): FieldValue {
    this.conflicts.push(conflict)
    return this.#keepsMine(conflict) ? conflict.mine : conflict.theirs
  }

  #rows(field: Field, lists: Each<Values[]>, place: Place): Values[] {
    const { before, mine, theirs } = lists
    const known = { before: rowsById(before), mine: rowsById(mine), theirs: rowsById(theirs) }
    const merged = new Map<unknown, Values>()
    for (const row of [...mine, ...theirs]) {
      const key = keyOf(row)
      if (merged.has(key)) continue
      const made = this.#row(
        field,
        { before: known.before.get(key), mine: row.id === undefined ? row : known.mine.get(key), theirs: known.theirs.get(key) },
        [...place, { id: row.id }],
      )
      if (made) merged.set(key, made)
    }
    return this.#sorted(field, lists, known, place).flatMap((key) => merged.get(key) ?? [])
  }

  /** Undefined if the row was removed. */
  #row(field: Field, { before, mine, theirs }: Each<Values | undefined>, place: Place): Values | undefined {
    if (mine && theirs) return this.values(fieldsOfRow(field, theirs), { before: before ?? {}, mine, theirs }, place)
    if (!before) return mine ?? theirs
    return isStoredAs(mine ?? theirs, before) ? undefined : this.#decide({ kind: 'row', place, field, mine, theirs })
  }

  /** Uses the order of the side that moved rows; a row added by the other side goes after the row it followed there. */
  #sorted(field: Field, { before, mine, theirs }: Each<Values[]>, known: Each<ReadonlyMap<unknown, Values>>, place: Place): unknown[] {
    const orderOf = (rows: Values[]) =>
      rows.map(keyOf).filter((key) => known.before.has(key) && known.mine.has(key) && known.theirs.has(key))
    const [first, ours, others] = [before, mine, theirs].map(orderOf) as [unknown[], unknown[], unknown[]]
    const haveBothMoved = !same(first, ours) && !same(first, others) && !same(ours, others)
    const isTheirs = haveBothMoved ? this.#decide({ kind: 'order', place, field, mine, theirs }) === theirs : !same(first, others)
    return isTheirs ? inserted(theirs, mine) : inserted(mine, theirs)
  }
}

/** Merges the fields of a content block, if that is all that two people changed of it. */
const fieldsOfBlock =
  (field: Field) =>
  (sides: Sides): Values | undefined => {
    const fields = fieldsOfRow(field, sides.before)
    const names = fields.map(({ name }) => name)
    const rest = (values: Values) => Object.fromEntries(Object.entries(values).filter(([name]) => !names.includes(name)))
    if (!same(rest(sides.before), rest(sides.mine))) return undefined
    const { values, conflicts } = mergeChanges(fields, sides)
    return conflicts.length === 0 ? values : undefined
  }

const haveIds = (rows: unknown): boolean => !Array.isArray(rows) || rows.every(({ id }) => id !== undefined)

/** True if no two rows share an id. */
const areTellable = (rows: unknown): boolean =>
  (rows ?? null) === null || (Array.isArray(rows) && new Set(rows.map(keyOf)).size === rows.length)

/** Rows that were never saved may have no id. */
const keyOf = (row: Values): unknown => row['id'] ?? row

function inserted(rows: Values[], others: Values[]): unknown[] {
  const all = rows.map(keyOf)
  const more = others.map(keyOf)
  for (const [index, key] of more.entries()) {
    if (all.includes(key)) continue
    const ahead = more.slice(0, index).findLast((one) => all.includes(one))
    all.splice(all.indexOf(ahead) + 1, 0, key)
  }
  return all
}
