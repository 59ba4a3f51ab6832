/** Compares two outlines of a column: which fields and block types in its JSON are added, removed, renamed or
 * converted, and whether what they point to must be collected again.
 * Tested by test/migrations/renamed-containers.test.ts.
 */

import type { Outline, OutlinedBlock, OutlinedField } from '../store/outline.ts'
import { byName } from './by-name.ts'
import type { InnerPath, InsideChange, Parked, SchemaChange } from './changes.ts'
import { fieldMoves } from './field-moves.ts'
import { parentOf } from './inside.ts'
import { type Former, givingTo, makingWay, movesBetween, parkingName } from './moves.ts'
import { TextPlanner } from './text-plan.ts'
import { isSameForm } from './values.ts'
import { spelled } from './words.ts'

/** `parked`: what is parked inside this column. */
export function insideChanges(
  table: string,
  column: string,
  held: Outline,
  holds: Outline,
  parked: readonly Parked[],
): (InsideChange | BesideInside)[] {
  const planner = new InsidePlanner({ table, column }, parked)
  planner.compare(held, holds, '', '')
  return planner.collects ? [...planner.changes, { do: 'collect', table, column }] : planner.changes
}

type BesideInside = Extract<SchemaChange, { do: 'settle' | 'collect' }>

class InsidePlanner {
  readonly changes: (InsideChange | BesideInside)[] = []
  /** Whether the documents that the column points to must be collected again. */
  collects = false
  readonly #place: { table: string; column: string }
  readonly #parked: readonly Parked[]

  constructor(place: { table: string; column: string }, parked: readonly Parked[]) {
    this.#place = place
    this.#parked = parked
  }

  /** `before`: the same place, before its parents were renamed. */
  compare(held: Outline, holds: Outline, at: InnerPath, before: InnerPath): void {
    if (held.fields && holds.fields) this.#fields(held.fields, holds.fields, at, before)
    if (held.blocks && holds.blocks) this.#blocks(held.blocks, holds.blocks, at, before)
    this.#text(held, holds, at)
  }

  #text(held: Outline, holds: Outline, at: InnerPath): void {
    const planner = new TextPlanner(this.#place)
    planner.compare(held, holds, at)
    this.changes.push(...planner.changes)
    this.collects ||= planner.collects
  }

