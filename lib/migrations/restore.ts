/** Brings parked values back into the field whose values they were: where it is empty, or holds what a conversion made of them. */
import { isDeepStrictEqual } from 'node:util'
import { GalleyError } from '../errors.ts'
import type { Connection, Dialect } from '../store/contract.ts'
import type { Outline } from '../store/outline.ts'
import type { TableSpec } from '../store/tables.ts'
import { type Carrying, carryIn, placesOf } from './carry.ts'
import { type Applied, heldIn, type Parked } from './changes.ts'
import { fieldAt, nameIn, parentOf, placedHolders } from './inside.ts'
import { hasRelation, refreshReferences } from './references.ts'
import { isNamed, nameOf, pathOf } from './steps.ts'
import { converted, isEmpty, isStill } from './values.ts'

export interface Restored {
  /** How many values came back. */
  values: PerPlace
  /** How many can't be expressed by the type that the field has now. */
  left: PerPlace
}

interface PerPlace {
  live: number
  drafts: number
  versions: number
}

/** The field that parked values belong to, as `posts.summary`. */
export function ownerOf({ table, column, inside, of }: Parked): Parked | undefined {
  const name = of ?? /^\$old\d+\$(.*)$/.exec(inside === undefined ? (column ?? '') : nameIn(inside))?.[1]
  if (name === undefined || column === undefined) return undefined
  return inside === undefined ? { table, column: name } : { table, column, inside: `${parentOf(inside)}.${name}` }
}

/** Everything that is kept of a field, in live rows, pending drafts and versions; the latest values go first. */
export async function restore(
  typed: string,
  applied: Applied,
  connection: Connection,
  dialect: Dialect,
  isDry: boolean,
): Promise<Restored> {
  const catalogue = await connection.all(dialect.catalogue)
  const restored: Restored = { values: { live: 0, drafts: 0, versions: 0 }, left: { live: 0, drafts: 0, versions: 0 } }
  const all = keptOf(typed, applied)
  for (const name of new Set(all.map(({ owner }) => nameOf(owner)))) {
    const kept = all.filter(({ owner }) => nameOf(owner) === name)
    for (const [at, { parked, owner, held, holds }] of [...kept.entries()].reverse()) {
      const later = kept.slice(at + 1).map((one) => one.held)
      const tally = { left: 0 }
      const carrying = carryingOf(parked, owner, held, holds, restoring([held, ...later, holds], tally))
      for (const place of placesOf(carrying, dialect, catalogue)) {
        const kind = place.aside === undefined ? 'live' : place.entity === undefined ? 'drafts' : 'versions'
        tally.left = 0
        restored.values[kind] += await carryIn(place, carrying, connection, dialect, isDry)
        restored.left[kind] += tally.left
      }
    }
    const { owner, holds } = kept[0]!
    const column = applied.tables.find(({ name }) => name === owner.table)!.columns.find(({ name }) => name === owner.column)!
    if (!isDry && hasRelation(holds)) await refreshReferences(owner.table, column, heldIn(column), connection, dialect, catalogue)
  }
  return restored
}

interface Kept {
  parked: Parked
  owner: Parked
  held: Outline
  holds: Outline
}

function keptOf(typed: string, applied: Applied): Kept[] {
  const isAway = (place: Parked) => applied.parked.some((one) => nameOf(one) === nameOf(place))
  const kept = applied.parked.flatMap((parked) => {
    const owner = ownerOf(parked)
    if (!owner || isAway(owner) || !(isNamed(owner, typed) || pathOf(owner) === typed || isNamed(parked, typed))) return []
    const [holds, held] = [outlineAt(owner, applied.tables), outlineAt(parked, applied.tables)]
    return holds && held ? [{ parked, owner, holds, held }] : []
  })
  if (kept.length === 0) throw refusal(typed, applied)
  return kept
}

function refusal(typed: string, { parked }: Applied): GalleyError {
  if (parked.some((one) => isNamed(one, typed) || isNamed(ownerOf(one) ?? one, typed)))
    return new GalleyError(
      'MIGRATION',
      `'${typed}' is parked, because the schema does not name it. Name it again, and run:\n  npx galley migrate`,
    )
  return new GalleyError('MIGRATION', `Nothing is kept of '${typed}'. What is parked: npx galley migrate:status`)
}

function outlineAt({ table, column, inside, held }: Parked, tables: readonly TableSpec[]): Outline | undefined {
  if (held) return held
  const spec = tables.find(({ name }) => name === table)?.columns.find(({ name }) => name === column)
  if (!spec || inside === undefined) return spec && heldIn(spec)
  return spec.holds && fieldAt(spec.holds, inside)
}

type Restoring = (present: unknown, old: unknown, within: string) => unknown

/** The forms that the values went through, the first is that of the old ones and the last is today's. */
function restoring(forms: readonly Outline[], tally: { left: number }): Restoring {
  const [first, ...others] = forms as [Outline, ...Outline[]]
  return (present, old, within) => {
    if (isEmpty(old)) return present
    const value = converted(old, first, others.at(-1)!, within)
    if (isEmpty(value)) {
      tally.left++
      return present
    }
    let made = old
    for (const [at, form] of others.entries()) made = converted(made, forms[at]!, form, within)
    return isEmpty(present) || isStill(present, made, others.at(-1)!) ? value : present
  }
}

function carryingOf(parked: Parked, owner: Parked, held: Outline, holds: Outline, restore: Restoring): Carrying {
  const { table, column, inside } = parked as Required<Pick<Parked, 'table' | 'column'>> & Parked
  const put = (object: Record<string, unknown>, name: string, old: string, within: string) => {
    if (!Object.hasOwn(object, old)) return 0
    const value = restore(object[name], object[old], `${within}${name}`)
    if (isDeepStrictEqual(value, object[name])) return 0
    object[name] = value
    return 1
  }
  if (inside !== undefined)
    return {
      table,
      columns: [{ name: column, kind: 'json' }],
      holding: `"${nameIn(inside)}":`,
      carry: (values) =>
        placedHolders(values[column], inside, column).reduce(
          (sum, { object, within }) => sum + put(object, nameIn(owner.inside!), nameIn(inside), `${within}.`),
          0,
        ),
    }
  const kindOf = ({ kind, list }: Outline) => (list ? 'json' : kind)
  return {
    table,
    columns: [
      { name: column, kind: kindOf(held) },
      { name: owner.column!, kind: kindOf(holds) },
    ],
    carry: (values) => put(values, owner.column!, column, ''),
  }
}
