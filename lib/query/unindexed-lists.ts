/** The lists of the last month that no index serves, as `galley doctor --queries` prints them. They contain no values. Tested by test/query/unindexed.test.ts. */
import type { Entity } from '../../schema/model.ts'
import type { Clock } from '../clock.ts'
import { isStopping } from '../errors.ts'
import type { Log } from '../log.ts'
import { atMost, increased, lessThan } from '../store/conditions.ts'
import type { Row } from '../store/contract.ts'
import { type IndexSpec, index } from '../store/index-spec.ts'
import { ownTable } from '../store/records.ts'
import type { Store } from '../store/store.ts'
import { IDENTITY } from '../store/tables.ts'
import { outsideFrames } from '../store/transaction.ts'
import { advised, hasIndex, type UnindexedList } from './unindexed.ts'

const TABLE = '$unindexed_lists'

export const unindexedListsTable = ownTable({
  name: TABLE,
  columns: [
    IDENTITY,
    { name: 'collection', kind: 'text', slugs: 'owner' },
    { name: 'query', kind: 'text', fields: { query: 'collection' } },
    { name: 'index', kind: 'text', fields: { query: 'collection' } },
    { name: 'reads', kind: 'text' },
    { name: 'times', kind: 'id' },
    { name: 'milliseconds', kind: 'number' },
    { name: 'slowest', kind: 'number' },
    { name: 'last_at', kind: 'text' },
  ],
  indexes: [index(TABLE, ['collection', 'query'], 'one row a list', true), index(TABLE, ['last_at'], 'the latest')],
})

export interface RecentList extends UnindexedList {
  times: number
  /** Milliseconds, waits included. */
  average: number
  slowest: number
  lastAt: string
}

interface Noted {
  list: UnindexedList
  times: number
  milliseconds: number
  slowest: number
}

const A_DAY = 86_400_000
const KEPT_FOR = 30 * A_DAY
/** Milliseconds from the first list until the lists are stored. */
const STORED_AFTER = 5000
/** Visitors choose their filters, so there is a limit on how many lists are remembered. */
const MOST = 500
const LONGEST_QUERY = 2000

interface Parts {
  store: Store
  log: Log
  clock: Clock
  /** Whether each list is logged once. */
  isLogging: boolean
  entity(slug: string): Entity | undefined
  indexes(entity: Entity): readonly IndexSpec[]
}

export class UnindexedLists {
  readonly #parts: Parts
  readonly #logged = new Set<string>()
  #noted = new Map<string, Noted>()
  #timer: NodeJS.Timeout | undefined

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** `isForCaller`: a visitor or a user asked for it, not the system, whose own lists would only be noise in the log. */
  note(list: UnindexedList, milliseconds: number, isForCaller: boolean): void {
    const key = `${list.collection}?${queryOf(list)}`
    if (isForCaller) this.#logOnce(key, list)
    const noted = this.#noted.get(key) ?? { list, times: 0, milliseconds: 0, slowest: 0 }
    noted.times++
    noted.milliseconds += milliseconds
    noted.slowest = Math.max(noted.slowest, milliseconds)
    if (this.#noted.size < MOST && key.length <= LONGEST_QUERY) this.#noted.set(key, noted)
    // A list may be read inside a transaction, which has ended by then.
    this.#timer ??= outsideFrames(() => setTimeout(() => void this.save(), STORED_AFTER).unref())
  }

  /** Stores what was noted since the last time. */
  async save(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    if (this.#noted.size === 0) return
    const noted = [...this.#noted.values()]
    this.#noted = new Map()
    try {
      for (const one of noted) await this.#add(one)
      await this.#forget()
    } catch (error) {
      if (!isStopping(error))
        this.#parts.log.warn('lists without an index could not be stored for `galley doctor --queries`', {
          error: (error as Error).message,
        })
    }
  }

  /** The lists since a point in time that still have no index, the one that took the most time first. */
  async recent(since: Date): Promise<RecentList[]> {
    const { store, entity, indexes } = this.#parts
    const rows = await unindexedListsTable.in(store).find({}, { sort: ['-milliseconds'] })
    return rows.map(listOf).filter((list) => {
      const of = entity(list.collection)
      return of !== undefined && list.lastAt >= since.toISOString() && !hasIndex(list, indexes(of))
    })
  }

  #logOnce(key: string, list: UnindexedList): void {
    const isWorthALine = list.reads === 'all' || advised(list) !== undefined
    if (!this.#parts.isLogging || !isWorthALine || this.#logged.has(key) || this.#logged.size >= MOST) return
    this.#logged.add(key)
    this.#parts.log.warn(inWords(list))
  }

  async #add({ list, times, milliseconds, slowest }: Noted): Promise<void> {
    const rows = unindexedListsTable.in(this.#parts.store)
    const last_at = this.#parts.clock.now().toISOString()
    const same = { collection: list.collection, query: queryOf(list) }
    const row = { ...same, index: adviceOf(list), reads: list.reads, times: 0, milliseconds: 0, slowest: 0 }
    await this.#parts.store.atomically(async ({ run }) => {
      await run(
        rows.insert({ ...row, last_at }, { onConflict: { unique: ['collection', 'query'], change: ['index', 'reads', 'last_at'] } }),
      )
      await run(rows.update(same, { times: increased(times), milliseconds: increased(milliseconds) }))
      await run(rows.update({ ...same, slowest: lessThan(slowest) }, { slowest }))
    })
  }

  async #forget(): Promise<void> {
    const { store, clock } = this.#parts
    const rows = unindexedListsTable.in(store)
    const oldest = new Date(clock.now().getTime() - KEPT_FOR).toISOString()
    const beyond = await rows.first({}, { sort: ['-last_at'], offset: MOST, limit: 1 })
    await store.change(rows.delete({ last_at: atMost(beyond && beyond['last_at'] > oldest ? beyond['last_at'] : oldest) }))
  }
}

