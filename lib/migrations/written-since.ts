/** Finds out before an undo whether anything was written since a conversion, which the undo would convert back.
 * Tested by test/migrations/code-memory.test.ts.
 */
import type { Ask, Dialect } from '../store/contract.ts'
import type { Outline } from '../store/outline.ts'
import { placeBefore } from './affected.ts'
import { documentsIn, placesOf, type Values } from './carry.ts'
import { columnOutline, type SchemaChange } from './changes.ts'
import { nameIn, placedHolders, renamedAt } from './inside.ts'
import { isEmpty, isStillConverted } from './values.ts'

type Revert = Extract<SchemaChange, { do: 'revert' | 'revertInside' }>

/** Marks the conversions that hold nothing but converted values. In case of doubt, something was written. */
export async function markUnwritten(changes: SchemaChange[], ask: Ask, dialect: Dialect): Promise<SchemaChange[]> {
  for (const [at, change] of changes.entries())
    if (isRevert(change) && !(await isWrittenSince(change, changes.slice(0, at), ask, dialect))) change.isUnwritten = true
  return changes
}

const isRevert = (change: SchemaChange): change is Revert => change.do === 'revert' || change.do === 'revertInside'

async function isWrittenSince(change: Revert, earlier: readonly SchemaChange[], ask: Ask, dialect: Dialect): Promise<boolean> {
  const { table, column, present, old, held, kinds, objectsIn } = readingOf(change, earlier)
  // The undo of another conversion moves these values first.
  if (
    earlier.some((one) => isRevert(one) && placeBefore({ table: one.table }, earlier).table === table && columnOf(one) === columnOf(change))
  )
    return true
  const catalogue = await ask(dialect.catalogue, [])
  const surroundings = { within: column, exists: () => true }
  const isWritten = (object: Values) =>
    !isEmpty(object[present]) && !isStillConverted(object[present], object[old] ?? null, [held, change.written], surroundings)
  for (const place of placesOf({ table, columns: kinds }, dialect, catalogue))
    for await (const batch of documentsIn(place, undefined, ask, dialect))
      if (batch.some(({ values }) => objectsIn(values).some(isWritten))) return true
  return false
}

const columnOf = ({ column }: Revert): string => (typeof column === 'string' ? column : column.name)

interface Reading {
  table: string
  column: string
  /** The names of the converted and of the earlier value, in the same object. */
  present: string
  old: string
  /** The form of the earlier value. */
  held: Outline
  kinds: { name: string; kind: string }[]
  objectsIn(values: Values): Values[]
}

/** Where the values are before the undo. */
function readingOf(change: Revert, earlier: readonly SchemaChange[]): Reading {
  if (change.do === 'revert') {
    const at = (name: string) => placeBefore({ table: change.table, column: name }, earlier)
    const { table, column: present = '' } = at(change.column.name)
    const { column: old = '' } = at(change.from)
    const held = columnOutline(change.column)
    const kindOf = ({ list, kind }: Outline) => (list ? 'json' : kind)
    const kinds = [
      { name: present, kind: kindOf(change.written) },
      { name: old, kind: kindOf(held) },
    ]
    return { table, column: present, present, old, held, kinds, objectsIn: (values) => [values] }
  }
  const at = (inside: string) => placeBefore({ table: change.table, column: change.column, inside }, earlier)
  const { table, column = '', inside = '' } = at(change.inside)
  const { inside: former = '' } = at(renamedAt(change.inside, change.from))
  return {
    table,
    column,
    present: nameIn(inside),
    old: nameIn(former),
    held: change.held,
    kinds: [{ name: column, kind: 'json' }],
    objectsIn: (values) => placedHolders(values[column], inside, column).map(({ object }) => object),
  }
}
