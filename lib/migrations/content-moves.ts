/** Follows content through the changes of a plan: where that of a content type or field is afterwards.
 * Tested by test/migrations/content-moves.test.ts.
 */
import { withoutLocale } from '../store/columns.ts'
import type { Outline } from '../store/outline.ts'
import { type Applied, columnOutline, heldBefore, type InnerPath, type SchemaChange } from './changes.ts'
import { blockTypesIn, innerStepsOf, renamedAt } from './inside.ts'
import { ownName } from './moves.ts'
import { placesConverted } from './values.ts'

/** A slug and the names of a field, such as `['posts', 'seo', 'title']`. */
export type ContentPlace = readonly string[]

export interface Moved {
  /** Where the content is now: nowhere if it was dropped, in several places if it fills the empty values of another field too. */
  to: ContentPlace[]
  /** What else has the content now: fields that were in a group and left it, a text or JSON that rows were converted to. */
  out: ContentPlace[]
  /** Where a conversion of what contained the content took it. */
  converted: ContentPlace[]
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
  /** The content is a part of the text or JSON that is there now. */
  isPart?: boolean
  /** The content was converted along with what contained it. */
  isConverted?: boolean
}

/** Each locale of a field has a column, and so does each field of a group: their moves are those of the field and the group. */
export function contentMoves(before: Applied, changes: readonly SchemaChange[]): (place: ContentPlace) => Moved {
  const all: Followed[] = storedIn(before).map((stored) => ({ before: stored, now: stored }))
  for (const change of changes) follow(change, all)
  const known = all.map(({ before, now, isPart = false, isConverted = false }) => {
    return { before: placeOf(before), now: now && placeOf(now), isPart, isConverted }
  })
  return (place) => {
    const outer = known.filter(({ before }) => isWithin(place, before))
    if (outer.length > 0) return inOne(place, outer)
    const inside = known.filter(({ before }) => isWithin(before, place))
    return inside.length > 0 ? ofMany(place, inside) : { to: [place], out: [], converted: [] }
  }
}

/** All columns, and what is in their JSON. */
const storedIn = ({ tables, parked }: Applied): Stored[] => [
  ...tables.flatMap(({ name: table, columns }) =>
    columns.flatMap((column) => ['', ...pathsIn(columnOutline(column))].map((inside) => ({ table, column: column.name, inside }))),
  ),
  ...parked.flatMap(({ table, column, inside, held }) =>
    column === undefined || inside === undefined ? [] : ['', ...pathsIn(held)].map((rest) => ({ table, column, inside: inside + rest })),
  ),
]

const pathsIn = (outline: Pick<Outline, 'fields' | 'blocks' | 'text'> = {}): InnerPath[] => [
  ...(outline.fields ?? []).flatMap((field) => ['', ...pathsIn(field)].map((rest) => `.${field.name}${rest}`)),
  ...(blockTypesIn(outline) ?? []).flatMap(({ name, fields }) => ['', ...pathsIn({ fields })].map((rest) => `[${name}]${rest}`)),
]

type Known = { before: ContentPlace; now: ContentPlace | undefined; isPart: boolean; isConverted: boolean }

const isWithin = (place: ContentPlace, outer: ContentPlace): boolean => outer.every((name, at) => place[at] === name)

/** A field, or a place in its JSON. */
function inOne(place: ContentPlace, outer: readonly Known[]): Moved {
  const length = Math.max(...outer.map(({ before }) => before.length))
  const nearest = outer.filter(({ before }) => before.length === length)
  const rest = place.slice(length)
  const ends = (isMeant: (one: Known) => boolean) =>
    unique(nearest.flatMap((one) => (one.now && isMeant(one) ? [[...one.now, ...(one.isPart ? [] : rest)]] : [])))
  return { to: ends(({ isPart }) => !isPart), out: ends(({ isPart }) => isPart), converted: ends(({ isConverted }) => isConverted) }
}

/** A content type or group: if it isn't at its own name any more, it is where its fields have the same names as before. */
function ofMany(place: ContentPlace, fields: readonly Known[]): Moved {
  const there = fields.flatMap(({ before, now }) => (now ? [{ rest: before.slice(place.length), now }] : []))
  const found = unique(there.flatMap(({ rest, now }) => (isEnd(rest, now) ? [now.slice(0, now.length - rest.length)] : [])))
  const homes = found.filter((home) => home.length > 1 || place.length === 1)
  const stays = homes.some((home) => isWithin(home, place)) || (homes.length === 0 && there.length > 0)
  const to = stays ? [place] : homes
  const isAtHome = (now: ContentPlace) => to.some((home) => isWithin(now, home) || isWithin(ownPlace(now), home))
  return { to, out: unique(there.flatMap(({ now }) => (isAtHome(now) ? [] : [now]))), converted: [] }
}

