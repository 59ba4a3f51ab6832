/** Finds names that a plan takes from one field or collection and gives to another. Processes that still run with the earlier schema would
 * take the one for the other. Tested by test/migrations/passed-names.test.ts.
 */
import { withoutLocale } from '../store/columns.ts'
import type { SchemaChange } from './changes.ts'
import { isBlock, renamedAt } from './inside.ts'
import { spelled } from './words.ts'

export interface PassedName {
  table: string
  field?: string
  words: string
}

interface Name {
  table: string
  field?: string
}

/** The changes of a plan are in order: a name leaves before it is taken. */
export function passedNames(plan: readonly SchemaChange[]): PassedName[] {
  const left = new Set<string>()
  const passed = new Map<string, PassedName>()
  for (const change of plan) {
    const [leaves, taken] = namesIn(change)
    if (taken && left.has(keyOf(taken))) passed.set(keyOf(taken), { ...taken, words: inWords(taken) })
    if (leaves) left.add(keyOf(leaves))
  }
  return [...passed.values()]
}

function namesIn(change: SchemaChange): readonly [leaves?: Name | undefined, taken?: Name] {
  switch (change.do) {
    case 'renameTable':
      return [{ table: change.from }, { table: change.table.name }]
    case 'createTable':
      return [undefined, { table: change.table.name }]
    case 'renameColumn':
      return [fieldOf(change.table, change.from), fieldOf(change.table, change.to)]
    case 'addColumn':
      return [undefined, fieldOf(change.table, change.column.name)]
    case 'renameInside': {
      const { table, column, inside, to } = change
      return [fieldOf(table, column, inside), fieldOf(table, column, renamedAt(inside, to))]
    }
    case 'addInside':
      return [undefined, fieldOf(change.table, change.column, change.inside)]
    default:
      return []
  }
}

/** A localized field has a column for each locale. */
const fieldOf = (table: string, column: string, inside = ''): Name => ({
  table,
  field: spelled(withoutLocale(column).replaceAll('$', '.'), inside),
})

const keyOf = ({ table, field }: Name): string => JSON.stringify([table, field])

function inWords({ table, field }: Name): string {
  const to = field === undefined ? 'collection' : isBlock(field) ? 'block type' : 'field'
  const name = field === undefined ? `'${table}'` : `'${field}' of '${table}'`
  return `the name ${name} passes to another ${to}: first stop the processes that run with the earlier schema, because they would take the one for the other`
}
