/** Renames what is parked of a field or in a group along with it: the translations of a field that has one language for now, and, unlike values
 * parked inside rows, what left a group. Tested by test/migrations/parked-translations.test.ts.
 */
import { isMadeWay, localeOf, withoutLocale } from '../store/columns.ts'
import type { TableSpec } from '../store/tables.ts'
import type { Moves } from './moves.ts'

interface Move {
  from: string
  to: string
}

/** `away`: columns that are parked, or are about to be. */
export function movesAlong({ sources, renames }: Moves, former: TableSpec, away: readonly string[]): Move[] {
  const begun = [...within(renamedGroups(sources), '$'), ...within(renamedFields(sources), '__')]
  const taken = new Set([...former.columns.map(({ name }) => name), ...sources.keys(), ...renames.map(({ to }) => to)])
  return away.flatMap((from) => {
    const move = begun.find((one) => from.startsWith(one.from))
    const to = move && move.to + from.slice(move.from.length)
    if (to === undefined || taken.has(to)) return []
    taken.add(to)
    return [{ from, to }]
  })
}

const within = (moves: readonly Move[], mark: string): Move[] => moves.map(({ from, to }) => ({ from: from + mark, to: to + mark }))

/** Fields with one language, before and after. */
const renamedFields = (sources: Moves['sources']): Move[] =>
  [...sources].flatMap(([to, from]) => (from !== to && !isMadeWay(from) && !localeOf(from) && !localeOf(to) ? [{ from, to }] : []))

/** Groups whose values all move to one other group that had none before; the innermost first. */
function renamedGroups(sources: Moves['sources']): Move[] {
  const moves = [...sources].map(([to, from]) => ({ from: withoutLocale(from), to: withoutLocale(to) }))
  const isIn = (name: string, group: string) => name.startsWith(`${group}$`)
  const fits = ({ from, to }: Move, group: Move) =>
    isIn(from, group.from) ? isIn(to, group.to) : !(isIn(from, group.to) && isIn(to, group.to))
  return moves
    .flatMap(groupsAround)
    .filter((group) => moves.every((move) => fits(move, group)))
    .sort((one, other) => other.from.length - one.from.length)
}

/** `seo$og$title` became `meta$og$title`: the renamed groups may be `seo$og` and `meta$og`, or `seo` and `meta`. */
function groupsAround({ from, to }: Move): Move[] {
  // Displaced values have internal names.
  if (from === to || from.startsWith('$')) return []
  const [before, after] = [from.split('$'), to.split('$')]
  const groups: Move[] = []
  while (before.length > 1 && after.length > 1 && before.pop() === after.pop()) groups.push({ from: before.join('$'), to: after.join('$') })
  return groups.filter((group) => group.from !== group.to)
}
