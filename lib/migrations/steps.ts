/** A plan as people and programs read it: each step with its description, risk, number of affected documents, and how to undo it. */

import type { Affected, Counter, Left } from './affected.ts'
import { type Parked, type Risk, riskOf, type SchemaChange } from './changes.ts'
import { describeChange, spelled, undoInWords } from './words.ts'

export interface PlanStep {
  change: SchemaChange
  words: string
  risk: Risk
  affected?: Affected
  /** How to undo it. */
  undo: string
}

export async function stepsOf(changes: readonly SchemaChange[], counter: Counter): Promise<PlanStep[]> {
  const counts = await counter.ofPlan(changes)
  return changes.map((change, at) => {
    const affected = counts[at]
    return { change, words: describeChange(change), risk: riskOf(change), ...(affected && { affected }), undo: undoInWords(change) }
  })
}

/** A step as data for programs. */
export function asData({ change, words, risk, affected, undo }: PlanStep): object {
  const { table } = change
  return {
    do: change.do,
    ...(table !== undefined && { table: typeof table === 'string' ? table : table.name }),
    ...('column' in change &&
      change.column !== undefined && { column: typeof change.column === 'string' ? change.column : change.column.name }),
    ...('inside' in change && { inside: change.inside }),
    words,
    risk,
    ...('inBatches' in change && { inBatches: true }),
    affected: affected ?? { documents: 0 },
    undo,
  }
}

/** `12 documents, 30 versions`. */
export function counted({ documents, versions, left }: Affected): string {
  const counts = [of(documents, 'document'), ...(versions === undefined ? [] : [of(versions, 'version')])].join(', ')
  return left ? `${counts}; ${leftBehind(left)}` : counts
}

function leftBehind({ documents, ids, versions }: Left): string {
  const named = `${of(documents, 'document')} (${ids.join(', ')}${documents > ids.length ? ' and others' : ''})`
  const places = [...(documents > 0 ? [named] : []), ...(versions > 0 ? [of(versions, 'version')] : [])]
  return `some values can't be converted: ${places.join(', ')}`
}

const of = (n: number, word: string) => `${n} ${word}${n === 1 ? '' : 's'}`

/** `posts`, `posts.summary`, `posts.rows.k`, `posts.layout[video]`. */
export const parkedNameOf = ({ table, column, inside }: Parked): string =>
  column === undefined ? table : `${table}.${spelled(column, inside)}`

/** Whether what a user typed means this; groups may be spelled with dots. */
export const isNamed = (parked: Parked, typed: string): boolean => [parkedNameOf(parked), dotted(parked)].includes(typed)

/** As users write it, without the locale: `posts.seo.title`. */
export const parkedPathOf = (parked: Parked): string => dotted(parked).replace(/__[^.[\]]+/g, '')

const dotted = (parked: Parked): string =>
  parkedNameOf({ ...parked, ...(parked.column !== undefined && { column: parked.column.replaceAll('$', '.') }) })
