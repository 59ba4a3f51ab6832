/** Facts about a field for the generated types: its type, whether it may be missing, and whether it depends on how a document is read.
 * Tested by test/types/types.test.ts.
 */
import type { JsonSchema } from './document.ts'
import { childrenOf, type Field, isGroup, isListField, isRichText } from './model.ts'
import { isLocalized, union } from './typescript-paths.ts'

/** The name with its parameter, if it has one. */
export const applied = (name: string, fields: readonly Field[], isDraft: boolean, parameter: string, isInHooks = false): string =>
  dependsOnReading(fields, isDraft, isInHooks) ? `${name}<${parameter}>` : name

export function dependsOnReading(fields: readonly Field[], hasDrafts: boolean, isInHooks = false): boolean {
  return [...readableFields(fields, isInHooks)].some(
    (field) =>
      field.to !== undefined ||
      isLocalized(field) ||
      (hasDrafts && mayLack(field)) ||
      (isRichText(field) && field.richText.blocks.some((block) => dependsOnReading(block.fields, hasDrafts, isInHooks))),
  )
}

/** Fields at any depth whose values readers get as they are stored; in hooks, the hidden ones too. */
function* readableFields(fields: readonly Field[], isInHooks: boolean): Generator<Field> {
  for (const field of fields) {
    if ((field.hidden && !isInHooks) || (field.shown && !isLocalized(field))) continue
    yield field
    yield* readableFields(childrenOf(field), isInHooks)
  }
}

/** A required value that a draft may lack; lists and groups are there, even if they are empty. */
export const mayLack = (field: Field): boolean => field.required && !isListField(field) && !isGroup(field)

export function* outsideLists(fields: readonly Field[]): Generator<Field> {
  for (const field of fields) {
    yield field
    if (isGroup(field)) yield* outsideLists(field.fields)
  }
}

export function* underConditions(fields: readonly Field[], isWithin = false): Generator<Field> {
  for (const field of fields) {
    const isConditional = isWithin || field.condition !== undefined
    if (isConditional) yield field
    yield* underConditions(childrenOf(field), isConditional)
  }
}

export const isDate = ({ type, custom }: Field): boolean => type.holds === 'date' && custom?.typescript === undefined

/** Functions only run when a document is saved. */
export const hasConstantDefault = ({ defaultValue }: Field): boolean => defaultValue !== undefined && typeof defaultValue !== 'function'

export function scalar(field: Field, isThere: boolean): JsonSchema {
  if (field.custom?.typescript) return { tsType: isThere ? field.custom.typescript : `${field.custom.typescript} | null` }
  if (field.type.typescript) return { tsType: field.type.typescript(isThere) }
  const { format: _, ...one } = field.type.json(field)
  if (field.hasMany) return { type: 'array', items: one }
  if (isThere) return one
  return one['enum'] ? { enum: [...one['enum'], null] } : { ...one, type: [one['type'], 'null'] }
}

/** The type of a value as text. */
export function typeOf(field: Field): string {
  if (field.custom?.typescript) return field.custom.typescript
  if (field.type.typescript) return field.type.typescript(true)
  const { enum: options, type } = field.type.json(field)
  if (options) return union(options)
  return type === 'integer' ? 'number' : (type ?? 'unknown')
}

export const quoted = (type: string): string => (type.includes('|') ? `(${type})` : type)
