/** Predicts what a table's columns will hold after a plan that is not applied yet, by changing each row's values in memory.
 * Tested by test/migrations/conversions.test.ts.
 */
import type { Ask, Dialect, Row } from '../store/contract.ts'
import { carryingOf, documentsIn, type Values, withRenamed } from './carry.ts'
import type { Applied, SchemaChange } from './changes.ts'
import { TargetsThere } from './targets-there.ts'

interface Origin {
  /** The current name of the table. */
  table: string
  /** The current columns that the values come from. */
  columns: { name: string; kind: string }[]
  /** The changes that their values go through, in order. */
  changes: readonly SchemaChange[]
}

/** Where the values of some columns come from; undefined if the table or every source column doesn't exist yet. */
export function originOf(table: string, columns: readonly string[], plan: readonly SchemaChange[], applied: Applied): Origin | undefined {
  const found = columns.map((column) => originOfOne(table, column, plan, applied)).filter((one) => one !== undefined)
  const [first] = found
  if (!first || found.length < columns.length) return undefined
  const sources = found.flatMap((one) => one.columns)
  return {
    table: first.table,
    columns: sources.filter(({ name }, index) => sources.findIndex((one) => one.name === name) === index),
    changes: plan.filter((change) => found.some((one) => one.changes.includes(change))),
  }
}

function originOfOne(table: string, column: string, plan: readonly SchemaChange[], applied: Applied): Origin | undefined {
  let name = table
  let names = new Set([column])
  const changes: SchemaChange[] = []
  for (const change of [...plan].reverse()) {
    if (change.do === 'renameTable' && change.table.name === name) name = change.from
    if (change.table !== name) continue
    if (change.do === 'renameColumn') {
      if (!names.has(change.to)) continue
      names = new Set([...names].map((one) => (one === change.to ? change.from : one)))
      changes.unshift(change)
    } else if (FILLING.includes(change.do)) {
      const { column, from } = change as Extract<SchemaChange, { do: 'merge' }>
      if (!names.has(column.name)) continue
      if (change.do === 'merge' || change.do === 'revert') names.add(from)
      changes.unshift(change)
    }
  }
  const there = applied.tables.find((one) => one.name === name)?.columns.filter((one) => names.has(one.name)) ?? []
  const isFilled = changes.some((change) => change.do === 'addColumn' && change.column.initially !== undefined)
  if (there.length === 0 && !isFilled) return undefined
  return { table: name, columns: there.map(({ name, kind }) => ({ name, kind })), changes }
}

/** Changes that fill or rewrite the values of a column. */
const FILLING: readonly SchemaChange['do'][] = ['convert', 'merge', 'revert', 'addColumn', 'fill']

/** The rows of a table with their future values, in batches. */
export async function* rowsAfter(
  { table, columns, changes }: Origin,
  plan: readonly SchemaChange[],
  ask: Ask,
  dialect: Dialect,
  catalogue: readonly Row[],
): AsyncGenerator<{ id: number; values: Values }[]> {
  const nameNow = (name: string) => plan.find((change) => change.do === 'renameTable' && change.table.name === name)
  const targets = new TargetsThere(ask, dialect, catalogue, (name) => (nameNow(name) as { from?: string } | undefined)?.from ?? name)
  const carryings = changes.map((change) => ({ change, carrying: carryingOf(change) }))
  const changed = (values: Values): Values => {
    let made = values
    for (const { change, carrying } of carryings) {
      if (change.do === 'addColumn' || change.do === 'fill') made[change.column.name] ??= change.column.initially ?? null
      if (carrying?.renamed) made = withRenamed(made, carrying.renamed)
      carrying?.carry?.(made, targets.exists)
    }
    return made
  }
  const refers = carryings.some(({ carrying }) => carrying?.refers)
  for await (const documents of documentsIn({ table, columns: [...columns, ID] }, undefined, ask, dialect)) {
    if (refers)
      await targets.lookUp(() => {
        for (const { values } of structuredClone(documents)) changed(values)
      })
    yield documents.map(({ id, values }) => ({ id, values: changed(values) }))
  }
}

/** A query needs at least one column. */
const ID = { name: 'id', kind: 'id' }
