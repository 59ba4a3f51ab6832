/** Places in a document: the names of fields, and rows by their ids, since rows move. A path names rows by their numbers, and changes with them. */
import type { Values } from './values.ts'

export type Step = string | { id: unknown }
export type Place = readonly Step[]

/** Only for a path that leads somewhere in `values`. */
export function placeOf(path: string, values: Values): Place {
  let at: any = values
  return path.split('.').map((step) => {
    const id = Array.isArray(at) ? at[Number(step)]?.id : undefined
    at = at?.[step]
    return id === undefined ? step : { id }
  })
}

/** Nothing where a row on the way is gone. */
export function pathOf(place: Place, values: Values): string | undefined {
  let at: any = values
  const path: string[] = []
  for (const step of place) {
    const name = typeof step === 'string' ? step : String(Array.isArray(at) ? at.findIndex(({ id }) => id === step.id) : -1)
    if (name === '-1' || at === undefined || at === null) return undefined
    path.push(name)
    at = at[name]
  }
  return path.join('.')
}

/** Nothing where a row on the way is gone. */
export const valueAt = (place: Place, values: Values): unknown =>
  pathOf(place, values)
    ?.split('.')
    .reduce<any>((at, step) => at?.[step], values)
