/** Whether content that waits as a draft would still be within reach: a filter asked of the row as it will be, while its columns hold what is live. */
import { wholeOf } from '../../schema/model.ts'
import { ForbiddenError } from '../errors.ts'
import { type Filter, shapeOf } from '../query/filter.ts'
import { ASIDE, columnsOf } from '../store/columns.ts'
import { filterSql } from '../store/filter-sql.ts'
import type { Statement } from '../store/write-set.ts'
import type { Operation } from './operation.ts'
import { formOf } from './snapshot.ts'

/** Gives one row if it is. Relations to several documents are found once the draft's references are written. */
export function admittedAside(operation: Operation, filter: Filter): Statement[] {
  if (filter.is === 'all') return []
  const { engine, entity, original } = operation
  const { documents, store } = engine
  const { dialect } = store
  const whole = wholeOf(entity)
  const doc = formOf(operation, whole)
  const values: unknown[] = []
  const columns = [...columnNamesIn(filter)].map((name) => {
    const column = columnsOf(whole).find((one) => one.name === name)
    if (!column) return `r.${dialect.quote(name)}`
    values.push(documents.encode(column, doc))
    return `${typed(dialect.columnType(column.kind))} as ${dialect.quote(name)}`
  })
  const asked = ofDraft(filter)
  values.push(original!.meta!.id)
  shapeOf(asked, values)
  const id = dialect.quote('id')
  const row = `select ${[`r.${id}`, ...columns].join(', ')} from ${dialect.table(entity.slug)} as r where r.${id} = ?`
  const sql = `select t.${id} from (${row}) as t where ${filterSql(asked, dialect)}`
  return [
    {
      sql,
      values,
      expect: { rows: 1, otherwise: () => new ForbiddenError('You are not allowed to save this draft: it would leave your reach') },
    },
  ]
}

/** `text collate "C"` → a placeholder of that type. */
function typed(columnType: string): string {
  const [type, collation] = columnType.split(' collate ')
  return `cast(? as ${type})${collation === undefined ? '' : ` collate ${collation}`}`
}

/** The columns of the row itself; its id is always there. */
function columnNamesIn(filter: Filter, names = new Set<string>()): Set<string> {
  if (filter.is === 'and' || filter.is === 'or') for (const one of filter.of) columnNamesIn(one, names)
  else if (filter.is === 'not') columnNamesIn(filter.of, names)
  else if (filter.is === 'test' && filter.path[0]!.is === 'column') {
    const { name, fallback } = filter.path[0]!
    for (const one of [name, fallback]) if (one !== undefined && one !== 'id') names.add(one)
  }
  return names
}

/** What a draft points to stands in `$references` under another path. */
function ofDraft(filter: Filter): Filter {
  if (filter.is === 'and' || filter.is === 'or') return { ...filter, of: filter.of.map(ofDraft) }
  if (filter.is === 'not') return { ...filter, of: ofDraft(filter.of) }
  const [first, ...rest] = filter.is === 'test' ? filter.path : []
  if (filter.is !== 'test' || first?.is !== 'targets') return filter
  const fallback = first.fallback === undefined ? {} : { fallback: ASIDE + first.fallback }
  return { ...filter, path: [{ ...first, path: ASIDE + first.path, ...fallback }, ...rest] }
}
