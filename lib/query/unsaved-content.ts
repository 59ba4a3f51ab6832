/** Whether content that isn't live (a pending draft, a version) matches a filter: the filter runs on the row as it would be with it.
 * Tested by test/features/reach.test.ts.
 */
import type { Entity } from '../../schema/model.ts'
import { columnsOf } from '../store/columns.ts'
import type { Doc } from '../store/document.ts'
import type { Documents } from '../store/documents.ts'
import { filterSql } from '../store/filter-sql.ts'
import type { Store } from '../store/store.ts'
import type { Statement } from '../store/write-set.ts'
import { type Filter, type PathStep, shapeOf } from './filter.ts'

/** The content of a document, in every locale. */
export interface Content {
  entity: Entity
  id: number
  doc: Doc
  /** Columns that the content lacks; the row's own values count for these. */
  lacks?: ReadonlySet<string>
}

const NONE: ReadonlySet<string> = new Set()

interface Parts {
  documents: Documents
  store: Store
}

export async function isWithin(content: Content, filter: Filter, parts: Parts): Promise<boolean> {
  if (filter.is === 'all' || filter.is === 'none') return filter.is === 'all'
  return isAnswered(matchOf(content, filter, parts), parts.store)
}

export const isAnswered = async (statement: Statement, store: Store): Promise<boolean> => (await store.rows(statement)).length > 0

/** A statement that returns one row if the content matches. */
export function matchOf({ entity, id: document, doc, lacks = NONE }: Content, filter: Filter, { documents, store }: Parts): Statement {
  const { dialect } = store
  const values: unknown[] = []
  const columns = [...columnNamesIn(filter)].map((name) => {
    const column = lacks.has(name) ? undefined : columnsOf(entity).find((one) => one.name === name)
    if (!column) return `r.${dialect.quote(name)}`
    values.push(documents.encode(column, doc))
    return `${typed(dialect.columnType(column.kind))} as ${dialect.quote(name)}`
  })
  const steps = [...targetsIn(filter)].filter(({ path }) => !lacks.has(path.replaceAll('.', '$')))
  const targets = steps.map((step, index) => {
    values.push(JSON.stringify(documents.targetsAt(entity, step, doc)))
    return `${typed(dialect.columnType('json'))} as ${dialect.quote(targetsColumn(index))}`
  })
  const ofContent = withTargets(filter, steps)
  values.push(document)
  shapeOf(ofContent, values)
  const id = dialect.quote('id')
  const row = `select ${[`r.${id}`, ...columns, ...targets].join(', ')} from ${dialect.table(entity.slug)} as r where r.${id} = ?`
  return { kind: 'select', sql: `select t.${id} from (${row}) as t where ${filterSql(ofContent, dialect)}`, values }
}

/** `text collate "C"` becomes a placeholder of that type. */
function typed(columnType: string): string {
  const [type, collation] = columnType.split(' collate ')
  return `cast(? as ${type})${collation === undefined ? '' : ` collate ${collation}`}`
}

/** The columns of the row itself; its id is always included. */
function columnNamesIn(filter: Filter, names = new Set<string>()): Set<string> {
  if (filter.is === 'and' || filter.is === 'or') for (const one of filter.of) columnNamesIn(one, names)
  else if (filter.is === 'not') columnNamesIn(filter.of, names)
  else if (filter.is === 'test' && filter.path[0].is === 'column') {
    const { name, fallback } = filter.path[0]
    for (const one of [name, fallback]) if (one !== undefined && one !== 'id') names.add(one)
  }
  return names
}

type Targets = Extract<PathStep, { is: 'targets' }>

/** The relation targets that the row has in `$references`. */
function* targetsIn(filter: Filter): Generator<Targets> {
  if (filter.is === 'and' || filter.is === 'or') for (const one of filter.of) yield* targetsIn(one)
  else if (filter.is === 'not') yield* targetsIn(filter.of)
  else if (filter.is === 'test' && filter.path[0].is === 'targets') yield filter.path[0]
}

const targetsColumn = (index: number) => `$targets${index}`

/** The content may have other targets than `$references` says, so they are passed as a list of ids. */
function withTargets(filter: Filter, steps: readonly PathStep[]): Filter {
  if (filter.is === 'and' || filter.is === 'or') return { ...filter, of: filter.of.map((one) => withTargets(one, steps)) }
  if (filter.is === 'not') return { ...filter, of: withTargets(filter.of, steps) }
  if (filter.is !== 'test' || filter.path[0].is !== 'targets') return filter
  const [first, ...rest] = filter.path
  if (!steps.includes(first)) return filter
  const column: PathStep = { is: 'column', name: targetsColumn(steps.indexOf(first)), kind: 'json' }
  return { ...filter, path: [column, { is: 'each' }, ...rest] }
}
