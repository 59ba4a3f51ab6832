/** The generated parts of the vocabulary: the SDL prelude and the meta-schema of documents, from `words.ts` and `field-types.ts`. */
import { TEXT_FEATURES } from '../lib/rich-text/kinds.ts'
import type { JsonSchema } from './document.ts'
import { formats } from './field-types.ts'
import type { FieldType } from './model.ts'
import { conditionPart, layoutPart } from './word-values.ts'
import { type Place, RULES, spellingOn, type Word, words, wordsOn } from './words.ts'

const AT: Record<Place, string> = { collection: 'OBJECT', global: 'OBJECT', field: 'FIELD_DEFINITION', block: 'OBJECT' }
const OWN_SCALARS = new Set(['String', 'Int', 'Float', 'Boolean', 'ID'])

/** The directives and scalars of the SDL, for completion and checks in editors. */
export function sdlPrelude(types: ReadonlyMap<string, FieldType>): string {
  const lines = ['# Generated from the vocabulary by `npm run build`. Point your editor at it to complete and check schema files.', '']
  for (const type of types.values()) {
    if (!type.scalar || OWN_SCALARS.has(type.scalar) || type.name === 'upload') continue
    lines.push(`"${type.sentence}"`, `scalar ${type.scalar}`)
  }
  lines.push('"The name of an access rule: anyone, loggedIn, signedIn, admin, published, owner, self or nobody."', 'scalar Rule')
  lines.push('"Where a document is edited."', 'enum EditIn { page drawer }')
  lines.push('"What an index finds, other than whole values."', 'enum IndexKind { contains }')
  lines.push('"What a rich text may contain besides paragraphs."', `enum TextFeature { ${TEXT_FEATURES.join(' ')} }`)
  lines.push('"What happens to new nodes and marks that galley does not know."', 'enum UnknownContent { refuse keep }', '')
  for (const [name, directive] of directives()) {
    const args = [...directive.arguments].map(([arg, { type, sentence }]) => `  "${sentence}"\n  ${arg}: ${type}`)
    const given = args.length > 0 ? `(\n${args.join('\n')}\n)` : ''
    lines.push(
      `"${directive.sentence}"`,
      `directive @${name}${given}${directive.isRepeated ? ' repeatable' : ''} on ${[...directive.at].join(' | ')}`,
      '',
    )
  }
  lines.push('"The kind of a block, if it is not the name of its type."', 'directive @block(slug: String!) on OBJECT', '')
  return lines.join('\n')
}

interface Directive {
  sentence: string
  at: Set<string>
  isRepeated: boolean
  arguments: Map<string, { type: string; sentence: string }>
}

function directives(): Map<string, Directive> {
  const found = new Map<string, Directive>()
  for (const place of ['collection', 'global', 'field', 'block'] as const) {
    for (const word of wordsOn(place)) {
      const spelling = spellingOn(word, place)
      if (!spelling) continue
      const directive = found.get(spelling.directive) ?? {
        sentence: word.sentence,
        at: new Set(),
        isRepeated: false,
        arguments: new Map(),
      }
      found.set(spelling.directive, directive)
      directive.at.add(AT[place])
      if (spelling.argument?.repeated) directive.isRepeated = true
      if (spelling.directive === 'label') directive.at.add('ENUM_VALUE')
      if (spelling.argument) directive.arguments.set(spelling.argument.name, { type: spelling.argument.type, sentence: word.sentence })
      for (const [name, type] of Object.entries(spelling.arguments ?? {})) directive.arguments.set(name, { type, sentence: word.sentence })
    }
  }
  return found
}

/** The JSON Schema for schema documents. */
export function metaSchema(types: ReadonlyMap<string, FieldType>, rules: readonly string[] = RULES): JsonSchema {
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: 'cms:schema',
    title: 'A content type of galley',
    type: 'object',
    properties: {
      $schema: { type: 'string' },
      $id: { type: 'string' },
      $comment: { type: 'string' },
      title: {
        type: 'string',
        pattern: '^[A-Z][A-Za-z0-9]*$',
        description: 'a name that begins with a capital letter, such as BlogPost; it names the type in SDL and TypeScript',
      },
      description: { type: 'string' },
      type: { const: 'object' },
      'x-cms': {
        anyOf: [{ required: ['collection'] }, { required: ['global'] }],
        type: 'object',
        properties: { ...owned('collection'), ...owned('global') },
        additionalProperties: false,
      },
      ...objectWords(),
    },
    required: ['x-cms'],
    additionalProperties: false,
    $defs: {
      rule: { enum: rules },
      layout: layoutPart,
      condition: conditionPart,
      fields: {
        type: 'object',
        propertyNames: { pattern: '^[a-zA-Z][a-zA-Z0-9_]*$' },
        additionalProperties: { $ref: '#/$defs/field' },
      },
      field: {
        type: 'object',
        properties: {
          type: { enum: ['string', 'number', 'integer', 'boolean', 'object', 'array'] },
          format: { enum: [...formats.keys()] },
          title: { type: 'string' },
          description: { type: 'string' },
          $comment: { type: 'string' },
          enum: { type: 'array', items: { type: 'string', minLength: 1 }, minItems: 1, uniqueItems: true },
          items: { $ref: '#/$defs/items' },
          ...objectWords(),
          ...keywords(),
          'x-cms': {
            type: 'object',
            properties: { ...owned('field'), type: { enum: [...types.keys()] } },
            additionalProperties: false,
          },
        },
        additionalProperties: false,
      },
      items: {
        type: 'object',
        properties: {
          type: { enum: ['object', 'integer', 'string'] },
          enum: { type: 'array', items: { type: 'string', minLength: 1 }, minItems: 1, uniqueItems: true },
          oneOf: { type: 'array', items: { $ref: '#/$defs/block' }, minItems: 1 },
          ...objectWords(),
          'x-cms': { type: 'object', properties: { relation: { type: 'string' } }, additionalProperties: false },
        },
        additionalProperties: false,
      },
      block: {
        type: 'object',
        properties: {
          type: { const: 'object' },
          ...objectWords(),
          properties: {
            type: 'object',
            properties: {
              blockType: {
                type: 'object',
                properties: { const: { type: 'string', pattern: '^[a-zA-Z][a-zA-Z0-9_-]*$' } },
                required: ['const'],
                additionalProperties: false,
              },
            },
            required: ['blockType'],
            propertyNames: { pattern: '^[a-zA-Z][a-zA-Z0-9_]*$' },
            additionalProperties: { $ref: '#/$defs/field' },
          },
          'x-cms': { type: 'object', properties: owned('block'), additionalProperties: false },
        },
        required: ['properties'],
        additionalProperties: false,
      },
    },
  }
}

const objectWords = (): JsonSchema => ({
  properties: { $ref: '#/$defs/fields' },
  required: { type: 'array', items: { type: 'string' } },
  additionalProperties: { const: false },
})

function owned(place: Place): JsonSchema {
  return described(wordsOn(place).filter((word) => !word.keyword))
}

function keywords(): JsonSchema {
  return described(words.filter((word) => word.keyword && word.on.includes('field')))
}

function described(list: Word[]): JsonSchema {
  return Object.fromEntries(list.map((word) => [word.name, { description: word.sentence, ...word.value }]))
}
