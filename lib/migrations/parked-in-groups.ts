/** Renames what is parked in a group along with the group: unlike values parked inside rows, these have their own columns.
 * Tested by test/migrations/groups.test.ts.
 */
import { withoutLocale } from '../store/columns.ts'
import type { TableSpec } from '../store/tables.ts'
import type { Moves } from './moves.ts'

interface Move {
  from: string
  to: string
}

/** `away`: columns that are parked, or are about to be. */
export function movesWithGroups({ sources, renames }: Moves, former: TableSpec, away: readonly string[]): Move[] {
  const groups = renamedGroups(sources)
  const taken = new Set([...former.columns.map(({ name }) => name), ...sources.keys(), ...renames.map(({ to }) => to)])
  return away.flatMap((from) => {
    const group = groups.find((one) => from.startsWith(`${one.from}$`))
    const to = group && group.to + from.slice(group.from.length)
    if (to === undefined || taken.has(to)) return []
    taken.add(to)
    return [{ from, to }]
  })
}

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
