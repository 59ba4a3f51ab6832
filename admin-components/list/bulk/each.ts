/** Applies one change to many documents, a few at a time, and collects the outcome of each. Tested by test/admin-components/content.test.ts. */

import type { App } from '../../app/app.ts'
import type { Page, Query } from '../../app/client.ts'

export interface Outcome {
  done: number[]
  /** Those of them that needed no change. */
  unchanged: number[]
  failed: { id: number; why: string }[]
}

/** The answer of a change for a document that already has the new values. */
export const UNCHANGED = Symbol('unchanged')

const AT_ONCE = 4

export async function forEach(
  app: App,
  ids: readonly number[],
  change: (id: number) => Promise<unknown>,
  progress: (outcome: Outcome) => void,
): Promise<Outcome> {
  const outcome: Outcome = { done: [], unchanged: [], failed: [] }
  const waiting = [...ids]
  const one = async () => {
    for (let id = waiting.shift(); id !== undefined; id = waiting.shift()) {
      try {
        if ((await change(id)) === UNCHANGED) outcome.unchanged.push(id)
        outcome.done.push(id)
      } catch (error) {
        outcome.failed.push({ id, why: app.explain(error) })
      }
      progress(outcome)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, one))
  return outcome
}

/** The ids of all documents that match a query, page by page. */
export async function idsOf({ client }: App, slug: string, question: Query): Promise<number[]> {
  const ids: number[] = []
  for (let page = 1; ; page++) {
    const found = await client.get<Page<{ id: number }>>(`/${slug}`, { ...question, select: 'id', depth: 0, limit: 100, page })
    ids.push(...found.docs.map(({ id }) => id))
    if (!found.hasNextPage) return ids
  }
}
