/** Describes old values that are kept next to a field's current ones, by the field's name. */
import { localeOf, withoutLocale } from '../store/columns.ts'
import type { Outline } from '../store/outline.ts'
import { type Applied, columnOutline, type Parked } from './changes.ts'
import { isBlock, nameIn, renamedAt } from './inside.ts'
import { ownerOf } from './restore.ts'
import { parkedNameOf, parkedPathOf } from './steps.ts'
import { kindIn } from './words.ts'

/** `posts.price (kept from when it was text)`; a field parked under its own name is described by that name. */
export function describeParked(parked: Parked, { tables, parked: all }: Applied): string {
  const owner = ownerOf(parked, all)
  if (!owner) return parkedNameOf(parked)
  const { table, column, inside } = owner as Parked & { column: string }
  const name = inside === undefined ? column : nameIn(inside)
  const locale = localeOf(name)
  const field =
    inside === undefined ? { ...owner, column: withoutLocale(column) } : { ...owner, inside: renamedAt(inside, withoutLocale(name)) }
  const spec = tables.find((one) => one.name === table)?.columns.find((one) => one.name === parked.column)
  const held = parked.held ?? (inside === undefined && spec ? columnOutline(spec) : undefined)
  const what = inside !== undefined && isBlock(inside) ? 'block type' : 'field'
  const since = parked.gaveWay ? `before another ${what} took its name` : held ? `when it was ${oneOf(held)}` : 'before its conversion'
  return `${parkedPathOf(field)}${locale === undefined ? '' : ` in ${locale}`} (kept from ${since})`
}

function oneOf(held: Outline): string {
  const kind = kindIn(held)
  if (/^(number|boolean|date|select|slug|whole number)$/.test(kind)) return `a ${kind}`
  return kind === 'email' ? 'an email address' : kind
}

/** The old values kept for a field that a user named. */
export const parkedNamed = (typed: string, parked: readonly Parked[]): Parked[] =>
  parked.filter((one) => {
    const owner = ownerOf(one, parked)
    return owner !== undefined && [parkedNameOf(owner), parkedPathOf(owner)].includes(typed)
  })
