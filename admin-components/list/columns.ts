/** The columns of a list: which exist, which are shown, and how to render a cell. Tested by test/admin-components/states.test.ts. */

import { html, nothing, type TemplateResult } from 'lit'
import { recall, remember } from '../app/app.ts'
import type { Values } from '../app/doc.ts'
import type { Entity, Field } from '../app/schema.ts'
import type { CmsElement } from '../element.ts'
import type { FieldType } from '../fields/field-type.ts'
import { role } from '../fields/types/role.ts'
import { typeOf } from '../fields/types.ts'
import '../parts/host-element.ts'
import { timeAgo } from '../parts/time-ago.ts'
import { ago, humanized, onDate } from '../texts/texts.ts'
import { fitting } from './column-room.ts'
import { plannedFor } from './planned.ts'
import { liveSince, stateOf, statusBadge } from './state.ts'

const MOST = 5
/** Fewer, since the deletion takes a wide column. */
const MOST_IN_TRASH = 3

export interface Column {
  name: string
  field?: Field
  type?: FieldType
  sorts: boolean
}

export function columnsOf(entity: Entity): Column[] {
  const own = entity.fields
    .filter((field) => typeOf(field).column !== 'none' && !field.writeOnly && field.admin?.column !== false)
    .map((field) => ({
      name: field.name,
      field,
      type: typeIn(entity, field),
      sorts: !field.hasMany && !field.varies && typeOf(field).sorts,
    }))
  const system = (name: string) => ({ name, sorts: true })
  const isTitle = ({ name }: Column) => name === entity.title
  return [
    ...own.filter(isTitle),
    ...(entity.drafts && !own.some(({ name }) => name === 'status') ? [system('status')] : []),
    ...own.filter((column) => !isTitle(column)),
    system('updatedAt'),
    system('createdAt'),
    system('id'),
  ]
}

/** Roles that admins manage are known by their keys only. */
const typeIn = ({ slug }: Entity, field: Field): FieldType =>
  slug === 'users' && field.path === 'role' && !field.options ? role : typeOf(field)

/** From the URL, otherwise as last chosen for the list or its trash, otherwise the most informative ones for which there is room. */
export function chosenColumns(entity: Entity, given: string | null, isTrash: boolean, room: number): string[] {
  const all = columnsOf(entity).map(({ name }) => name)
  const chosen = (given ?? recall(keyOf(entity, isTrash)))?.split(',').filter((name) => all.includes(name))
  if (chosen && chosen.length > 0) return chosen
  const title = entity.title && all.includes(entity.title) ? [entity.title] : []
  // Rows of a tree are below their parents already.
  const own = columnsOf(entity).filter(
    ({ name, field }) =>
      field && !title.includes(name) && typeOf(field).column === 'shown' && name !== 'status' && name !== entity.admin.list?.tree,
  )
  // Several values need the most room and say the least.
  const several = ({ field }: Column) => Number(field?.hasMany === true)
  const ranked = own.toSorted((one, other) => several(one) - several(other))
  const most = (isTrash ? MOST_IN_TRASH : MOST) - 1 - title.length
  const picked = fitting(entity, ranked.slice(0, most), room, isTrash).map(({ name }) => name)
  return [...title, ...picked, ...(entity.drafts ? ['status'] : []), ...(isTrash ? [] : ['updatedAt'])]
}

export const keepColumns = (entity: Entity, isTrash: boolean, names: readonly string[]): void =>
  remember(keyOf(entity, isTrash), names.join(','))

const keyOf = ({ slug }: Entity, isTrash: boolean): string => `columns:${slug}${isTrash ? ':trash' : ''}`

export function columnLabel(host: CmsElement, { name, field }: Column): string {
  if (field) return host.app.label(field.label, humanized(name))
  return host.t(`column.${name as 'status' | 'updatedAt' | 'createdAt' | 'id'}`)
}

export function cell(host: CmsElement, { name, field, type }: Column, doc: Values): TemplateResult | string | typeof nothing {
  const value = doc[name]
  if (name === 'status') return html`<span class="row">${statusBadge(host, stateOf(doc))}${plannedFor(host, doc)}</span>`
  if (field?.admin?.cell?.includes('-')) return html`<cms-own .tag=${field.admin.cell} .about=${{ value, field, doc }}></cms-own>`
  if (value === null || value === undefined || value === '') return nothing
  if (name === 'updatedAt') return updated(host, doc)
  if (name === 'createdAt') return timeAgo(host, value)
  if (!field || !type) return String(value)
  if (Array.isArray(value)) return value.map((one) => type.text(host, field, one)).join(', ')
  return type.cell ? type.cell(host, field, value) : type.text(host, field, value)
}

/** Lists are sorted by the last save, also of a pending draft, so that comes first, followed by the time of the live document. */
export function updated(host: CmsElement, doc: Values): TemplateResult {
  const since = liveSince(doc)
  const at = doc['updatedAt']
  if (since === undefined) return timeAgo(host, at)
  const { language } = host.app
  return html`<span class="ages">${timeAgo(host, at)} <span class="muted changes" title=${onDate(since, language)}>${host.t('list.live', { ago: ago(since, language, 'short') })}</span></span>`
}
