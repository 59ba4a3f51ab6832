/** Which problems of a refused save remain once a form shows other values: those whose value is the same as before, at the place where it is
 * now. Tested by test/admin-components/remaining-problems.test.ts.
 */
import { pathOf, placeOf, valueAt } from './places.ts'
import type { HalfWritten } from './unsaid.ts'
import { same, type Values } from './values.ts'

/** An input that is not a valid value keeps its text, whatever value arrives under it. */
interface Unfinished {
  before: ReadonlyMap<string, HalfWritten>
  now: ReadonlyMap<string, HalfWritten>
}

export function remainingProblems(
  problems: ReadonlyMap<string, string>,
  from: Values,
  to: Values,
  { before, now }: Unfinished,
): ReadonlyMap<string, string> {
  return new Map(
    [...problems].flatMap(([path, problem]): [string, string][] => {
      const place = placeOf(path, from)
      const followed = pathOf(place, from) === undefined ? path : pathOf(place, to)
      if (followed === undefined) return []
      const remains = before.has(path) ? now.has(followed) : same(valueAt(place, from), valueAt(place, to))
      return remains ? [[followed, problem]] : []
    }),
  )
}

/** The problem of an unfinished input says what is wrong with it now, and goes once it is a value, also if that is the stored one. */
export function withReason(problems: ReadonlyMap<string, string>, path: string, why: string | undefined): ReadonlyMap<string, string> {
  if (!problems.has(path)) return problems
  return new Map(
    [...problems].flatMap(([at, problem]): [string, string][] => (at !== path ? [[at, problem]] : why === undefined ? [] : [[at, why]])),
  )
}
