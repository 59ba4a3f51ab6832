/** Finds stored documents without a value that the schema requires. Reads return null there, and the user should know.
 * Tested by test/migrations/lacking.test.ts.
 */
import { type Entity, type Model, wholeOf } from '../../schema/model.ts'
import { type Column, columnsOf, withoutLocale } from '../store/columns.ts'
import type { Ask, Dialect } from '../store/contract.ts'
import type { TableSpec } from '../store/tables.ts'
import type { Applied, SchemaChange } from './changes.ts'
import { trashOf } from './clashes.ts'
import { originOf, rowsAfter } from './foreseen.ts'
import { isEmpty } from './values.ts'

export interface Lacking {
  table: string
  /** The field as users know it: `seo.title`. */
  field: string
  documents: number
  /** The ids of the first few. */
  ids: number[]
  words: string
}

/** The maximum number of document ids listed. */
const NAMED = 10

/** A plan that isn't applied yet. */
export interface Planned {
  applied: Applied
  /** The changes from the applied tables to the wanted ones. */
  plan: readonly SchemaChange[]
  ask: Ask
  dialect: Dialect
}

/** Required fields in rows and blocks are left out: only those with a column are checked. */
export async function lackingValues(model: Model, wanted: readonly TableSpec[], planned: Planned): Promise<Lacking[]> {
  const found: Lacking[] = []
  for (const entity of model.entities.values()) {
    const table = wanted.find(({ name }) => name === entity.slug)
    const now = planned.applied.tables.find(({ name }) => name === nameNow(entity.slug, planned.plan))
    const required = columnsOf(wholeOf(entity)).filter(({ field }) => field.required)
    if (!table || !now || required.length === 0) continue
    const shown = shownRows(table, now, planned.dialect)
    for (const column of required) {
      const { documents, ids } = await lackingIn(entity, column, shown, now, planned)
      if (documents === 0) continue
      const lacking = { table: entity.slug, field: withoutLocale(column.name).replaceAll('$', '.'), documents, ids }
      found.push({ ...lacking, words: inWords(lacking, entity) })
    }
  }
  return found
}

const nameNow = (name: string, plan: readonly SchemaChange[]): string => {
  const renamed = plan.find((change) => change.do === 'renameTable' && change.table.name === name)
  return (renamed as { from?: string } | undefined)?.from ?? name
}

/** Without drafts, which may lack values, and without the trash. */
interface Shown {
  sql: string
  columns: { name: string; kind: string }[]
  holds(values: Record<string, unknown>): boolean
}

function shownRows(table: TableSpec, now: TableSpec, { quote: q }: Dialect): Shown {
  const isThere = (name: string | undefined): name is string => now.columns.some((one) => one.name === name)
  const status = table.columns.find(({ hides, trashes }) => hides && !trashes)
  const trash = trashOf(table)
  const drafts = isThere(status?.name) ? status : undefined
  return {
    sql: [
      ...(drafts ? [`${q(drafts.name)} = '${drafts.initially}'`] : []),
      ...(isThere(trash) ? [`(${q(trash)} is null or ${q(trash)} = '')`] : []),
    ].join(' and '),
    columns: [drafts?.name, trash].filter(isThere).map((name) => ({ name, kind: 'text' })),
    holds: (values) => (!drafts || values[drafts.name] === drafts.initially) && (!isThere(trash) || isEmpty(values[trash])),
  }
}

async function lackingIn({ slug }: Entity, { name }: Column, shown: Shown, now: TableSpec, { applied, plan, ask, dialect }: Planned) {
  const origin = originOf(slug, [name], plan, applied)
  if (origin && origin.changes.length > 0) {
    const columns = [...origin.columns, ...shown.columns]
    const found: number[] = []
    for await (const rows of rowsAfter({ ...origin, columns }, plan, ask, dialect, await ask(dialect.catalogue, [])))
      for (const { id, values } of rows) if (isEmpty(values[name]) && shown.holds(values)) found.push(Number(id))
    return { documents: found.length, ids: found.sort((a, b) => a - b).slice(0, NAMED) }
  }
  const { quote: q, table } = dialect
  const empty = origin ? `(${q(name)} is null or cast(${q(name)} as text) in ('', '[]'))` : ''
  const where = [shown.sql, empty].filter((part) => part !== '').join(' and ')
  const from = `from ${table(now.name)}${where === '' ? '' : ` where ${where}`}`
  const first = await ask(`select ${q('id')} as "id" ${from} order by ${q('id')} limit ${NAMED}`, [])
  if (first.length === 0) return { documents: 0, ids: [] }
  const [all] = await ask(`select count(*) as "count" ${from}`, [])
  return { documents: Number(all?.['count']), ids: first.map((row) => Number(row['id'])) }
}

function inWords({ table, field, documents, ids }: Omit<Lacking, 'words'>, { kind }: Entity): string {
  const named = `${ids.join(', ')}${documents > ids.length ? ' and others' : ''}`
  const holders =
    kind === 'global'
      ? 'what is stored lacks it: reads return null, and changes fail until it is filled in'
      : `${documents === 1 ? '1 document lacks it' : `${documents} documents lack it`} (${named}): reads return null, and changes of them fail until it is filled in`
  return `'${field}' of '${table}' is required, but ${holders}`
}
