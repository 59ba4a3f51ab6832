/** How a document is seen: the only state of a read. Every read, fast or slow, goes through the same view. */
import type { Entity, Field } from '../../schema/model.ts'
import { badQuery } from '../errors.ts'

export interface View {
  depth: number
  /** Top-level fields; `undefined` is all of them. */
  select?: readonly string[]
  showHidden: boolean
  /** Asks for everything that the caller could see, whatever the options say: as when something is to be pointed to. */
  anything?: boolean
  /** Looks for a document to change or delete: it may be in the trash. */
  forChange?: boolean
  /** What features' options said, by their names: `draft`, `locale`, … */
  options: Readonly<Record<string, unknown>>
}

/** What is hidden shows only to the system, when it asks; what is write-only is nowhere to be seen. */
export const shows = (view: Pick<View, 'showHidden'>, field: Field): boolean => !field.hidden || (view.showHidden && !field.writeOnly)

export const MAX_DEPTH = 3
export const DEFAULT_DEPTH = 1

export const plainView: View = Object.freeze({ depth: 0, showHidden: false, options: {} })

/** Names what a view shows; most views are one of two. */
export function viewKey(view: View): string {
  const depth = view.depth > 0 ? '1' : '0'
  return view.select === undefined && !view.showHidden ? depth : `${depth}${view.showHidden ? 'h' : ''} ${view.select?.join() ?? '*'}`
}

export function selectFields(
  select: string | readonly string[] | undefined,
  entity: Entity,
  readable: (field: Field) => 'yes' | 'unknown' | 'forbidden',
  forbid: (name: string) => never,
): readonly string[] | undefined {
  if (select === undefined) return undefined
  const names = [...new Set((typeof select === 'string' ? select.split(',') : select).map((name) => name.trim()).filter(Boolean))]
  for (const name of names) {
    if (['id', 'createdAt', 'updatedAt'].includes(name)) continue
    const field = entity.fields.find((one) => one.name === name)
    const seen = field ? readable(field) : 'unknown'
    if (seen === 'unknown') throw badQuery(`unknown field '${name}'`, 'select')
    if (seen === 'forbidden') forbid(name)
  }
  return names
}
