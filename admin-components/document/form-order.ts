/** Puts the problems of a document into the order of its form: as laid out, the middle before the side, rows by their numbers.
 * Tested by test/admin-components/form-order.test.ts.
 */
import type { Entity, Field, Layout } from '../app/schema.ts'

export const isAside = ({ admin }: Field): boolean => admin?.position === 'sidebar'

/** The names of the fields in a part of a layout. */
export function namesIn(part: Layout): string[] {
  if (typeof part === 'string') return [part]
  if ('row' in part) return part.row.flatMap(namesIn)
  if ('section' in part) return part.fields.flatMap(namesIn)
  return part.tabs.flatMap((tab) => tab.fields.flatMap(namesIn))
}

export function inFormOrder<Problem>(
  { fields, admin: { layout = [] } }: Pick<Entity, 'fields' | 'admin'>,
  problems: Iterable<Problem>,
  pathOf: (problem: Problem) => string,
): Problem[] {
  const named = layout.flatMap(namesIn)
  const rank = (field: Field) => {
    const at = named.indexOf(field.name)
    return isAside(field) ? 2 * fields.length : at < 0 ? fields.length : at
  }
  const shown = fields.toSorted((one, other) => rank(one) - rank(other))
  return [...problems]
    .map((problem) => ({ problem, place: placeIn(shown, pathOf(problem)) }))
    .sort((one, other) => compare(one.place, other.place))
    .map(({ problem }) => problem)
}

/** The numbers of the steps that lead there; -1 for what has none. */
function placeIn(fields: readonly Field[], path: string): number[] {
  let inside = fields
  return path.split('.').map((step) => {
    if (/^\d+$/.test(step)) return Number(step)
    const index = inside.findIndex(({ name }) => name === step)
    const field = inside[index]
    if (field) inside = [...(field.fields ?? []), ...(field.blocks ?? []).flatMap((block) => block.fields)]
    return index
  })
}

function compare(one: readonly number[], other: readonly number[]): number {
  const at = one.findIndex((step, index) => step !== other[index])
  // biome-ignore lint/style/noNonNullAssertion: both have a step there
  return at < 0 ? one.length - other.length : at >= other.length ? 1 : one[at]! - other[at]!
}
