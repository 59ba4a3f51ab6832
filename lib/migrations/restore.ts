/** Restores parked values to their field where it is empty or still holds the result of a conversion. */

import { isDeepStrictEqual } from 'node:util'
import { GalleyError } from '../errors.ts'
import { isMadeWay } from '../store/columns.ts'
import type { Connection, Dialect } from '../store/contract.ts'
import { hasRelation, type Outline } from '../store/outline.ts'
import type { TableSpec } from '../store/tables.ts'
import { byName } from './by-name.ts'
import { blockText, type Carrying, carryIn, placesOf } from './carry.ts'
import { type Applied, columnOutline, type Parked, type ParkedColumn, type SchemaChange } from './changes.ts'
import { moveCode, type SchemaInUse } from './code-memory.ts'
import { grouped } from './grouped.ts'
import { fieldAt, isBlock, nameIn, placedHolders, renamedAt } from './inside.ts'
import { refreshReferences } from './references.ts'
import { commandRestoring, refuseLoss } from './refusals.ts'
import { isNamed, parkedNameOf, parkedPathOf } from './steps.ts'
import type { Exists } from './targets-there.ts'
import { asksForTargets, converted, convertedBlock, isEmpty, isExpressed, isStillConverted, type Surroundings } from './values.ts'

export interface Restored {
  /** The number of restored values. */
  values: PerPlace
  /** The number of values that the field's current type can't express. */
  left: PerPlace
  /** How the restored values move. */
  moves: SchemaChange[]
}

interface PerPlace {
  live: number
  drafts: number
  versions: number
}

/** The field that parked values belong to, such as `posts.summary`. Displaced values belong to the field that held them before. */
export function ownerOf({ table, column, inside, of }: Parked, parked: readonly Parked[]): ParkedColumn | undefined {
  const name = of ?? /^\$old\d+\$(.*)$/.exec(inside === undefined ? (column ?? '') : nameIn(inside))?.[1]
  if (name === undefined || column === undefined) return undefined
  const owner = inside === undefined ? { table, column: name } : { table, column, inside: renamedAt(inside, name) }
  const away = isMadeWay(name) ? parked.find((one) => parkedNameOf(one) === parkedNameOf(owner)) : undefined
  return away ? ownerOf(away, parked) : owner
}

interface Restoration {
  connection: Connection
  dialect: Dialect
  isDry: boolean
  inUse?: SchemaInUse | undefined
}

/**
 * Restores everything kept of a field, in live rows, pending drafts and versions; the latest values take precedence. Refuses if the field
 * in use lacks a rule that the values had.
 */
export async function restoreParked(
  typed: string,
  applied: Applied,
  { connection, dialect, isDry, inUse }: Restoration,
): Promise<Restored> {
  const catalogue = await connection.all(dialect.catalogue)
  const restored: Restored = { values: { live: 0, drafts: 0, versions: 0 }, left: { live: 0, drafts: 0, versions: 0 }, moves: [] }
  for (const kept of grouped(keptOf(typed, applied), ({ owner }) => parkedNameOf(owner))) {
    for (const [at, one] of [...kept.entries()].reverse()) {
      const { parked, owner, held, holds, isOwn } = one
      const later = isOwn ? kept.slice(at + 1).flatMap((one) => (one.isOwn ? [one.held] : [])) : []
      const tally = { left: 0 }
      const carried = (tally: { left: number }) =>
        isBlock(parked.inside ?? '')
          ? carryingBlocks(parked, owner, held, holds, tally)
          : carryingOf(parked, owner, held, holds, restoring([held, ...later, holds], tally))
      const carrying: Carrying = { ...carried(tally), lookUp: carried({ left: 0 }).carry }
      let sum = 0
      for (const place of placesOf(carrying, dialect, catalogue)) {
        const kind = place.aside === undefined ? 'live' : place.entity === undefined ? 'drafts' : 'versions'
        tally.left = 0
        const values = await carryIn(place, carrying, connection, dialect, catalogue, isDry)
        sum += values
        restored.values[kind] += values
        restored.left[kind] += tally.left
      }
      if (sum > 0) restored.moves.push(asMerge(one))
    }
    const [{ owner, holds }] = kept
    const column = byName(byName(applied.tables, owner.table).columns, owner.column)
    if (!isDry && hasRelation(holds)) await refreshReferences(owner.table, column, columnOutline(column), connection, dialect, catalogue)
  }
  if (!isDry) refuseLoss(await moveCode(applied, restored.moves, connection, dialect, inUse), commandRestoring([typed]))
  return restored
}

