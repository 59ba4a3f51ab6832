/** Follows content through the changes of a plan: where that of a content type or field is afterwards.
 * Tested by test/migrations/content-moves.test.ts.
 */
import { withoutLocale } from '../store/columns.ts'
import type { Applied, InnerPath, SchemaChange } from './changes.ts'
import { innerStepsOf, renamedAt } from './inside.ts'

/** A slug and the names of a field, such as `['posts', 'seo', 'title']`. */
export type ContentPlace = readonly string[]

export interface Moved {
  /** Where the content is now: nowhere if it was dropped, in several places if it fills the empty values of another field too. */
  to: ContentPlace[]
  /** Fields that were in a group and left it. */
  out: ContentPlace[]
}

interface Stored {
  table: string
  column: string
  inside: InnerPath
}

/** A place before the changes, and the present place of its content; none once it was dropped. */
interface Followed {
  before: Stored
  now: Stored | undefined
}

/** Each locale of a field has a column, and so does each field of a group: their moves are those of the field and the group. */
export function contentMoves({ tables }: Applied, changes: readonly SchemaChange[]): (place: ContentPlace) => Moved {
  const all: Followed[] = tables.flatMap(({ name: table, columns }) =>
    columns.map(({ name: column }) => ({ before: { table, column, inside: '' }, now: { table, column, inside: '' } })),
  )
  for (const change of changes) follow(change, all)
  const known = all.map(({ before, now }) => ({ before: placeOf(before), now: now && placeOf(now) }))
  return (place) => {
    const outer = known.filter(({ before }) => isWithin(place, before))
    if (outer.length > 0) return inOne(place, outer)
    const inside = known.filter(({ before }) => isWithin(before, place))
    return inside.length > 0 ? ofMany(place, inside) : { to: [place], out: [] }
  }
}

type Known = { before: ContentPlace; now: ContentPlace | undefined }

const isWithin = (place: ContentPlace, outer: ContentPlace): boolean => outer.every((name, at) => place[at] === name)

/** A field, or a place in its JSON. */
function inOne(place: ContentPlace, outer: readonly Known[]): Moved {
  const length = Math.max(...outer.map(({ before }) => before.length))
  const nearest = outer.filter(({ before }) => before.length === length)
  return { to: unique(nearest.flatMap(({ now }) => (now ? [[...now, ...place.slice(length)]] : []))), out: [] }
}

/** A content type or group: if it isn't at its own name any more, it is where its fields have the same names as before. */
function ofMany(place: ContentPlace, fields: readonly Known[]): Moved {
  const there = fields.flatMap(({ before, now }) => (now ? [{ rest: before.slice(place.length), now }] : []))
  const found = unique(there.flatMap(({ rest, now }) => (isEnd(rest, now) ? [now.slice(0, now.length - rest.length)] : [])))
  const homes = found.filter((home) => home.length > 1 || place.length === 1)
  const stays = homes.some((home) => isWithin(home, place)) || (homes.length === 0 && there.length > 0)
  const to = stays ? [place] : homes
  return { to, out: unique(there.flatMap(({ now }) => (to.some((home) => isWithin(now, home)) ? [] : [now]))) }
}

const isEnd = (rest: ContentPlace, now: ContentPlace): boolean => rest.every((name, at) => now[now.length - rest.length + at] === name)

const unique = (places: readonly ContentPlace[]): ContentPlace[] => [...new Map(places.map((place) => [place.join('.'), place])).values()]

const placeOf = ({ table, column, inside }: Stored): ContentPlace => [
  table,
  ...[...(column.startsWith('$') ? [column] : column.split('$')), ...innerStepsOf(inside).map(({ name }) => name)].map(withoutLocale),
]

function follow(change: SchemaChange, all: Followed[]): void {
  const move = (is: (stored: Stored) => boolean, to: (stored: Stored) => Stored | undefined) => {
    for (const one of all) if (one.now && is(one.now)) one.now = to(one.now)
  }
  switch (change.do) {
    case 'renameTable':
      return move(
        ({ table }) => table === change.from,
        (stored) => ({ ...stored, table: change.table.name }),
      )
    case 'renameColumn':
      return move(isIn(change.table, change.from), (stored) => ({ ...stored, column: change.to }))
    case 'merge':
      for (const { before, now } of all.filter(({ now }) => now && isIn(change.table, change.from)(now)))
        if (now) all.push({ before, now: { ...now, column: change.column.name } })
      return
    case 'renameInside': {
      const { table, column, inside, to } = change
      noticeInside({ table, column, inside }, all)
      return move(isIn(table, column, inside), (stored) => withinOther(stored, inside, renamedAt(inside, to)))
    }
    case 'mergeInside': {
      const { table, column, inside } = change
      const from = renamedAt(inside, change.from)
      noticeInside({ table, column, inside: from }, all)
      for (const { before, now } of all.filter(({ now }) => now && isIn(table, column, from)(now)))
        if (now) all.push({ before, now: withinOther(now, from, inside) })
      return
    }
    case 'drop':
      return move(isIn(change.table, change.column), () => undefined)
    case 'dropInside':
      noticeInside(change, all)
      return move(isIn(change.table, change.column, change.inside), () => undefined)
  }
}

const isIn =
  (table: string, column?: string, inside: InnerPath = '') =>
  (stored: Stored): boolean =>
    stored.table === table && (column === undefined || stored.column === column) && isBelow(stored.inside, inside)

const isBelow = (inside: InnerPath, outer: InnerPath): boolean => inside.startsWith(outer) && /^([.[]|$)/.test(inside.slice(outer.length))

const withinOther = (stored: Stored, from: InnerPath, to: InnerPath): Stored => ({
  ...stored,
  inside: to + stored.inside.slice(from.length),
})

/** A place in JSON is followed apart from its column once it moves. */
function noticeInside(stored: Stored, all: Followed[]): void {
  const isHere = ({ now }: Followed) => now?.table === stored.table && now.column === stored.column
  if (all.some((one) => isHere(one) && one.now?.inside === stored.inside)) return
  const outer = all.filter((one) => isHere(one) && one.now && isIn(stored.table, stored.column, one.now.inside)(stored))
  const nearest = outer.reduce<Followed | undefined>(
    (best, one) => ((best?.now?.inside.length ?? -1) < (one.now?.inside.length ?? 0) ? one : best),
    undefined,
  )
  if (!nearest?.now) return
  const { before, now } = nearest
  all.push({ before: { ...before, inside: before.inside + stored.inside.slice(now.inside.length) }, now: { ...stored } })
}
