/** Finds collections and globals that probably were renamed without `renamedFrom`: one with documents leaves the schema, and a new one has mostly
 * the same fields. Tested by test/migrations/perhaps-renamed.test.ts.
 */
import { SCOPE } from '../store/columns.ts'
import type { Ask, Dialect } from '../store/contract.ts'
import { onlyRow } from '../store/only-row.ts'
import type { TableSpec } from '../store/tables.ts'
import type { Applied, SchemaChange } from './changes.ts'

export interface PerhapsRenamed {
  table: string
  former: string
  documents: number
  words: string
}

/** The share of fields that two collections have in common, from which one may be the other. */
const MOSTLY = 0.6

/** `plan`: the changes from the applied tables to the wanted ones. */
export async function perhapsRenamed(
  { tables }: Applied,
  plan: readonly SchemaChange[],
  ask: Ask,
  dialect: Dialect,
): Promise<PerhapsRenamed[]> {
  const gone = plan.flatMap((change) => (change.do === 'park' && change.column === undefined ? change.table : []))
  const leaving = tables.filter(({ name }) => gone.includes(name) && !name.startsWith('$'))
  const found: PerhapsRenamed[] = []
  for (const change of plan) {
    if (change.do !== 'createTable' || change.table.was !== undefined || change.table.name.startsWith('$')) continue
    const former = mostAlike(change.table, leaving)
    if (!former) continue
    leaving.splice(leaving.indexOf(former), 1)
    const documents = Number(onlyRow(await ask(`select count(*) as "count" from ${dialect.table(former.name)}`, []))['count'])
    if (documents === 0) continue
    const one = { table: change.table.name, former: former.name, documents }
    found.push({ ...one, words: inWords(one) })
  }
  return found
}

function mostAlike(table: TableSpec, candidates: readonly TableSpec[]): TableSpec | undefined {
  const alike = candidates.map((one) => ({ one, share: shareOf(table, one) })).filter(({ share }) => share >= MOSTLY)
  return alike.sort((a, b) => b.share - a.share)[0]?.one
}

function shareOf(one: TableSpec, other: TableSpec): number {
  if (isGlobal(one) !== isGlobal(other)) return 0
  const [mine, theirs] = [fieldsOf(one), fieldsOf(other)]
  const shared = [...mine].filter((field) => theirs.has(field)).length
  return shared / Math.max(mine.size, theirs.size, 1)
}

const isGlobal = ({ columns }: TableSpec): boolean => columns.some(({ name }) => name === SCOPE)

/** The columns of the schema's own fields, with their kinds. */
const fieldsOf = ({ columns }: TableSpec): Set<string> =>
  new Set(
    columns
      .filter(({ name, ofFeature }) => !ofFeature && !name.startsWith('$') && !['id', 'created_at', 'updated_at'].includes(name))
      .map(({ name, kind }) => `${name} ${kind}`),
  )

const inWords = ({ table, former, documents }: Omit<PerhapsRenamed, 'words'>): string =>
  `'${table}' is new and has most of the fields of '${former}', which leaves the schema with ${documents} ${documents === 1 ? 'document' : 'documents'}; did you rename '${former}' to '${table}'? Then add renamedFrom: '${former}' to '${table}', and the documents move`
