/** Finds entries: filters, pages, and which entries a caller with a scope may see. */

import { isMoment, toUtc } from '../../../schema/field-types/date.ts'
import type { Caller } from '../../actor.ts'
import type { Engine } from '../../engine.ts'
import { badQuery, denied } from '../../errors.ts'
import { pages } from '../../local/handle.ts'
import type { AuditEntry, AuditQuery, List } from '../../local/types.ts'
import {
  anyOf,
  atLeast,
  atMost,
  beginning,
  both,
  containing,
  count,
  greaterThan,
  inside,
  lessThan,
  type RowFilter,
} from '../../store/conditions.ts'
import type { Row } from '../../store/contract.ts'
import { shownEntry } from './entry.ts'
import { auditScopeOf } from './scope.ts'
import { Targets, targetsIn } from './slug-changes.ts'
import { ACTOR_KEY, entriesTable } from './table.ts'

const A_PAGE = 50
const MAX_PAGE = 500
const MOST_COUNTED = 20_000
const A_DAY = 24 * 3600 * 1000

export async function findEntries(engine: Engine, caller: Caller, query: AuditQuery = {}): Promise<List<AuditEntry>> {
  const { page = 1, limit = A_PAGE } = query
  for (const name of ['action', 'target', 'actor'] as const)
    if (query[name] !== undefined && typeof query[name] !== 'string') throw badQuery('must be a text', name)
  if (query.doc !== undefined && !Number.isSafeInteger(query.doc)) throw badQuery('must be the id of a document', 'doc')
  if (!Number.isSafeInteger(page) || page < 1) throw badQuery('must be a whole number from 1 on', 'page')
  if (!Number.isInteger(limit) || limit < 1 || limit > MAX_PAGE) throw badQuery(`must be a whole number from 1 to ${MAX_PAGE}`, 'limit')
  const targets = await targetsIn(engine)
  const where = conditionOf(engine, caller, query, targets)
  const table = entriesTable.in(engine.store)
  const rows = await table.find(where, { sort: ['-id'], limit, offset: (page - 1) * limit })
  const totalDocs = await table.count(where)
  return {
    docs: rows.map((row) => shownEntry(row, targets.now(row)) as AuditEntry),
    ...pages({ docs: [], totalDocs, limit, page, hasNextPage: page * limit < totalDocs }),
  }
}

/** Newest first, up to `most` entries; entries written in the meantime shift nothing. */
export async function entries(engine: Engine, caller: Caller, query: AuditQuery, most: number): Promise<AsyncGenerator<Row>> {
  const targets = await targetsIn(engine)
  return rowsOf(engine, conditionOf(engine, caller, query, targets), most, targets)
}

async function* rowsOf(engine: Engine, where: RowFilter<string>, most: number, targets: Targets): AsyncGenerator<Row> {
  const table = entriesTable.in(engine.store)
  for (let [before, given] = [Number.MAX_SAFE_INTEGER, 0]; given < most; ) {
    const rows = await table.find([where, { id: lessThan(before) }], { sort: ['-id'], limit: MAX_PAGE })
    for (const row of rows.slice(0, most - given)) yield { ...row, target: targets.now(row) }
    given += rows.length
    const end = rows.at(-1)
    if (!end || rows.length < MAX_PAGE) return
    before = end['id']
  }
}

/**
 * The number of entries on each of the last days; days without any are left out. In a busy log, days with entries beyond the newest ones
 * counted are left out too.
 */
export async function countByDay(engine: Engine, caller: Caller, days: number): Promise<{ day: string; count: number }[]> {
  const { store, settings } = engine
  const since = new Date(settings.clock.now().getTime() - (days - 1) * A_DAY).toISOString().slice(0, 10)
  const where = conditionOf(engine, caller, { from: since }, new Targets([]))
  const table = entriesTable.in(store)
  const newest = table.select({}, { columns: ['id'], sort: ['-id'], limit: MOST_COUNTED })
  const byDay = { columns: { day: beginning('at', 10), n: count() }, groupBy: ['day'], fromReplica: true }
  const counted = await table.find([{ id: inside(newest) }, where], byDay)
  const found = counted.map((row) => ({ day: row['day'] as string, count: Number(row['n']) })).sort((a, b) => (a.day < b.day ? -1 : 1))
  const total = found.reduce((sum, { count }) => sum + count, 0)
  return total < MOST_COUNTED ? found : found.slice(1)
}

function conditionOf(engine: Engine, caller: Caller, query: AuditQuery, targets: Targets): RowFilter<string> {
  const { action, target, doc, actor, from, to } = query
  const scope = scopeFor(engine, caller) ?? undefined
  const given = <T>(value: T | undefined, condition: (value: T) => RowFilter<string>): RowFilter<string> =>
    value === undefined || value === '' ? [] : condition(value)
  return [
    // Matches every action with this prefix at a dot: `sso` finds `sso.login`.
    given(action, (value) => anyOf({ action: value }, { action: both(greaterThan(`${value}.`), lessThan(`${value}/`)) })),
    given(target, (value) =>
      anyOf(...targets.namesOf(value).map(({ name, after, upTo }) => ({ target: name, id: both(greaterThan(after), lessThan(upTo)) }))),
    ),
    given(doc, (value) => ({ doc: value })),
    given(actor, (value) => anyOf({ actor_email: containing(value) }, { [ACTOR_KEY]: value })),
    given(from, (value) => ({ at: atLeast(moment(value, 'from', 'T00:00:00.000Z')) })),
    given(to, (value) => ({ at: atMost(moment(value, 'to', 'T23:59:59.999Z')) })),
    given(scope, (value) => ({ scope: value })),
  ]
}

/** A caller whose scope is unknown must not see the entries of others. */
function scopeFor({ settings }: Engine, { actor, context }: Caller): string | null {
  try {
    return auditScopeOf(settings, context)
  } catch (error) {
    settings.log.error('audit.scope failed, so access is denied', { error })
    throw denied(actor)
  }
}

/** A date without a time means the whole day. */
function moment(given: string | Date, field: string, ofDay: string): string {
  const isDay = typeof given === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(given)
  const found = toUtc(isDay ? given + ofDay : given)
  if (!isMoment(found)) throw badQuery('must be a valid date, such as 2026-01-31 or 2026-01-31T12:00:00Z', field)
  return found
}
