/** Counts how many documents a change affects. Runs when a person looks at a plan, never at start-up. Tested by test/migrations/undo.test.ts. */

import type { Ask, Dialect, Row } from '../store/contract.ts'
import { onlyRow } from '../store/only-row.ts'
import { hasRelation } from '../store/outline.ts'
import { blockText, documentsIn, placesOf, type Values } from './carry.ts'
import { columnOutline, heldBefore, type InnerPath, isInside, type SchemaChange } from './changes.ts'
import { holdersOf, isBlock, nameIn, renamedAt } from './inside.ts'
import { TargetsThere } from './targets-there.ts'
import { isEmpty, isRetargeted, losesValues } from './values.ts'

export interface Affected {
  documents: number
  versions?: number
  /** The values that a conversion cannot express. */
  left?: Left
}

export interface Left {
  /** Documents that hold such values, live or in a pending draft. */
  documents: number
  /** The ids of the first few. */
  ids: number[]
  versions: number
}

/** The maximum number of document ids listed. */
const NAMED = 10

interface Place {
  table: string
  column?: string
  inside?: InnerPath
}

export class Counter {
  readonly #ask: Ask
  readonly #dialect: Dialect
  readonly #catalogue: readonly Row[]

  constructor(ask: Ask, dialect: Dialect, catalogue: readonly Row[]) {
    this.#ask = ask
    this.#dialect = dialect
    this.#catalogue = catalogue
  }

