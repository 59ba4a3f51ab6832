/** The field types: the built-in ones, each in a file of `field-types/`, and those of the configuration. */
import { array } from './field-types/array.ts'
import { blocks } from './field-types/blocks.ts'
import { boolean } from './field-types/boolean.ts'
import { date } from './field-types/date.ts'
import { email } from './field-types/email.ts'
import { group } from './field-types/group.ts'
import { json } from './field-types/json.ts'
import { number } from './field-types/number.ts'
import { relationship } from './field-types/relationship.ts'
import { richText } from './field-types/rich-text.ts'
import { select } from './field-types/select.ts'
import { slug } from './field-types/slug.ts'
import { text } from './field-types/text.ts'
import { textarea } from './field-types/textarea.ts'
import { upload } from './field-types/upload.ts'
import type { FieldType, FieldTypeDefinition, Format } from './model.ts'

export const builtInTypes = [
  text,
  textarea,
  email,
  number,
  boolean,
  date,
  select,
  slug,
  richText,
  upload,
  relationship,
  array,
  group,
  blocks,
  json,
] as const satisfies readonly FieldType[]

export type BuiltInType = (typeof builtInTypes)[number]['name']

/** The JSON Schema formats that identify a type, with the type's name. */
export const formats: ReadonlyMap<string, Format & { type: string }> = new Map(
  builtInTypes.flatMap(({ name, format }: FieldType) => (format ? [[format.name, { ...format, type: name }]] : [])),
)

/** The built-in types and the configuration's own, by name. */
export function fieldTypeTable(definitions: readonly FieldTypeDefinition[] = []): Map<string, FieldType> {
  const table = new Map<string, FieldType>(builtInTypes.map((type) => [type.name, type]))
  for (const definition of definitions) {
    // The configuration's check refuses the name of a built-in type. Without that type, every other field would be wrong too.
    if (table.has(definition.name)) continue
    // biome-ignore lint/style/noNonNullAssertion: the configuration's check allows bases among the built-in types only
    const base = table.get(definition.base ?? 'text')!
    table.set(definition.name, {
      ...base,
      name: definition.name,
      sentence: `A custom field type, stored like \`${base.name}\`.`,
      scalar: definition.name.charAt(0).toUpperCase() + definition.name.slice(1),
      words: [...base.words, 'options'],
    })
  }
  return table
}