  /** `isParked`: the fields belong to a block type whose blocks join another type, which has the `taken` names. */
  #fields(
    held: readonly OutlinedField[],
    holds: readonly OutlinedField[],
    at: InnerPath,
    before: InnerPath,
    { taken: others = [], isParked = false }: { taken?: readonly string[]; isParked?: boolean } = {},
  ): void {
    const place = this.#place
    const away = this.#away(before, '.')
    const former = [...held.map((one) => ({ ...one, isParked: false })), ...away.map((one) => ({ ...one, isParked: true }))]
    const moves = fieldMoves(former, holds, (name) => `'${place.column}${at}.${name}' of '${place.table}'`)
    for (const { from, to } of moves.renames) this.changes.push({ do: 'renameInside', ...place, inside: `${at}.${from}`, to })
    this.#settle(moves.settled.map((name) => `${at}.${name}`))
    const taken = new Set([...former.map((one) => one.name), ...moves.renames.map(({ to }) => to), ...others])
    for (const field of holds) {
      const source = moves.sources.get(field.name)
      const inside = `${at}.${field.name}`
      if (source === undefined) {
        if (!isParked) this.changes.push({ do: 'addInside', ...place, inside, ...givingTo(moves, field.name) })
        continue
      }
      if (moves.unparked.has(field.name)) this.changes.push({ do: 'unparkInside', ...place, inside })
      const known = byName(former, source)
      if (isSameForm(known, field)) this.compare(known, field, inside, `${before}.${source}`)
      else {
        const parkedAs = parkingName(field.name, (name) => taken.has(name))
        this.changes.push({ do: 'convertInside', ...place, inside, held: shapeOf(known), holds: shapeOf(field), parkedAs })
      }
    }
    for (const { into, from } of moves.merges) {
      const parkedName = moves.renames.find(({ to }) => to === from)?.from ?? from
      const holdsNow = shapeOf(byName(holds, into))
      const parkedThen = shapeOf(byName(former, parkedName))
      this.changes.push({ do: 'mergeInside', ...place, inside: `${at}.${into}`, from, held: parkedThen, holds: holdsNow })
    }
    for (const name of moves.left) this.changes.push({ do: 'parkInside', ...place, inside: `${at}.${name}`, held: byName(held, name) })
  }

  #blocks(held: readonly OutlinedBlock[], holds: readonly OutlinedBlock[], at: InnerPath, before: InnerPath): void {
    const place = this.#place
    const away = this.#away(before, '[').map(({ fields = [], ...one }) => ({ ...one, fields, isParked: true }))
    const former = [...held.map((one) => ({ ...one, isParked: false })), ...away]
    const moves = movesBetween(former, holds, (name) => `'${place.column}${at}[${name}]' of '${place.table}'`)
    for (const { from, to } of moves.renames) this.changes.push({ do: 'renameInside', ...place, inside: `${at}[${from}]`, to })
    this.#settle(moves.settled.map((name) => `${at}[${name}]`))
    for (const block of holds) {
      const inside = `${at}[${block.name}]`
      const known = former.find(({ name }) => name === moves.sources.get(block.name))
      if (!known) this.changes.push({ do: 'addInside', ...place, inside, ...givingTo(moves, block.name) })
      if (moves.unparked.has(block.name)) this.changes.push({ do: 'unparkInside', ...place, inside })
      if (known) this.#fields(known.fields, block.fields, inside, `${before}[${known.name}]`)
    }
    const outlined = (blocks: readonly OutlinedBlock[], of: string): Outline => {
      const { formerly, fields } = byName(blocks, of)
      return { kind: 'json', ...(formerly && { formerly }), fields }
    }
    for (const { into, from } of moves.merges) {
      const parkedName = moves.renames.find(({ to }) => to === from)?.from ?? from
      const inside = `${at}[${into}]`
      const names = this.changes.flatMap((one) => (one.do === 'convertInside' && parentOf(one.inside) === inside ? [one.parkedAs] : []))
      const taken = [...this.#away(`${before}[${moves.sources.get(into)}]`, '.').map(({ name }) => name), ...names]
      // While the blocks are parked, convert their fields to those of the other type; like any conversion, this keeps old values.
      const { fields } = byName(former, parkedName)
      const wanted = byName(holds, into).fields
      this.#fields(fields, wanted, `${at}[${from}]`, `${before}[${parkedName}]`, { taken, isParked: true })
      this.changes.push({ do: 'mergeInside', ...place, inside, from, held: outlined(holds, into), holds: outlined(holds, into) })
    }
    for (const name of moves.left) this.changes.push({ do: 'parkInside', ...place, inside: `${at}[${name}]`, held: outlined(held, name) })
  }

  #settle(places: readonly InnerPath[]): void {
    const { table, column } = this.#place
    if (places.length > 0) this.changes.push({ do: 'settle', table, names: places.map((inside) => spelled(column, inside)) })
  }

  /** The fields and block types parked directly below a place, with their former outlines. */
  #away(at: string, mark: '.' | '['): (OutlinedField & Pick<Former, 'gaveWay'>)[] {
    return this.#parked.flatMap((parked) => {
      const { inside, held } = parked
      if (!inside?.startsWith(at + mark)) return []
      const name = inside.slice(at.length + 1, mark === '[' ? -1 : undefined)
      return /[.[\]]/.test(name) ? [] : [{ kind: 'json' as const, ...held, name, ...makingWay(parked) }]
    })
  }
}

function shapeOf({ kind, list, moment, asks, to, fields, blocks, text }: Outline): Outline {
  return {
    kind,
    ...(list && { list }),
    ...(moment !== undefined && { moment }),
    ...(asks && { asks }),
    ...(to !== undefined && { to }),
    ...(fields && { fields }),
    ...(blocks && { blocks }),
    ...(text && { text }),
  }
}
