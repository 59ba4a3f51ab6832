/** How a document is viewed: the only state of a read. Both read paths, the fast and the complete one, use the same view. */
import type { Entity, Field } from '../../schema/model.ts'
import { didYouMean } from '../../schema/nearest.ts'
import { badQuery } from '../errors.ts'
import { fieldNames } from './paths.ts'

export interface View {
  depth: number
  /** Top-level fields; `undefined` means all. */
  select?: readonly string[]
  showHidden: boolean
  /** Includes everything the caller could see, whatever the options say; used to check that a relation's target exists. */
  anything?: boolean
  /** Finds a document to change or delete, which may be in the trash. */
  forChange?: boolean
  /** The parsed options of features, by name: `draft`, `locale`, … */
  options: Readonly<Record<string, unknown>>
}

/** Hidden fields are shown only to the system, on request; write-only fields never. */
export const shows = (view: Pick<View, 'showHidden'>, field: Field): boolean => !field.hidden || (view.showHidden && !field.writeOnly)

/** Hooks see whole documents, whatever a reader selects. */
export const runsAfterRead = (entity: Entity): boolean => entity.code.hooks?.['afterRead'] !== undefined

/** Whether only ids are wanted: no hook and no other content can change them, so nothing else is read. */
export const showsOnlyIds = ({ select }: View): boolean => select?.length === 1 && select[0] === 'id'

export const MAX_DEPTH = 3
export const DEFAULT_DEPTH = 1

export const plainView: View = Object.freeze({ depth: 0, showHidden: false, options: {} })

/** A cache key for a view; nearly all views have one of two keys. */
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
  const names = [...new Set(fieldNames(select, 'select'))]
  const known = () => entity.fields.filter((field) => readable(field) === 'yes').map(({ name }) => name)
  for (const name of names) {
    if (['id', 'createdAt', 'updatedAt'].includes(name)) continue
    const field = entity.fields.find((one) => one.name === name)
    const access = field ? readable(field) : 'unknown'
    if (access === 'unknown') throw badQuery(`unknown field '${name}'. ${didYouMean(name, known())}`.replace(/\. $/, ''), 'select')
    if (access === 'forbidden') forbid(name)
  }
  return names
}
