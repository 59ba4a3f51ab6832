/** Decides which former name each wanted name takes its values from. Works on names only: tables, columns or fields inside rows.
 * Tested by test/migrations/claimed-names.test.ts.
 */
import { GalleyError } from '../errors.ts'
import { OLD, withoutLocale } from '../store/columns.ts'
import type { Parked } from './changes.ts'

export interface Wanted {
  name: string
  /** The `renamedFrom` names, the likeliest first. */
  was?: readonly string[]
}

export interface Former extends Wanted {
  /** Names that it had in this database. */
  formerly?: readonly string[]
  /** The `renamedFrom` names of earlier schemas. */
  said?: readonly string[]
  isParked: boolean
  /** For displaced values: the name they had until other values took it, and the name that those came from. */
  gaveWay?: { name: string; replacedBy?: string }
}

export interface Moves {
  /** Wanted name → the former name that holds its values. A name without an entry starts empty. */
  sources: ReadonlyMap<string, string>
  /** Ordered so that each target is free when its turn comes. */
  renames: readonly { from: string; to: string }[]
  /** Parked values that fill empty current ones. */
  merges: readonly { into: string; from: string }[]
  /** Wanted names that use their parked values again. */
  unparked: ReadonlySet<string>
  /** Names in use that the schema doesn't have any more. */
  left: readonly string[]
  /** Names that were swapped before in this database, and now stay where they are. */
  settled: readonly string[]
}

export const isPassing = (name: string): boolean => name.startsWith('$moving$')

/** The details recorded for displaced values. */
export const makingWay = ({ of, replacedBy, gaveWay }: Parked): Pick<Former, 'gaveWay'> =>
  gaveWay && of !== undefined ? { gaveWay: { name: of, ...(replacedBy !== undefined && { replacedBy }) } } : {}

/** The original name of values that are stored under a temporary or parking name. */
export const ownName = (name: string): string => name.replace(/^\$(moving|old\d+)\$/, '')

/** A free name for values that make way for others. */
export function parkingName(name: string, taken: (name: string) => boolean): string {
  let n = 1
  while (taken(`${OLD}${n}$${name}`)) n++
  return `${OLD}${n}$${name}`
}

/** `isVariant`: whether a former name is another form of a wanted one, such as one of its locales. `spelled`: how errors spell a name. */
export function movesBetween(
  former: readonly Former[],
  wanted: readonly Wanted[],
  spelled: (name: string) => string,
  isVariant: (former: string, wanted: string) => boolean = () => false,
): Moves {
  const known = new Map(former.map((one) => [one.name, one]))
  const names = new Set(wanted.map(({ name }) => name))
  const inUse = (name: string) => known.get(name)?.isParked === false
  /** The backward moves for a name that leaves the schema, or that returns to the values it displaced. */
  const backFrom = (one: Former) => {
    if (one.isParked || (names.has(one.name) && !former.some(({ gaveWay }) => gaveWay && tookFrom(one, gaveWay)))) return []
    return goingBack(one, known, wanted)
  }
  const returning = new Map(
    former.flatMap(backFrom).flatMap(({ to, from }) => {
      const source = known.get(from)
      return source ? [[to, source]] : []
    }),
  )
  const sources = claims(known, wanted, names, inUse, spelled, returning)
  const settled = settledIn(sources, known)
  const taken = new Set(sources.values())
  const unparked = new Set<string>()
  const give = (name: string, source: string) => {
    sources.set(name, source)
    taken.add(source)
  }
  for (const one of former) {
    if (taken.has(one.name)) continue
    const steps = backFrom(one)
    if (!steps.some(({ to }) => sources.has(to))) for (const { to, from } of steps) give(to, from)
  }
  for (const { name } of wanted) if (!sources.has(name) && inUse(name) && !taken.has(name)) give(name, name)
  for (const { name } of wanted) {
    if (sources.has(name)) continue
    const free = former.filter((one) => !one.isParked && !taken.has(one.name) && !names.has(one.name))
    const isThere = known.has(name) && !taken.has(name)
    const source =
      (isThere ? undefined : free.find((one) => wasCalled(one, name))) ??
      free.find((one) => isVariant(one.name, name)) ??
      (isThere ? undefined : former.findLast(({ gaveWay, ...one }) => gaveWay?.name === name && !taken.has(one.name)))
    if (source) give(name, source.name)
    else if (isThere) {
      give(name, name)
      unparked.add(name)
    }
  }
  const { renames, merges } = inOrder(sources, known)
  return {
    sources,
    renames,
    merges: [...merges, ...lateMerges(known, wanted, names, sources, isVariant)],
    unparked,
    settled: [...settled, ...stayingAsSaid(known, wanted, names, sources)],
    left: former.filter((one) => !one.isParked && !taken.has(one.name) && !names.has(one.name)).map((one) => one.name),
  }
}

