/** `sort`: one or more paths, `-` for descending. The id, descending, is always the last criterion. */
import type { Entity, Kind } from '../../schema/model.ts'
import { badQuery } from '../errors.ts'
import { SYSTEM } from '../store/columns.ts'
import type { Dialect } from '../store/contract.ts'
import { sortSql } from '../store/filter-sql.ts'
import { shapeOf } from './filter.ts'
import { type Look, resolvePath } from './paths.ts'

export interface Order {
  /** A public path, or a column that a feature owns. */
  path: string | { column: string; kind: Kind }
  direction: 'asc' | 'desc'
}

const MAX = 5

export function parseSort(
  sort: string | readonly string[] | undefined,
  entity: Entity,
  otherwise: readonly Order[] = [],
): readonly Order[] {
  const given = (typeof sort === 'string' ? sort.split(',') : (sort ?? [])).map((one) => one.trim()).filter(Boolean)
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
  /** By creation, newest first: the order of the rows with equal values in every field's index. */
  isNewestFirst: boolean
}

export function resolveSort(orders: readonly Order[], entity: Entity, look: Look, dialect: Dialect): Sorting {
  const values: unknown[] = []
  const keys: string[] = []
  const parts = orders.map(({ path, direction }) => {
    if (typeof path === 'object') {
      keys.push(path.column + direction)
      return `t.${dialect.quote(path.column)} ${direction}`
    }
    const target = resolvePath(path, entity, look, 'sort')
    const [{ steps, kind }] = target.ways
    if (target.many || target.rows || kind === 'json') throw badQuery(`'${path}' has several values and can't be used for sorting`, 'sort')
    keys.push(shapeOf({ is: 'test', path: steps, kind, test: 'filled' }, values) + direction)
    const isNeverEmpty = Object.hasOwn(SYSTEM, path)
    return `${sortSql(steps, kind, dialect)} ${direction}${isNeverEmpty ? '' : dialect.nulls(direction)}`
  })
  if (!orders.some((order) => order.path === 'id')) parts.push(`t.${dialect.quote('id')} desc`)
  const isNewestFirst = orders.length === 1 && orders[0]!.path === 'createdAt' && orders[0]!.direction === 'desc'
  return { key: keys.join(), sql: parts.join(', '), values, isNewestFirst }
}
