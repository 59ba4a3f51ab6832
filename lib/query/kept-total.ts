/** Which total that the database keeps is the number of a filter's matches. Tested by test/store/tally.test.ts. */
import { type KeptTotal, type Tally, totalOfAll, totalOfGroup } from '../store/tally.ts'
import type { Filter } from './filter.ts'

export function keptTotal(table: string, filter: Filter, tally: Tally | undefined): KeptTotal | undefined {
  if (filter.is === 'all') return totalOfAll(table)
  if (!tally) return undefined
  const values = new Set<string>()
  const places = new Set<boolean>()
  for (const part of filter.is === 'and' ? filter.of : [filter]) {
    const isFilled = part.is !== 'not'
    const test = part.is === 'not' ? part.of : part
    const [step] = test.is === 'test' ? test.path : []
    if (test.is !== 'test' || step?.is !== 'column' || test.path.length > 1) return undefined
    if (step.name === tally.trash && test.test === 'filled') places.add(isFilled)
    else if (step.name === tally.leading && isFilled && test.test === 'equals' && isValue(test.value)) values.add(test.value)
    else return undefined
  }
  // Where there is a trash, the groups inside and outside it are apart.
  if (places.size !== (tally.trash === undefined ? 0 : 1) || values.size > 1) return undefined
  return totalOfGroup(table, places.has(true), ...values)
}

/** Empty values have no total of their own. */
const isValue = (value: unknown): value is string => typeof value === 'string' && value !== ''
