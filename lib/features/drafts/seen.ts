/** Decides who may see drafts. For everyone else, lists, counts and relations contain only published documents. */
import type { Entity } from '../../../schema/model.ts'
import type { Caller } from '../../actor.ts'
import type { NamedFilter } from '../../feature.ts'
import { byId, type Filter, or } from '../../query/filter.ts'
import type { Overlay } from '../../query/overlay.ts'
import type { View } from '../../query/view.ts'
import { columnsOf } from '../../store/columns.ts'
import { asLive, PENDING, unfolded } from '../../store/snapshots.ts'
import { LAST_SAVED, PENDING_AT, pendingIn } from './pending.ts'

export const hasDrafts = (entity: Entity): boolean => entity.options['drafts'] === true

const PUBLISHED: Filter = {
  is: 'test',
  path: [{ is: 'column', name: 'status', kind: 'text' }],
  kind: 'text',
  test: 'equals',
  value: 'published',
}

/** Visitors and members never may, whatever they ask for. */
export const mayDraft = ({ actor }: Caller): boolean => actor.kind === 'system' || (actor.user !== null && !actor.member)

const seesDrafts = (caller: Caller, view: Pick<View, 'options' | 'anything'>): boolean =>
  (view.options['draft'] === true || view.anything === true) && mayDraft(caller)

/** Whether a live document has unpublished changes. */
export const pendingFilter: NamedFilter = {
  for: hasDrafts,
  isOpen: mayDraft,
  filter: { is: 'test', path: [{ is: 'column', name: PENDING_AT, kind: 'text' }], kind: 'text', test: 'filled', word: 'pending' },
}

const DRAFTS = { options: { draft: true } }

/** A pass opens the draft only while its issuer may see drafts. */
function passTo({ actor: { pass } }: Caller, entity: Entity) {
  return pass?.entity === entity.slug && seesDrafts(pass.issuer, DRAFTS) ? pass : undefined
}

export function restrict(entity: Entity, caller: Caller, view: View): Filter | undefined {
  if (!hasDrafts(entity) || seesDrafts(caller, view)) return undefined
  const pass = passTo(caller, entity)
  return pass?.id === undefined ? PUBLISHED : or(PUBLISHED, byId(pass.id))
}

/** For everyone else, even the save times of a pending draft must not show. */
export const hidesSaves = (entity: Entity, caller: Caller): boolean => hasDrafts(entity) && !mayDraft(caller)

/** Callers who may see drafts get the pending draft in place of the live content. */
export function overlay(entity: Entity, caller: Caller, view: View): Overlay | undefined {
  if (!hasDrafts(entity)) return undefined
  const passId = passTo(caller, entity)?.id
  const seesAll = seesDrafts(caller, view)
  if (!seesAll && passId === undefined) return undefined
  const fallbacks = columnsOf(entity).flatMap(({ fallback }) => fallback ?? [])
  return {
    columns: [PENDING, PENDING_AT, ...fallbacks],
    ...(seesAll && { updatedAt: LAST_SAVED }),
    async of(row) {
      const pending = seesAll || row['id'] === passId ? await pendingIn(row) : undefined
      return pending && { meta: pending.meta, doc: await unfolded(entity, pending.snapshot, asLive(row)), aside: pending.snapshot }
    },
  }
}
