/** The JSON Schema of a collection for one caller: without the fields that the caller can't read, and without references to them. */
import type { JsonSchema } from '../../../schema/document.ts'
import type { FieldSet } from '../../../schema/field-set.ts'
import { type Entity, everyField } from '../../../schema/model.ts'
import { deniedPaths, type IsDenied, mentions, withoutMentions } from '../../access/mentions.ts'

/** `filterOptions` is left out: it names fields of another collection, which has its own rules. */
export function documentFor(entity: Entity, denied: FieldSet): JsonSchema {
  const hidden = [...everyField(entity.fields)].filter((field) => denied.has(field) || (field.hidden && !field.writeOnly))
  return objectFor(entity.document, deniedPaths(hidden), '')
}

function objectFor(object: JsonSchema, isDenied: IsDenied, within: string): JsonSchema {
  const properties = Object.entries<JsonSchema>(object['properties'] ?? {}).filter(([name]) => !isDenied(within + name))
  const names = properties.map(([name]) => name)
  return {
    ...wordsFor(object, isDenied, within),
    ...(object['properties'] && {
      properties: Object.fromEntries(properties.map(([name, field]) => [name, fieldFor(field, isDenied, within + name)])),
    }),
    ...(object['required'] && { required: object['required'].filter((name: string) => names.includes(name)) }),
  }
}

function fieldFor(field: JsonSchema, isDenied: IsDenied, path: string): JsonSchema {
  const items: JsonSchema | undefined = field['items']
  const within = path.slice(0, path.lastIndexOf('.') + 1)
  const shown = field['properties'] ? objectFor(field, isDenied, `${path}.`) : wordsFor(field, isDenied, within)
  if (items?.['properties']) return { ...shown, items: objectFor(items, isDenied, `${path}.`) }
  if (!items?.['oneOf']) return shown
  const blocks = items['oneOf'].map((block: JsonSchema) => objectFor(block, isDenied, `${path}.${block['properties'].blockType.const}.`))
  return { ...shown, items: { ...items, oneOf: blocks } }
}

/** Names next to a field may refer to its siblings. */
function wordsFor(schema: JsonSchema, isDenied: IsDenied, within: string): JsonSchema {
  if (!schema['x-cms']) return schema
  const isNamed: IsDenied = (name) => isDenied(name) || isDenied(within + name)
  const { filterOptions: _, admin, ...words } = schema['x-cms']
  for (const word of ['useAsTitle', 'from', 'uniqueWithin']) if (mentions(words[word], isNamed)) delete words[word]
  return { ...schema, 'x-cms': { ...words, ...(admin && { admin: withoutMentions(admin, isNamed) }) } }
}
