/** Finds the rows of one page of a list, and its total. Tested by test/query/model.test.ts. */

import type { Entity } from '../../schema/model.ts'
import type { Caller } from '../actor.ts'
import type { Row } from '../store/contract.ts'
import { onlyRow } from '../store/only-row.ts'
import type { CallerLimit } from '../store/query-scheduler.ts'
import { NEAR } from './bounded.ts'
import { keptTotal } from './kept-total.ts'
import { type Plan, TOTAL } from './plan.ts'
import type { PlannedQuery } from './planned-query.ts'
import type { ReaderParts } from './reader-parts.ts'
import type { Sorting } from './sort.ts'
import { unindexedError } from './unindexed-error.ts'
import type { View } from './view.ts'

export interface Page {
  /** 0 means all. */
  limit: number
  page: number
  count: boolean
}

export interface FoundRows {
  rows: Row[]
  totalDocs: number | null
  hasNextPage: boolean
}

type ListQuery = Omit<PlannedQuery, 'page' | 'total' | 'joins'> & { sorting: Sorting }

export interface PlannedPage {
  entity: Entity
  page: Page
  plan: Plan
  /** The key of the plan. */
  key: string
  /** The values of the filter, and all that are bound. */
  values: unknown[]
  bound: readonly unknown[]
  limit: number
  offset: number
}

export class Pages {
  readonly #parts: ReaderParts

  constructor(parts: ReaderParts) {
    this.#parts = parts
  }

  plan(query: ListQuery, page: Page): PlannedPage {
    const { entity, filter, sorting } = query
    const isUnlimited = page.limit === 0
    const limit = isUnlimited ? Number.MAX_SAFE_INTEGER : page.limit + (page.count ? 0 : 1)
    const offset = isUnlimited ? 0 : (page.page - 1) * page.limit
    const isLate = offset >= this.#parts.dialect.lateFrom && sorting.values.length === 0
    const kept = page.count ? keptTotal(entity.slug, filter, this.#parts.features.tally(entity)) : undefined
    const total = kept ? 'kept' : page.count && offset > 0 ? 'counted' : undefined
    const { plan, key, values } = this.#parts.plans.take({ ...query, page: isLate ? 'late' : 'straight', ...(total && { total }) })
    const counting = kept ?? (total === 'counted' ? values : [])
    const bound = [...counting, ...values, ...sorting.values, limit, offset]
    return { entity, page, plan, key, values, bound, limit, offset }
  }

  async read(planned: PlannedPage, caller: Caller, view: View, time: CallerLimit | undefined): Promise<FoundRows> {
    const { entity, page, plan, values, bound, limit, offset } = planned
    const isUnlimited = page.limit === 0
    if (plan.unindexed?.reads === 'all' && this.#parts.unindexed === 'refuse' && caller.actor.kind === 'anonymous')
      throw unindexedError(plan.unindexed, entity, this.#parts.access.paths.look(caller, view))
    const began = performance.now()
    try {
      const isNear = plan.bounds.count || offset + limit <= NEAR
      const rows = await this.#parts.store.query(plan, bound, plan.bounds.rows && isNear, time)
      const isMore = !page.count && !isUnlimited && rows.length > page.limit
      if (isMore) rows.pop()
      const totalDocs = page.count ? await this.#total(rows, plan, values, offset, limit, time) : null
      return { rows, totalDocs, hasNextPage: totalDocs === null ? isMore : !isUnlimited && page.page * page.limit < totalDocs }
    } finally {
      // Who asks for all documents wants them to be read.
      if (plan.unindexed && !isUnlimited) this.#parts.unindexedLists.note(plan.unindexed, performance.now() - began, time !== undefined)
    }
  }

  /** The total follows from a page that is not full; otherwise it comes with the rows if they have it, or from a count query. */
  async #total(
    rows: readonly Row[],
    plan: Plan,
    values: unknown[],
    offset: number,
    limit: number,
    time: CallerLimit | undefined,
  ): Promise<number> {
    if (rows.length < limit && (rows.length > 0 || offset === 0)) return offset + rows.length
    const kept = rows[0]?.[TOTAL]
    if (kept !== undefined && kept !== null) return Number(kept)
    // biome-ignore lint/style/noNonNullAssertion: the plan of a page contains the statement that counts
    return Number(onlyRow(await this.#parts.store.query(plan.count!, values, plan.bounds.count, time))['n'])
  }
}
