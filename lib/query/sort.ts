/** `sort`: one or more paths, `-` for descending. Of equal documents, the newest comes first; the id, descending, always decides last. */
import type { Entity, Kind } from '../../schema/model.ts'
import { badQuery } from '../errors.ts'
import { SYSTEM } from '../store/columns.ts'
import type { Dialect } from '../store/contract.ts'
import { sortSql } from '../store/filter-sql.ts'
import { shapeOf } from './filter.ts'
import { fieldNames, type Look, resolvePath } from './paths.ts'

export interface Order {
  /** A public path, or a column that a feature owns; another column fills in where it is empty. */
  path: string | OwnedColumn
  direction: 'asc' | 'desc'
}

export interface OwnedColumn {
  column: string
  kind: Kind
  fallback?: string
}

const MAX = 5

export function parseSort(
  sort: string | readonly string[] | undefined,
  entity: Entity,
  otherwise: readonly Order[] = [],
): readonly Order[] {
  const given = sort === undefined ? [] : fieldNames(sort, 'sort')
  if (given.length > MAX) throw badQuery(`takes at most ${MAX} fields`, 'sort')
  if (given.length === 0 && otherwise.length > 0) return otherwise
  if (given.length === 0) return entity.kind === 'collection' ? [{ path: 'createdAt', direction: 'desc' }] : []
  return given.map((one) => (one.startsWith('-') ? { path: one.slice(1), direction: 'desc' } : { path: one, direction: 'asc' }))
}

export interface Sorting {
  key: string
  sql: string
  /** The values of the target rules that the sort paths go through. */
  values: unknown[]
  /** The row's own columns in this order; undefined if a path leads elsewhere. */
  columns: readonly SortedColumn[] | undefined
}

export interface SortedColumn {
  name: string
  direction: 'asc' | 'desc'
  /** The column whose values readers see in place of empty ones. */
  fallback?: string | undefined
}

export function resolveSort(orders: readonly Order[], entity: Entity, look: Look, dialect: Dialect): Sorting {
  const values: unknown[] = []
  const keys: string[] = []
  const columns: (SortedColumn | undefined)[] = []
  const parts = orders.map(({ path, direction }) => {
    if (typeof path === 'object') {
      const { column: name, kind, fallback } = path
      keys.push(name + direction)
      columns.push({ name, direction, fallback })
      return `${sortSql([{ is: 'column', name, kind, ...(fallback !== undefined && { fallback }) }], kind, dialect)} ${direction}${dialect.nulls(direction)}`
    }
    const target = resolvePath(path, entity, look, 'sort')
    const [{ steps, kind }] = target.ways
    if (target.many || target.rows || kind === 'json')
      throw badQuery(`'${path}' has several values, so documents can't be sorted by it`, 'sort')
    keys.push(shapeOf({ is: 'test', path: steps, kind, test: 'filled' }, values) + direction)
    const [step] = steps
    columns.push(step?.is === 'column' && steps.length === 1 ? { name: step.name, direction, fallback: step.fallback } : undefined)
    return `${sortSql(steps, kind, dialect)} ${direction}${Object.hasOwn(SYSTEM, path) ? '' : dialect.nulls(direction)}`
  })
  for (const tie of tiesOf(orders)) {
    columns.push(tie)
    parts.push(`t.${dialect.quote(tie.name)} ${tie.direction}`)
  }
  return { key: keys.join(), sql: parts.join(', '), values, columns: columns.every((one) => one !== undefined) ? columns : undefined }
}

/** The newest of equal documents comes first, which is how indexes hold them. */
function tiesOf(orders: readonly Order[]): SortedColumn[] {
  const direction = 'desc'
  const [isById, isByCreation] = ['id', 'createdAt'].map((name) => orders.some(({ path }) => path === name))
  if (isById) return []
  const last = orders.at(-1)?.path
  const isSystems = typeof last === 'object' || (last !== undefined && Object.hasOwn(SYSTEM, last))
  return isByCreation || isSystems
    ? [{ name: 'id', direction }]
    : [
        { name: 'created_at', direction },
        { name: 'id', direction },
      ]
}
