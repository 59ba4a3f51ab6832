/** Places in a document: field names, and rows by id, since rows move. A path uses row indexes instead, and changes when rows move. */
import type { FieldValue, Values } from './values.ts'

export type Step = string | { id: unknown }
export type Place = readonly Step[]

/** The name of the top-level field that a path leads to or into. */
export const topField = (path: string): string => path.replace(/\..*/s, '')

/** Only for a path that exists in `values`. */
export function placeOf(path: string, values: Values): Place {
  let at: FieldValue = values
  return path.split('.').map((step) => {
    const id = Array.isArray(at) ? at[Number(step)]?.id : undefined
    at = at?.[step]
    return id === undefined ? step : { id }
  })
}

/** Undefined if a row on the way was removed. */
export function pathOf(place: Place, values: Values): string | undefined {
  let at: FieldValue = values
  const path: string[] = []
  for (const step of place) {
    const name = typeof step === 'string' ? step : String(Array.isArray(at) ? at.findIndex(({ id }) => id === step.id) : -1)
    if (name === '-1' || at === undefined || at === null) return undefined
    path.push(name)
    at = at[name]
  }
  return path.join('.')
}

/** Undefined if a row on the way was removed. */
export const valueAt = (place: Place, values: Values): unknown =>
  pathOf(place, values)
    ?.split('.')
    .reduce<FieldValue>((at, step) => at?.[step], values)