/** How everything that is kept of these fields would move, whether or not it can be restored. */
export const restoringMoves = (names: readonly string[], applied: Applied): SchemaChange[] =>
  names.flatMap((name) => findKept(name, applied).map(asMerge))

/** The change that fills a field with what is kept of it. */
function asMerge({ parked, owner, held, holds }: Kept): SchemaChange {
  const { table, column, inside } = owner
  if (inside === undefined || parked.inside === undefined)
    return { do: 'merge', table, column: { name: column, kind: holds.kind, holds }, from: parked.column ?? column, held }
  return { do: 'mergeInside', table, column, inside, from: nameIn(parked.inside), held, holds }
}

/** Throws if nothing is kept of one of these names. */
export function checkRestored(names: readonly string[], applied: Applied): void {
  for (const name of names) keptOf(name, applied)
}

interface Kept {
  parked: Parked
  owner: ParkedColumn
  held: Outline
  holds: Outline
  /** The values come from a conversion of this very field, not of another one that had its name. */
  isOwn: boolean
}

function keptOf(typed: string, applied: Applied): Kept[] {
  const kept = findKept(typed, applied)
  if (kept.length === 0) throw refusal(typed, applied)
  return kept
}

function findKept(typed: string, applied: Applied): Kept[] {
  const isAway = (place: Parked) => applied.parked.some((one) => parkedNameOf(one) === parkedNameOf(place))
  const isMeant = (owner: Parked) => !isAway(owner) && (isNamed(owner, typed) || parkedPathOf(owner) === typed)
  const keptFor = (parked: Parked, owner: ParkedColumn, isOwn: boolean): Kept[] => {
    const [holds, held] = [outlineAt(owner, applied.tables), outlineAt(parked, applied.tables)]
    return holds && held ? [{ parked, owner, holds, held, isOwn }] : []
  }
  // Values parked under another name have the lowest precedence.
  const renamed = applied.parked.flatMap((parked) =>
    formerPlaces(ownerOf(parked, applied.parked) ?? parked, applied)
      .filter(isMeant)
      .flatMap((owner) => keptFor(parked, owner, false)),
  )
  const made = applied.parked.flatMap((parked) => {
    const owner = ownerOf(parked, applied.parked)
    if (!owner || isAway(owner) || !(isMeant(owner) || isNamed(parked, typed))) return []
    return keptFor(parked, owner, !parked.gaveWay && parked.of === nameAt(owner))
  })
  return [...renamed, ...made]
}

const nameAt = ({ column, inside }: ParkedColumn) => (inside === undefined ? column : nameIn(inside))

/** The names that a parked field had before it was renamed. */
function formerPlaces(place: Parked, { tables, parked }: Applied): ParkedColumn[] {
  const { table, column, inside } = place
  const away = parked.find((one) => parkedNameOf(one) === parkedNameOf(place))
  if (column === undefined || !away || away.of !== undefined) return []
  if (inside !== undefined) return (away.held?.formerly ?? []).map((name) => ({ table, column, inside: renamedAt(inside, name) }))
  const spec = tables.find(({ name }) => name === table)?.columns.find(({ name }) => name === column)
  return (spec?.formerly ?? []).map((name) => ({ table, column: name }))
}