/**
 * Handles a return to the previous schema: a name leaves, or returns to the values it displaced, while the last schema still said what it
 * was renamed from. Its values go back to that name, as do those that followed them; the last ones make way. Once that `renamedFrom` is
 * gone, the name stands on its own, and its values are parked with it.
 */
function goingBack(gone: Former, known: ReadonlyMap<string, Former>, wanted: readonly Wanted[]): { to: string; from: string }[] {
  const steps: { to: string; from: string }[] = []
  let one: Former | undefined = gone
  while (one && !one.isParked) {
    const { name, was = [], formerly = [] }: Former = one
    const said = wanted.find((other) => other.name === name)?.was ?? []
    const to = was.find((other) => formerly.includes(other) && !said.includes(other))
    if (to === undefined) return steps
    // The names were swapped: all of them existed before.
    if (!wanted.some((other) => other.name === to) || steps.some((step) => step.to === to)) return []
    steps.push({ to, from: name })
    one = known.get(to)
  }
  return steps
}

/** Whether it took its name from those values because of `renamedFrom`, and not while going back itself. */
const tookFrom = ({ name, was = [] }: Former, gaveWay: NonNullable<Former['gaveWay']>): boolean =>
  gaveWay.name === name && (gaveWay.replacedBy === undefined || was.includes(gaveWay.replacedBy))

/** Whether an earlier schema had this `renamedFrom`. Undoing a plan renames values too, which says nothing about later `renamedFrom`s. */
const wasSaid = ({ was = [], said = [] }: Former, name: string): boolean => was.includes(name) || said.includes(name)

/** For a name that starts empty because its values moved: the name they moved to. */
export function givingTo({ sources }: Moves, name: string): { gaveTo?: string } {
  const [gaveTo] = [...sources].find(([, source]) => source === name) ?? []
  return gaveTo === undefined ? {} : { gaveTo }
}

const wasCalled = ({ was = [], formerly = [] }: Former, name: string): boolean => was.includes(name) || formerly.includes(name)

/** The former names claimed by `renamedFrom`. A new name may also claim names that are still in the schema, if their own values move on. */
function claims(
  known: ReadonlyMap<string, Former>,
  wanted: readonly Wanted[],
  names: ReadonlySet<string>,
  inUse: (name: string) => boolean,
  spelled: (name: string) => string,
  returning: ReadonlyMap<string, Former>,
): Map<string, string> {
  const claimed = new Map<string, string>()
  const taken = new Set<string>()
  for (const { name, was = [] } of wanted) {
    const same = known.get(name)
    const mayTake = (other: string, at: number) => {
      if (other === name || !inUse(other)) return false
      // The values returning to this name had the other name before they had this one.
      if (returning.get(name)?.formerly?.includes(other)) return false
      // If a group was renamed, the same field took those values earlier, under its name in that group.
      if (was.slice(at + 1).some((one) => inUse(one) && known.get(one)?.was?.includes(other))) return false
      if (same === undefined) return true
      if (same.isParked) return !names.has(other)
      // Names can be swapped back and forth: if both stay, the last schema's `renamedFrom` tells whether this one is new.
      return !(names.has(other) ? (same.was ?? []).includes(other) : wasSaid(same, other))
    }
    const wish = was.find(mayTake)
    const rival = [...claimed].find(([, from]) => from === wish)?.[0]
    if (wish !== undefined && rival !== undefined && isSameClaim(name, rival, wish))
      throw new GalleyError(
        'MIGRATION',
        `${spelled(rival)} and ${spelled(name)} both say renamedFrom '${shown(wish)}', but only one can take these values. Remove 'renamedFrom' from the other one`,
      )
    const claim = was.find((other, at) => !taken.has(other) && mayTake(other, at))
    if (claim === undefined) continue
    claimed.set(name, claim)
    taken.add(claim)
  }
  for (;;) {
    const given = new Set(claimed.values())
    const idle = [...claimed].find(([name, claim]) => inUse(name) && !given.has(name) && names.has(claim) && !claimed.has(claim))
    if (!idle) return claimed
    const [name, claim] = idle
    if (!known.get(name)?.formerly?.includes(claim))
      throw new GalleyError(
        'MIGRATION',
        `${spelled(name)} says renamedFrom '${shown(claim)}', but the schema has both, and each has its own values. Remove 'renamedFrom', or give the values of '${shown(claim)}' another name first`,
      )
    claimed.delete(name)
  }
}

/**
 * Two locales of a field don't compete, and neither does a field that only becomes localized or stops being so. In a renamed group, a field
 * with its own `renamedFrom` leaves its former name to a new field.
 */