  /** One result per change of a plan; undefined where a change affects no existing values. */
  async ofPlan(changes: readonly SchemaChange[]): Promise<(Affected | undefined)[]> {
    const counts: (Affected | undefined)[] = []
    for (const [at, change] of changes.entries()) {
      const place = placeOf(change)
      const before = place && placeBefore(place, changes.slice(0, at))
      const affected = before && (await this.at(before))
      // An index covers live rows only.
      if (change.do === 'addIndex') delete affected?.versions
      const left = before && affected && (await this.#left(change, before, changes.slice(0, at)))
      counts.push(left ? { ...affected, left } : affected)
    }
    return counts
  }

  /** Counts the values that a conversion cannot express. */
  async #left(change: SchemaChange, { table, column, inside }: Place, earlier: readonly SchemaChange[]): Promise<Left | undefined> {
    if ((change.do !== 'convert' && change.do !== 'convertInside') || column === undefined) return undefined
    const [held, holds] = change.do === 'convert' ? [heldBefore(change), columnOutline(change.column)] : [change.held, change.holds]
    if (isRetargeted(held, holds)) return undefined
    const name = inside === undefined ? column : nameIn(inside)
    const objectsIn = (values: Values) => (inside === undefined ? [values] : holdersOf(values[column], inside))
    const kind = change.do === 'convert' ? change.from : 'json'
    const targets = new TargetsThere(this.#ask, this.#dialect, this.#catalogue, (name) => placeBefore({ table: name }, earlier).table)
    const leaves = (values: Values) => objectsIn(values).some((object) => losesValues(object[name], held, holds, targets.exists))
    const documents = new Set<number>()
    let versions = 0
    for (const place of placesOf({ table, columns: [{ name: column, kind }] }, this.#dialect, this.#catalogue)) {
      const holding = inside === undefined && place.aside === undefined ? undefined : `"${name}":`
      for await (const batch of documentsIn(place, holding, this.#ask, this.#dialect)) {
        if (hasRelation(holds))
          await targets.lookUp(() => {
            for (const { values } of batch) for (const object of objectsIn(values)) losesValues(object[name], held, holds, targets.exists)
          })
        for (const { id, values } of batch) {
          if (!leaves(values)) continue
          if (place.entity === undefined) documents.add(id)
          else versions++
        }
      }
    }
    if (documents.size === 0 && versions === 0) return undefined
    const ids = [...documents].sort((a, b) => a - b).slice(0, NAMED)
    return { documents: documents.size, ids, versions }
  }

  async at({ table, column, inside }: Place): Promise<Affected | undefined> {
    const { bare } = this.#dialect
    if (!this.#catalogue.some((row) => row['table'] === bare(table) && row['column'] === (column ?? 'id'))) return undefined
    if (column === undefined) return this.#whole(table)
    return inside === undefined ? this.#column(table, column) : this.#inside(table, column, inside)
  }

  async #whole(table: string): Promise<Affected> {
    const { quote: q } = this.#dialect
    let versions = 0
    for (const { table: of, entity } of placesOf({ table, columns: [] }, this.#dialect, this.#catalogue))
      if (entity !== undefined) versions = await this.#count(of, `${q('entity')} = ?`, [entity])
    return { documents: await this.#count(table), ...(versions > 0 && { versions }) }
  }

  async #column(table: string, column: string): Promise<Affected> {
    const { quote: q } = this.#dialect
    const holdsValue = `${q(column)} is not null and cast(${q(column)} as text) not in ('', '[]', 'null')`
    let documents = await this.#count(table, holdsValue)
    let versions = 0
    for (const place of placesOf({ table, columns: [] }, this.#dialect, this.#catalogue))
      for await (const batch of documentsIn(place, `"${column}":`, this.#ask, this.#dialect)) {
        const ids = batch.flatMap(({ id, values }) => (isEmpty(values[column]) ? [] : [id]))
        if (place.entity !== undefined) versions += ids.length
        // Documents whose live row holds a value are already counted.
        else if (ids.length > 0)
          documents += ids.length - (await this.#count(table, `${holdsValue} and ${q('id')} in (${ids.map(() => '?').join(', ')})`, ids))
      }
    return { documents, ...(versions > 0 && { versions }) }
  }

  async #count(table: string, where = 'true', values: readonly unknown[] = []): Promise<number> {
    const { native, table: named } = this.#dialect
    return Number(onlyRow(await this.#ask(native(`select count(*) as "n" from ${named(table)} where ${where}`), values))['n'])
  }

  /** Whether no live row, draft or version holds a value there. */
  async holdsNothing(place: Place): Promise<boolean> {
    const affected = await this.at(place)
    return affected !== undefined && affected.documents === 0 && affected.versions === undefined
  }

  async #inside(table: string, column: string, inside: InnerPath): Promise<Affected> {
    const name = nameIn(inside)
    const holding = isBlock(inside) ? blockText(name) : `"${name}":`
    const live = new Set<number>()
    let versions: number | undefined
    for (const place of placesOf({ table, columns: [{ name: column, kind: 'json' }] }, this.#dialect, this.#catalogue)) {
      for await (const documents of documentsIn(place, holding, this.#ask, this.#dialect))
        for (const { id, values } of documents) {
          const found = holdersOf(values[column], inside)
          if (!(isBlock(inside) ? found.length > 0 : found.some((object) => !isEmpty(object[name])))) continue
          if (place.entity === undefined) live.add(id)
          else versions = (versions ?? 0) + 1
        }
    }
    return { documents: live.size, ...(versions !== undefined && { versions }) }
  }
}

function placeOf(change: SchemaChange): Place | undefined {
  if (isInside(change)) {
    if (change.do === 'addInside') return undefined
    if (change.do === 'mergeInside') return { ...change, inside: renamedAt(change.inside, change.from) }
    return change
  }
  switch (change.do) {
    case 'renameTable':
      return { table: change.from }
    case 'renameColumn':
      return { table: change.table, column: change.from }
    case 'convert':
    case 'revert':
      return { table: change.table, column: change.column.name }
    case 'merge':
      return { table: change.table, column: change.from }
    case 'park':
    case 'unpark':
    case 'drop':
      return change
    case 'addIndex':
    case 'count':
    case 'collect':
      return { table: change.table }
    default:
      return undefined
  }
}

/** Where a place was before the earlier changes of a plan. */
export function placeBefore(place: Place, earlier: readonly SchemaChange[]): Place {
  let { table, column, inside } = place
  for (const change of [...earlier].reverse()) {
    if (change.do === 'renameTable' && change.table.name === table) table = change.from
    if (change.do === 'renameColumn' && change.table === table && change.to === column) column = change.from
    if (change.do !== 'renameInside' || change.table !== table || change.column !== column || inside === undefined) continue
    const to = renamedAt(change.inside, change.to)
    if (inside === to || inside.startsWith(`${to}.`) || inside.startsWith(`${to}[`)) inside = change.inside + inside.slice(to.length)
  }
  return { table, ...(column !== undefined && { column }), ...(inside !== undefined && { inside }) }
}