function refusal(typed: string, { parked }: Applied): GalleyError {
  if (parked.some((one) => isNamed(one, typed) || isNamed(ownerOf(one, parked) ?? one, typed)))
    return new GalleyError(
      'MIGRATION',
      `'${typed}' is parked, because the schema does not contain it. Add it again, and run:\n  npx galley migrate`,
    )
  return new GalleyError('MIGRATION', `Nothing of '${typed}' is parked. To see what is: npx galley migrate:status`)
}

function outlineAt({ table, column, inside, held }: Parked, tables: readonly TableSpec[]): Outline | undefined {
  if (held) return held
  const spec = tables.find(({ name }) => name === table)?.columns.find(({ name }) => name === column)
  if (!spec || inside === undefined) return spec && columnOutline(spec)
  return spec.holds && fieldAt(spec.holds, inside)
}

type Restoring = (present: unknown, old: unknown, surroundings: Surroundings) => unknown

/** `forms`: the forms that the values went through, from the old values' form to the current one. */
function restoring(forms: readonly [Outline, ...Outline[]], tally: { left: number }): Restoring {
  const [first] = forms
  const last = forms.at(-1) ?? first
  return (present, old, surroundings) => {
    if (isEmpty(old)) return present
    const value = converted(old, first, last, surroundings)
    if (isEmpty(value)) {
      tally.left++
      return present
    }
    return isEmpty(present) || chainsTo(last, forms).some((chain) => isStillConverted(present, old, chain, surroundings)) ? value : present
  }
}

/** Through all forms, or only up to one whose own values have been restored since. */
const chainsTo = (last: Outline, [first, ...others]: readonly [Outline, ...Outline[]]): [Outline, ...Outline[]][] =>
  others.map((_, at) => [first, ...others.slice(0, at), last])

/**
 * Turns parked blocks into blocks of a type in use. Their old values have nowhere to go, so a block that the type can't express stays
 * parked.
 */
function carryingBlocks(parked: Parked, owner: ParkedColumn, held: Outline, holds: Outline, tally: { left: number }): Carrying {
  const { table, column, inside } = parked as Required<Pick<Parked, 'table' | 'column' | 'inside'>>
  const name = nameAt(owner)
  return {
    table,
    columns: [{ name: column, kind: 'json' }],
    holding: blockText(nameIn(inside)),
    refers: asksForTargets(holds),
    carry: (values, exists) =>
      placedHolders(values[column], inside, column).reduce((sum, { object, within }) => {
        if (!isExpressed(object, held, holds, { within, exists })) {
          tally.left++
          return sum
        }
        Object.assign(object, convertedBlock({ ...object, blockType: name }, name, held, holds, { within, exists }))
        return sum + 1
      }, 0),
  }
}

function carryingOf(parked: Parked, owner: ParkedColumn, held: Outline, holds: Outline, restore: Restoring): Carrying {
  const { table, column, inside } = parked as Required<Pick<Parked, 'table' | 'column'>> & Parked
  const put = (object: Record<string, unknown>, name: string, old: string, within: string, exists: Exists) => {
    if (!Object.hasOwn(object, old)) return 0
    const value = restore(object[name], object[old], { within: `${within}${name}`, exists })
    if (isDeepStrictEqual(value, object[name])) return 0
    object[name] = value
    return 1
  }
  if (inside !== undefined)
    return {
      table,
      columns: [{ name: column, kind: 'json' }],
      holding: `"${nameIn(inside)}":`,
      refers: asksForTargets(holds),
      carry: (values, exists) =>
        placedHolders(values[column], inside, column).reduce(
          (sum, { object, within }) => sum + put(object, nameAt(owner), nameIn(inside), `${within}.`, exists),
          0,
        ),
    }
  const kindOf = ({ kind, list }: Outline) => (list ? 'json' : kind)
  return {
    table,
    columns: [
      { name: column, kind: kindOf(held) },
      { name: owner.column, kind: kindOf(holds) },
    ],
    refers: asksForTargets(holds),
    carry: (values, exists) => put(values, owner.column, column, '', exists),
  }
}