/** Old values of a field in a group are parked next to the group. */
const ownPlace = ([slug = '', name = '', ...rest]: ContentPlace): ContentPlace => [slug, ...ownName(name).split('$'), ...rest]

const isEnd = (rest: ContentPlace, now: ContentPlace): boolean => rest.every((name, at) => now[now.length - rest.length + at] === name)

const unique = (places: readonly ContentPlace[]): ContentPlace[] => [...new Map(places.map((place) => [place.join('.'), place])).values()]

const placeOf = ({ table, column, inside }: Stored): ContentPlace => [
  table,
  ...[...(column.startsWith('$') ? [column] : column.split('$')), ...innerStepsOf(inside).map(({ name }) => name)].map(withoutLocale),
]

function follow(change: SchemaChange, all: Followed[]): void {
  switch (change.do) {
    case 'renameTable':
      for (const one of all) if (one.now?.table === change.from) one.now = { ...one.now, table: change.table.name }
      return
    case 'renameColumn':
      return move(all, at(change.table, change.from), at(change.table, change.to))
    case 'convert': {
      const here = at(change.table, change.column.name)
      return convert(all, here, at(change.table, change.parkedAs), heldBefore(change), columnOutline(change.column))
    }
    case 'merge': {
      const { table, column, from, held } = change
      all.push(...copied(all, at(table, from), at(table, column.name), held, columnOutline(column)))
      return
    }
    case 'revert': {
      const { table, column, from, written, parkedAs } = change
      const [here, away] = [at(table, column.name), at(table, parkedAs)]
      if (change.isUnwritten) return giveBack(all, here, away, at(table, from))
      return convert(all, here, away, written, columnOutline(column), at(table, from))
    }
    case 'drop':
      return move(all, at(change.table, change.column))
    case 'renameInside': {
      const { table, column, inside, to } = change
      return move(all, at(table, column, inside), at(table, column, renamedAt(inside, to)))
    }
    case 'convertInside': {
      const { table, column, inside, held, holds, parkedAs } = change
      return convert(all, at(table, column, inside), at(table, column, renamedAt(inside, parkedAs)), held, holds)
    }
    case 'mergeInside': {
      const { table, column, inside, from, held, holds } = change
      all.push(...copied(all, at(table, column, renamedAt(inside, from)), at(table, column, inside), held, holds))
      return
    }
    case 'revertInside': {
      const { table, column, inside, from, held, written, parkedAs } = change
      const [here, away, former] = [inside, renamedAt(inside, parkedAs), renamedAt(inside, from)].map((one) => at(table, column, one)) as [
        Stored,
        Stored,
        Stored,
      ]
      if (change.isUnwritten) return giveBack(all, here, away, former)
      return convert(all, here, away, written, held, former)
    }
    case 'dropInside':
      return move(all, at(change.table, change.column, change.inside))
  }
}

/** A table, column or place in JSON, with all that is in it. */
type Place = Pick<Stored, 'table' | 'inside'> & { column: string | undefined }

const at = <C extends string | undefined>(table: string, column: C, inside: InnerPath = '') => ({ table, column, inside })

const isIn = ({ table, column, inside }: Place, stored: Stored): boolean =>
  stored.table === table &&
  (column === undefined || stored.column === column) &&
  stored.inside.startsWith(inside) &&
  /^([.[]|$)/.test(stored.inside.slice(inside.length))

function move(all: readonly Followed[], from: Place, to?: Stored): void {
  for (const one of all)
    if (one.now && isIn(from, one.now)) one.now = to && { ...to, inside: to.inside + one.now.inside.slice(from.inside.length) }
}

/** Converted copies of the content of one place, at another place. */
function copied(all: readonly Followed[], from: Place, to: Stored, held: Outline, holds: Outline): Followed[] {
  return all.flatMap(({ before, now, isPart = false, isConverted = false }) => {
    if (!now || !isIn(from, now)) return []
    const rest = now.inside.slice(from.inside.length)
    return placesConverted(rest, held, holds).map((made) => ({
      before,
      now: { ...to, inside: to.inside + made.inside },
      isPart: isPart || made.isPart,
      isConverted: isConverted || rest !== '',
    }))
  })
}

function giveBack(all: readonly Followed[], here: Stored, away: Stored, former: Stored): void {
  move(all, here, away)
  move(all, former, here)
}

/** Values get another form, and their old ones are kept. `former`: the place of still older ones that come back. */
function convert(all: Followed[], here: Stored, parkedAs: Stored, held: Outline, holds: Outline, former?: Stored): void {
  const copies = copied(all, here, here, held, holds)
  if (former) giveBack(all, here, parkedAs, former)
  else move(all, here, parkedAs)
  all.push(...copies)
}
