/** The structure of a field's values as plain data that can be stored and compared: type, single or list, and the fields inside rows.
 * Tested by test/migrations/types.test.ts.
 */
import type { JsonSchema } from '../../schema/document.ts'
import { type Block, type Field, hasRows, isPerLocale, type Kind } from '../../schema/model.ts'
import { withDefaultLocale } from './columns.ts'
import { keysOf } from './keys.ts'

export interface Outline {
  /** The type of a single value, even in a list. */
  kind: Kind
  list?: boolean
  /** For texts: each is a point in time. Unknown in databases of older versions. */
  moment?: boolean
  /** The JSON Schema of a single value. Unknown in databases of older versions. */
  asks?: JsonSchema
  /** The slug that a relation points to. */
  to?: string
  fields?: readonly OutlinedField[]
  blocks?: readonly OutlinedBlock[]
  /** Rich text, whose nodes point to documents, and the block types in it. Unknown in databases of older versions. */
  text?: { blocks: readonly OutlinedBlock[] }
}

export interface OutlinedField extends Outline {
  name: string
  /** The names in its `renamedFrom`. */
  was?: readonly string[]
  /** Names that it had in this database. */
  formerly?: readonly string[]
  /** The `renamedFrom` names of earlier schemas. */
  said?: readonly string[]
}

export interface OutlinedBlock {
  name: string
  /** The names in its `renamedFrom`. */
  was?: readonly string[]
  /** Names that it had in this database. */
  formerly?: readonly string[]
  /** The `renamedFrom` names of earlier schemas. */
  said?: readonly string[]
  fields: readonly OutlinedField[]
}

export const hasRelation = ({ to, text, fields = [], blocks = [] }: Outline): boolean =>
  to !== undefined || text !== undefined || fields.some(hasRelation) || blocks.some((block) => block.fields.some(hasRelation))

export const hasText = ({ text, fields = [], blocks = [] }: Outline): boolean =>
  text !== undefined || fields.some(hasText) || blocks.some((block) => block.fields.some(hasText))

/** `defaultLocale`: the locale whose values a formerly localized field takes over. */
export function outlineOf(field: Field, defaultLocale?: string): Outline {
  return {
    kind: field.type.kind,
    ...((field.hasMany || hasRows(field)) && { list: true }),
    ...(field.type.kind === 'text' && { moment: field.type.holds === 'date' }),
    ...(isPlain(field) && { asks: field.type.json(field) }),
    ...(field.to !== undefined && { to: field.to }),
    ...(field.fields && { fields: outlinesOf(field.fields, defaultLocale) }),
    ...(field.blocks && { blocks: blockOutlines(field.blocks, defaultLocale) }),
    ...(field.richText && { text: { blocks: blockOutlines(field.richText.blocks, defaultLocale) } }),
  }
}

const blockOutlines = (blocks: readonly Block[], defaultLocale: string | undefined): OutlinedBlock[] =>
  blocks.map(({ slug, renamedFrom, fields }) => ({
    name: slug,
    ...(renamedFrom !== undefined && { was: [renamedFrom] }),
    fields: outlinesOf(fields, defaultLocale),
  }))

/** Neither rows, which have fields of their own, nor a relation. */
const isPlain = ({ fields, blocks, to }: Field): boolean => !fields && !blocks && to === undefined

const outlinesOf = (fields: readonly Field[], defaultLocale: string | undefined): OutlinedField[] =>
  fields
    .filter((field) => !field.writeOnly)
    .flatMap((field) => (isPerLocale(field) ? field.fields : [field]))
    .map((field) => {
      const { own, former } = keysOf(field)
      const was = withDefaultLocale(own, former, defaultLocale)
      return { name: own, ...(was.length > 0 && { was }), ...outlineOf(field, defaultLocale) }
    })