function isSameClaim(one: string, other: string, from: string): boolean {
  if ([one, other].map(withoutLocale).includes(withoutLocale(from))) return false
  const isPlain = (name: string) => name.slice(name.lastIndexOf('$') + 1) === from.slice(from.lastIndexOf('$') + 1)
  return withoutLocale(one) !== withoutLocale(other) && isPlain(one) === isPlain(other)
}

const shown = (name: string): string => withoutLocale(name).replaceAll('$', '.')

/**
 * Removes swaps that were made before because of the same `renamedFrom`s, which disappeared in between, as after a rollback, and are back.
 * They cannot be distinguished from a second swap, which would undo the first.
 */
function settledIn(claimed: Map<string, string>, known: ReadonlyMap<string, Former>): string[] {
  const settled = [...claimed.keys()].filter((name) => {
    const circle = circleOf(name, claimed)
    return circle.length > 0 && circle.every((one) => known.get(one)?.said?.some((name) => name === claimed.get(one)))
  })
  for (const name of settled) claimed.delete(name)
  return settled
}

/** Names that take no values from one that leaves, although `renamedFrom` names it again: it did so before. */
function stayingAsSaid(
  known: ReadonlyMap<string, Former>,
  wanted: readonly Wanted[],
  names: ReadonlySet<string>,
  sources: ReadonlyMap<string, string>,
): string[] {
  const taken = new Set(sources.values())
  const isLeaving = (other: string) => known.get(other)?.isParked === false && !names.has(other) && !taken.has(other)
  return wanted.flatMap(({ name, was: words = [] }) => {
    const { was = [], said = [] } = known.get(name) ?? {}
    const isSaidAgain = words.some((other) => said.includes(other) && !was.includes(other) && isLeaving(other))
    return isSaidAgain && sources.get(name) === name ? [name] : []
  })
}

/** The names that pass on their values in a cycle that leads back to this name. */
function circleOf(name: string, claimed: ReadonlyMap<string, string>): string[] {
  const circle = [name]
  for (let next = claimed.get(name); next !== name; next = claimed.get(next)) {
    if (next === undefined || circle.includes(next)) return []
    circle.push(next)
  }
  return circle
}

/** A target in use makes way; in a cycle, one name temporarily moves aside. */
function inOrder(sources: ReadonlyMap<string, string>, known: ReadonlyMap<string, Former>): Pick<Moves, 'renames' | 'merges'> {
  const renames: { from: string; to: string }[] = []
  const merges: { into: string; from: string }[] = []
  const taken = new Set(known.keys())
  const wasOnceCalled = (name: string, other: string) => {
    const one = known.get(name)
    return one !== undefined && wasCalled(one, other)
  }
  const rename = (from: string, to: string) => {
    renames.push({ from, to })
    taken.delete(from)
    taken.add(to)
  }
  let waiting = [...sources].filter(([name, source]) => name !== source).map(([to, from]) => ({ from, to }))
  const moving = new Set(waiting.map(({ from }) => from))
  for (const { from, to } of waiting) {
    const there = known.get(to)
    if (!there || moving.has(to)) continue
    const away = parkingName(to, (name) => taken.has(name))
    rename(to, away)
    if (there.isParked && (wasCalled(there, from) || wasOnceCalled(from, to))) merges.push({ into: to, from: away })
  }
  while (waiting.length > 0) {
    const next = waiting.find(({ to }) => !taken.has(to))
    if (next) {
      rename(next.from, next.to)
      waiting = waiting.filter((one) => one !== next)
    } else {
      const [first] = waiting
      const inTheWay = waiting.find(({ from }) => from === first?.to)
      if (!inTheWay) throw new Error(`Nothing leaves the name '${first?.to}'`)
      const aside = `$moving$${inTheWay.from}`
      rename(inTheWay.from, aside)
      inTheWay.from = aside
    }
  }
  return { renames, merges }
}

/** Handles a `renamedFrom` that was added late: the name is already in use, and the former one was parked. */
function lateMerges(
  known: ReadonlyMap<string, Former>,
  wanted: readonly Wanted[],
  names: ReadonlySet<string>,
  sources: ReadonlyMap<string, string>,
  isVariant: (former: string, wanted: string) => boolean,
): { into: string; from: string }[] {
  return wanted.flatMap(({ name, was = [] }) => {
    const same = known.get(name)
    if (!same || same.isParked || sources.get(name) !== name) return []
    const from = was.find((other) => known.get(other)?.isParked && !names.has(other) && !wasCalled(same, other) && !isVariant(other, name))
    return from === undefined ? [] : [{ into: name, from }]
  })
}
