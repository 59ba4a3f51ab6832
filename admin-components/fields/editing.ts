/** What an editor needs to know about the field it edits. Tested by test/admin-components/half-written.test.ts. */
import { nothing, type TemplateResult } from 'lit'
import type { Entity, Field } from '../app/schema.ts'
import type { ArrivingFiles } from '../document/arriving-files.ts'
import type { CopiedRows } from '../document/copied-rows.ts'
import type { HalfWrittenInputs } from '../document/unsaid.ts'
import type { FieldValue, Values } from '../document/values.ts'
import type { CmsElement } from '../element.ts'
import { humanized } from '../texts/texts.ts'

/** The part of the form that editors may use. */
export interface EditedForm {
  readonly entity: Pick<Entity, 'kind' | 'slug'>
  readonly id: number | undefined
  readonly isNew: boolean
  readonly locale: string | undefined
  /** It edits many documents at once. */
  readonly isForMany?: boolean
  /** Adds something between the label of a field and its editor. */
  beforeEditor?(e: Editing): TemplateResult | typeof nothing
  readonly values: Values
  /** The values are those that the user has just chosen in a conflict. */
  readonly isJustDecided: boolean
  /** The errors of the last refused save, by path. */
  readonly problems: ReadonlyMap<string, string>
  readonly halfWritten: HalfWrittenInputs
  readonly copiedRows: CopiedRows
  /** Blocks saving while an input is not a valid value; call without `why` once it is valid again. */
  cannotSay(path: string, why: string | undefined, text?: string): void
  readonly arriving: ArrivingFiles
}

export interface Editing {
  host: CmsElement
  form: EditedForm
  field: Field
  /** Dotted, with row indexes, as in the API's errors. */
  path: string
  value: FieldValue
  /** The values of the sibling fields. */
  beside: Values
  isLocked: boolean
  set(value: unknown): void
  /** Renders the fields of a group or row inside this field. */
  fieldsIn(fields: readonly Field[], values: Values, path: string, set: (name: string, value: unknown) => void): TemplateResult[]
}

/** Beyond this, JavaScript would change the digits that the user typed. */
export const MOST = Number.MAX_SAFE_INTEGER

export type Editor = (editing: Editing) => TemplateResult

/** The label of the button that opens the picker, and the name of the picker. */
export function chooseWhat(host: CmsElement, { slug, labels }: Entity, mimeTypes: readonly string[] | undefined, hasMany = false): string {
  const count = hasMany ? 2 : 1
  if (slug !== 'media') return host.t('relation.choose', { what: host.app.label(labels.singular, humanized(slug)) })
  return host.t(mimeTypes?.every((one) => one.startsWith('image/')) ? 'relation.chooseImage' : 'relation.chooseFile', { count })
}

export const labelOf = (host: CmsElement, field: Field): string => host.app.label(field.label, humanized(field.name))
export const idOf = ({ path }: Pick<Editing, 'path'>): string => `f-${path.replaceAll('.', '-')}`
export const isWrong = ({ form, path }: Editing): boolean => form.problems.has(path)
/** Its text isn't a value yet, and no save has been refused because of it. */
export const isHalfTyped = (e: Editing): boolean => !isWrong(e) && e.form.halfWritten.reasonAt(e.path) !== undefined

/** A slug that the server makes says so. */
export const placeholderOf = (e: Editing): string | typeof nothing => e.host.app.label(e.field.admin?.placeholder) || madeFrom(e) || nothing

function madeFrom({ field, form, host, isLocked }: Editing): string {
  const { fields = [] } = host.app.entity(form.entity.kind, form.entity.slug) ?? {}
  const source = (field.base ?? field.type) === 'slug' && !isLocked && fields.find(({ name }) => name === field.from)
  return source ? host.t('slug.made', { field: labelOf(host, source) }) : ''
}

export function describedBy(e: Editing): string | typeof nothing {
  const ids = [e.field.description && `${idOf(e)}-help`, isWrong(e) && `${idOf(e)}-error`, isHalfTyped(e) && `${idOf(e)}-typed`].filter(
    Boolean,
  )
  return ids.length > 0 ? ids.join(' ') : nothing
}
