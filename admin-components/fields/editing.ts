/** One field of a form, as its editor knows it. */
import { nothing, type TemplateResult } from 'lit'
import type { Entity, Field } from '../desk/schema.ts'
import type { CopiedRows } from '../document/copied-rows.ts'
import type { Unsaid } from '../document/unsaid.ts'
import type { Values } from '../document/values.ts'
import type { CmsElement } from '../element.ts'
import { humanized } from '../texts/texts.ts'

/** The form, as far as editors know it. */
export interface EditedForm {
  readonly entity: Pick<Entity, 'kind' | 'slug'>
  readonly id: number | undefined
  readonly isNew: boolean
  readonly locale: string | undefined
  readonly values: Values
  /** What the last refused save said, by path. */
  readonly problems: ReadonlyMap<string, string>
  readonly unsaid: Unsaid
  readonly copiedRows: CopiedRows
  /** Nothing is saved while something that was typed is no value; without `why` it is one again. */
  cannotSay(path: string, why: string | undefined, text?: string): void
}

export interface Editing {
  host: CmsElement
  form: EditedForm
  field: Field
  /** Dotted, with the numbers of rows: as the API names it in problems. */
  path: string
  value: any
  /** The values of the fields beside it. */
  beside: Values
  isLocked: boolean
  set(value: unknown): void
  /** The fields of a group or row in it, whose conditions hold. */
  fieldsIn(fields: readonly Field[], values: Values, path: string, set: (name: string, value: unknown) => void): TemplateResult[]
}

/** Beyond it, JavaScript would change the digits that somebody typed. */
export const MOST = Number.MAX_SAFE_INTEGER

export type Editor = (editing: Editing) => TemplateResult

export const labelOf = (host: CmsElement, field: Field): string => host.desk.label(field.label, humanized(field.name))
export const idOf = ({ path }: Pick<Editing, 'path'>): string => `f-${path.replaceAll('.', '-')}`
export const isWrong = ({ form, path }: Editing): boolean => form.problems.has(path)

export function describedBy(e: Editing): string | typeof nothing {
  const ids = [e.field.description && `${idOf(e)}-help`, isWrong(e) && `${idOf(e)}-error`].filter(Boolean)
  return ids.length > 0 ? ids.join(' ') : nothing
}
