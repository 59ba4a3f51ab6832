/** What a list asks the API for: the place in the address → a query. */
import type { Query } from '../desk/client.ts'
import type { Entity } from '../desk/schema.ts'
import { filterFrom, whereOf } from './where.ts'

/** Fields that a search looks into. */
const SEARCHED = ['text', 'email', 'slug', 'textarea']

/** Without page and limit: those belong to who asks. */
export function questionOf(entity: Entity, query: URLSearchParams, columns: readonly string[]): Query {
  return {
    sort: query.get('sort') ?? entity.admin.list?.sort ?? (entity.orderable ? undefined : '-updatedAt'),
    where: whereIn(entity, query),
    draft: entity.drafts ? true : undefined,
    trash: query.get('trash') === 'true' ? true : undefined,
    locale: query.get('locale') ?? undefined,
    select: selected(entity, columns),
  }
}

/** Rows can be put into another order where that order is what is shown. */
export const showsOrder = (entity: Entity, query: URLSearchParams): boolean =>
  entity.orderable && entity.may.update && !['sort', 'q', 'filter', 'trash'].some((name) => query.has(name))

function whereIn(entity: Entity, query: URLSearchParams): object | undefined {
  const filter = whereOf(filterFrom(query.get('filter')))
  const text = query.get('q')
  const fields = entity.fields.filter((field) => SEARCHED.includes(field.base ?? field.type) && !field.writeOnly)
  const searched = text ? fields.map(({ name }) => ({ [name]: { like: text } })) : []
  const said = [...(filter ? [filter] : []), ...(searched.length > 0 ? [{ or: searched }] : [])]
  return said.length > 1 ? { and: said } : said[0]
}

function selected(entity: Entity, columns: readonly string[]): string {
  const fields = entity.fields.filter(({ name }) => columns.includes(name) || name === entity.title).map(({ name }) => name)
  return [...new Set([...fields, ...(entity.drafts ? ['status'] : []), 'updatedAt', 'createdAt'])].join(',')
}