/** One line for the log and the terminal. */
export function inWords(list: UnindexedList): string {
  const { collection, reads, conditions, sort } = list
  const advice = advised(list)
  const where = conditions.map(({ path, operator }) => `where[${path}][${operator}]`)
  const query = [...where, ...(sort.length > 0 ? [`sort=${sort.join()}`] : [])].join('&')
  const what = reads === 'all' ? `a list of '${collection}' reads every document` : `a list of '${collection}' reads and sorts every match`
  return `${what}: ${query}${advice === undefined ? '; no index can prevent it' : `; this index would prevent it: ${advice}`}`
}

/** The form in which saved views are stored, so that a renamed field is renamed here as well. */
function queryOf({ conditions, sort }: UnindexedList): string {
  return new URLSearchParams({ filter: filterOf(conditions), sort: sort.join() }).toString()
}

/** The advised index in the same form. */
function adviceOf({ index, inField }: UnindexedList): string {
  if (index) return `sort=${index.join()}`
  if (!inField) return ''
  const filter = filterOf([{ path: inField.path, operator: inField.index === 'contains' ? 'like' : 'equals' }])
  return new URLSearchParams({ filter }).toString()
}

const filterOf = (conditions: UnindexedList['conditions']): string =>
  JSON.stringify({ tests: conditions.map(({ path, operator }) => ({ field: path, operator })) })

function listOf(row: Row): RecentList {
  const query = new URLSearchParams(row['query'])
  const advice = new URLSearchParams(row['index'])
  const index = pathsIn(advice.get('sort'))
  const [search] = conditionsIn(advice.get('filter'))
  return {
    collection: row['collection'],
    reads: row['reads'],
    conditions: conditionsIn(query.get('filter')),
    sort: pathsIn(query.get('sort')),
    ...(index.length > 0 && { index }),
    ...(search && { inField: { path: search.path, index: search.operator === 'like' ? ('contains' as const) : (true as const) } }),
    times: Number(row['times']),
    average: row['milliseconds'] / Math.max(1, Number(row['times'])),
    slowest: row['slowest'],
    lastAt: row['last_at'],
  }
}

const conditionsIn = (filter: string | null): { path: string; operator: string }[] =>
  ((JSON.parse(filter ?? '{}').tests ?? []) as { field: string; operator: string }[]).map(({ field, operator }) => ({
    path: field,
    operator,
  }))

const pathsIn = (text: string | null): string[] => (text ? text.split(',') : [])
