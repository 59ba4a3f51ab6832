/** Turns the URL of a list into an API query, and decides how the list is shown. Tested by test/admin-components/content.test.ts. */

import type { App } from '../app/app.ts'
import { recall } from '../app/app.ts'
import type { Query } from '../app/client.ts'
import { anyOf, pendingWith } from '../app/pending-words.ts'
import type { Entity, Field } from '../app/schema.ts'
import { typeOf } from '../fields/types.ts'
import { coverOf } from '../parts/document-line.ts'
import type { Look } from '../parts/look-switch.ts'
import { filterFrom, whereOf } from './where.ts'

/** From the URL, otherwise as last chosen. */
export const lookOf = ({ slug }: Entity, query: URLSearchParams): Look =>
  (query.get('view') ?? recall(`view:${slug}`)) === 'cards' ? 'cards' : 'table'

/** Addresses of a trash may be older than the schema, which has none by now. */
export const showsTrash = ({ trash }: Entity, query: URLSearchParams): boolean => trash && query.get('trash') === 'true'

/** Addresses and saved views may be older than the site's languages, too. */
export const localeIn = ({ known: { locales } }: App, query: URLSearchParams): string | undefined =>
  locales?.all.find((locale) => locale === query.get('locale'))

/** Without page and limit, which the caller adds. `drafts`: documents whose pending draft has the words that are searched for. */
export function questionOf(
  app: App,
  entity: Entity,
  query: URLSearchParams,
  columns: readonly string[],
  drafts: readonly number[] = [],
): Query {
  const cover = lookOf(entity, query) === 'cards' ? coverOf(entity) : undefined
  return {
    sort: sortIn(entity, query),
    where: whereIn(entity, query, drafts),
    draft: entity.drafts ? true : undefined,
    trash: showsTrash(entity, query) ? true : undefined,
    locale: localeIn(app, query),
    select: selected(entity, [...columns, ...(cover ? [cover.name] : [])]),
  }
}

/** Asked before the list itself. */
export const draftsFor = (app: App, entity: Entity, query: URLSearchParams): Promise<number[]> =>
  pendingWith(app, entity, query.get('q') ?? '', {
    locale: localeIn(app, query),
    trash: showsTrash(entity, query) ? true : undefined,
  })

/** From the URL, otherwise as configured, otherwise the last changes first. Undefined if editors choose the order, and in the trash, which
 * begins with the last deletion. */
export function sortIn(entity: Entity, query: URLSearchParams): string | undefined {
  if (showsTrash(entity, query)) return query.get('sort') ?? undefined
  const { admin, fields, orderable } = entity
  const sort = admin.list?.sort
  const varies = fields.some((field) => field.varies && field.name === sort?.replace(/^-/, ''))
  return query.get('sort') ?? (varies ? undefined : sort) ?? (orderable ? undefined : '-updatedAt')
}

const isNarrowed = (query: URLSearchParams): boolean => ['sort', 'q', 'filter', 'trash'].some((name) => query.has(name))

/** Documents can be reordered only while the list shows their order. */
export const showsOrder = (entity: Entity, query: URLSearchParams): boolean => entity.orderable && entity.may.update && !isNarrowed(query)

/** The field that arranges the documents as a tree, if all of them are shown. */
export const treeOf = (entity: Entity, query: URLSearchParams): string | undefined =>
  isNarrowed(query) || lookOf(entity, query) === 'cards' ? undefined : entity.admin.list?.tree

/** In which the search of a list looks for its words. */
export const searchedFields = ({ fields }: Entity): Field[] =>
  fields.filter((field) => typeOf(field).isText && !field.writeOnly && !field.varies)

function whereIn(entity: Entity, query: URLSearchParams, drafts: readonly number[]): object | undefined {
  const filter = whereOf(filterFrom(query.get('filter')))
  const text = query.get('q')
  const searched = text ? searchedFields(entity).map(({ name }) => ({ [name]: { like: text } })) : []
  const tree = treeOf(entity, query)
  const parts = [
    ...(filter ? [filter] : []),
    ...(searched.length > 0 ? [{ or: [...searched, ...anyOf(drafts)] }] : []),
    ...(tree ? [{ [`${tree}.id`]: { exists: false } }] : []),
  ]
  return parts.length > 1 ? { and: parts } : parts[0]
}

function selected(entity: Entity, columns: readonly string[]): string {
  const fields = entity.fields.filter(({ name }) => columns.includes(name) || name === entity.title).map(({ name }) => name)
  return [...new Set([...fields, ...(entity.drafts ? ['status'] : []), 'updatedAt', 'createdAt'])].join(',')
}
