/** Finds entries: filters, pages, and which entries a caller with a scope may see. */
import { isMoment, toUtc } from '../../../schema/field-types/date.ts'
import type { Caller } from '../../actor.ts'
import type { Engine } from '../../engine.ts'
import { badQuery, denied } from '../../errors.ts'
import { pages } from '../../local/handle.ts'
import type { AuditEntry, AuditQuery, List } from '../../local/types.ts'
import type { Row } from '../../store/contract.ts'
import { shown } from './entry.ts'
import { scopeOf } from './scope.ts'
import { Targets, targetsIn } from './slug-changes.ts'
import { ACTOR_KEY, ENTRIES } from './table.ts'

const A_PAGE = 50
const MAX_PAGE = 500
const MOST_COUNTED = 20_000
const A_DAY = 24 * 3600 * 1000

interface Condition {
  sql: string
  values: unknown[]
}

export async function findEntries(engine: Engine, caller: Caller, query: AuditQuery = {}): Promise<List<AuditEntry>> {
  const { store } = engine
  const { table, quote: q, native } = store.dialect
  const { page = 1, limit = A_PAGE } = query
  if (!Number.isSafeInteger(page) || page < 1) throw badQuery('must be a whole number from 1 on', 'page')
  if (!Number.isInteger(limit) || limit < 1 || limit > MAX_PAGE) throw badQuery(`must be a whole number from 1 to ${MAX_PAGE}`, 'limit')
  const targets = await targetsIn(engine)
  const { sql, values } = conditionOf(engine, caller, query, targets)
  const from = `from ${table(ENTRIES)} where ${sql}`
  const rows = await store.read(
    native(`select * ${from} order by ${q('id')} desc limit ? offset ?`),
    [...values, limit, (page - 1) * limit],
    true,
  )
  const [counted] = await store.read(native(`select count(*) as ${q('n')} ${from}`), values, true)
  const totalDocs = Number(counted!['n'])
  return {
    docs: rows.map((row) => shown(row, targets.now(row)) as AuditEntry),
    ...pages({ docs: [], totalDocs, limit, page, hasNextPage: page * limit < totalDocs }),
  }
}

/** Newest first, up to `most` entries; entries written in the meantime shift nothing. */
export async function entries(engine: Engine, caller: Caller, query: AuditQuery, most: number): Promise<AsyncGenerator<Row>> {
  const targets = await targetsIn(engine)
  return rowsOf(engine, conditionOf(engine, caller, query, targets), most, targets)
}

async function* rowsOf(engine: Engine, { sql, values }: Condition, most: number, targets: Targets): AsyncGenerator<Row> {
  const { table, quote: q, native } = engine.store.dialect
  const text = native(`select * from ${table(ENTRIES)} where ${sql} and ${q('id')} < ? order by ${q('id')} desc limit ${MAX_PAGE}`)
  for (let [before, given] = [Number.MAX_SAFE_INTEGER, 0]; given < most; ) {
    const rows = await engine.store.read(text, [...values, before], true)
    for (const row of rows.slice(0, most - given)) yield { ...row, target: targets.now(row) }
    given += rows.length
    if (rows.length < MAX_PAGE) return
    before = rows.at(-1)!['id']
  }
}

/**
 * The number of entries on each of the last days; days without any are left out. In a busy log, days with entries beyond the newest ones
 * counted are left out too.
 */
export async function countByDay(engine: Engine, caller: Caller, days: number): Promise<{ day: string; count: number }[]> {
  const { store, settings } = engine
  const { table, quote: q, native } = store.dialect
  const since = new Date(settings.clock.now().getTime() - (days - 1) * A_DAY).toISOString().slice(0, 10)
  const { sql, values } = conditionOf(engine, caller, { from: since }, new Targets([]))
  const newest = `select * from ${table(ENTRIES)} order by ${q('id')} desc limit ${MOST_COUNTED}`
  const day = `substr(${q('at')}, 1, 10)`
  const counted = await store.read(
    native(
      `select ${day} as ${q('day')}, count(*) as ${q('n')} from (${newest}) as ${q('newest')} where ${sql} group by ${day} order by ${day}`,
    ),
    values,
  )
  const found = counted.map((row) => ({ day: row['day'] as string, count: Number(row['n']) }))
  const total = found.reduce((sum, { count }) => sum + count, 0)
  return total < MOST_COUNTED ? found : found.slice(1)
}

function conditionOf(engine: Engine, caller: Caller, query: AuditQuery, targets: Targets): Condition {
  const { dialect } = engine.store
  const q = dialect.quote
  const { action, target, doc, actor, from, to } = query
  const scope = scopeFor(engine, caller) ?? undefined
  const conditions: (Condition | undefined)[] = [
    // Matches every action with this prefix at a dot: `sso` finds `sso.login`.
    where(action, (value) => ({
      sql: `(${q('action')} = ? or (${q('action')} > ? and ${q('action')} < ?))`,
      values: [value, `${value}.`, `${value}/`],
    })),
    where(target, (value) => named(targets.namesOf(value), q)),
    where(doc, (value) => ({ sql: `${q('doc')} = ?`, values: [value] })),
    where(actor, (value) => ({
      sql: `(${dialect.contains(q('actor_email'))} or ${q(ACTOR_KEY)} = ?)`,
      values: [dialect.containing(value), value],
    })),
    where(from, (value) => ({ sql: `${q('at')} >= ?`, values: [moment(value, 'from', 'T00:00:00.000Z')] })),
    where(to, (value) => ({ sql: `${q('at')} <= ?`, values: [moment(value, 'to', 'T23:59:59.999Z')] })),
    where(scope, (value) => ({ sql: `${q('scope')} = ?`, values: [value] })),
  ]
  const given = conditions.filter((one) => one !== undefined)
  return { sql: ['1 = 1', ...given.map(({ sql }) => sql)].join(' and '), values: given.flatMap(({ values }) => values) }
}

/** A caller whose scope is unknown must not see the entries of others. */
function scopeFor({ settings }: Engine, { actor, context }: Caller): string | null {
  try {
    return scopeOf(settings, context)
  } catch (error) {
    settings.log.error('audit.scope failed and denies', { error })
    throw denied(actor)
  }
}

const named = (names: ReturnType<Targets['namesOf']>, q: (name: string) => string): Condition => ({
  sql: `(${names.map(() => `(${q('target')} = ? and ${q('id')} > ? and ${q('id')} < ?)`).join(' or ')})`,
  values: names.flatMap(({ name, after, upTo }) => [name, after, upTo]),
})

const where = <T>(value: T | undefined, condition: (value: T) => Condition): Condition | undefined =>
  value === undefined || value === '' ? undefined : condition(value)

/** A date without a time means the whole day. */
function moment(given: string | Date, field: string, ofDay: string): string {
  const isDay = typeof given === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(given)
  const found = toUtc(isDay ? given + ofDay : given)
  if (!isMoment(found)) throw badQuery('must be a valid date, such as 2026-01-31 or 2026-01-31T12:00:00Z', field)
  return found
}
