/** The vocabulary: one row per word. Documents, SDL and `{ slug, fields }` are lowered, checked and documented from here. */
import type { JsonSchema } from './document.ts'

export type Place = 'collection' | 'global' | 'field'

export interface Word {
  /** Its key: under `x-cms`, or in the schema itself where JSON Schema has the word. */
  name: string
  on: readonly Place[]
  /** True where JSON Schema itself has the word. */
  keyword?: true
  /** Its spelling in `{ slug, fields }`, where that differs from `name`. */
  option?: string
  sdl?: Spelling
  value: JsonSchema
  sentence: string
  /** The feature that owns it; the core's own words say `core`. */
  feature: string
}

export interface Spelling {
  directive: string
  /** One argument is the value; several together make an object; none: being there means true. */
  argument?: { name: string; type: string }
  arguments?: Record<string, string>
  /** With `arguments`: the one that stands for the whole value when it is given alone. */
  alone?: string
}

const text: JsonSchema = { type: 'string', minLength: 1 }
const flag: JsonSchema = { type: 'boolean' }
const count: JsonSchema = { type: 'integer', minimum: 0 }
const translated: JsonSchema = {
  anyOf: [text, { type: 'object', properties: { en: text, th: text }, minProperties: 1, additionalProperties: false }],
}
const rule = { enum: ['anyone', 'loggedIn', 'signedIn', 'admin', 'published', 'owner', 'self', 'nobody'] }
const fieldName: JsonSchema = { type: 'string', pattern: '^[a-zA-Z$][a-zA-Z0-9_.]*$' }
const names: JsonSchema = { type: 'array', items: text }
const condition: JsonSchema = {
  type: 'object',
  properties: {
    field: fieldName,
    equals: true,
    not_equals: true,
    in: { type: 'array' },
    not_in: { type: 'array' },
    exists: flag,
    and: { type: 'array', items: { type: 'object' } },
    or: { type: 'array', items: { type: 'object' } },
    not: { type: 'object' },
  },
  minProperties: 1,
  additionalProperties: false,
}
const layout: JsonSchema = {
  type: 'array',
  items: {
    type: 'object',
    properties: { tabs: { type: 'array' }, section: {}, row: names, fields: names, label: translated },
    additionalProperties: false,
  },
}

const collection = (name: string, type: string): Spelling => ({ directive: 'collection', argument: { name, type } })
const field = (directive: string, name: string, type: string): Spelling => ({ directive, argument: { name, type } })

/** The rows of entities. Those of collections are arguments of `@collection`, those of globals of `@global`. */
const entityWords: Word[] = [
  {
    name: 'collection',
    on: ['collection'],
    sdl: collection('slug', 'String!'),
    value: { type: 'string', pattern: '^[a-z0-9][a-z0-9_-]*$', maxLength: 50 },
    sentence: 'The slug of the collection: its address and the name of its table.',
    feature: 'core',
  },
  {
    name: 'global',
    on: ['global'],
    sdl: field('global', 'slug', 'String!'),
    value: { type: 'string', pattern: '^[a-z0-9][a-z0-9_-]*$', maxLength: 50 },
    sentence: 'The slug of the global: its address and the name of its table.',
    feature: 'core',
  },
  {
    name: 'labels',
    on: ['collection'],
    sdl: collection('labels', 'JSON'),
    value: { type: 'object', properties: { singular: translated, plural: translated }, additionalProperties: false },
    sentence: 'What one document and several are called in the admin.',
    feature: 'core',
  },
  {
    name: 'label',
    on: ['global', 'field'],
    sdl: { directive: 'label', arguments: { text: 'String', en: 'String', th: 'String' }, alone: 'text' },
    value: translated,
    sentence: 'What the field or global is called in the admin, in one language or several.',
    feature: 'core',
  },
  {
    name: 'icon',
    on: ['collection', 'global'],
    sdl: collection('icon', 'String'),
    value: text,
    sentence: 'The icon in the menu.',
    feature: 'core',
  },
  {
    name: 'useAsTitle',
    on: ['collection'],
    sdl: collection('useAsTitle', 'String'),
    value: fieldName,
    sentence: 'The top-level field that is used as the title of a document.',
    feature: 'core',
  },
  {
    name: 'editIn',
    on: ['collection'],
    sdl: collection('editIn', 'EditIn'),
    value: { enum: ['page', 'drawer'] },
    sentence: 'Where a document is edited; `drawer` means no drafts, versions or preview.',
    feature: 'core',
  },
  {
    name: 'drafts',
    on: ['collection', 'global'],
    sdl: collection('drafts', 'Boolean'),
    value: flag,
    sentence: 'Adds a `status` of `draft` or `published`.',
    feature: 'drafts',
  },
  {
    name: 'versions',
    on: ['collection', 'global'],
    sdl: collection('versions', 'JSON'),
    value: {
      anyOf: [
        flag,
        { type: 'object', properties: { max: { type: 'integer', minimum: 1 } }, additionalProperties: false },
      ],
    },
    sentence: 'Keeps a version of every save, at most `max` of them per document.',
    feature: 'versions',
  },
  {
    name: 'schedule',
    on: ['collection', 'global'],
    sdl: collection('schedule', 'Boolean'),
    value: flag,
    sentence: 'Allows publishing and unpublishing at a set time; needs `drafts`.',
    feature: 'schedule',
  },
  {
    name: 'trash',
    on: ['collection'],
    sdl: collection('trash', 'JSON'),
    value: {
      anyOf: [
        flag,
        {
          type: 'object',
          properties: { purgeAfterDays: { type: 'integer', minimum: 1 } },
          additionalProperties: false,
        },
      ],
    },
    sentence: 'Deleted documents go to a trash they can be recovered from.',
    feature: 'trash',
  },
  {
    name: 'orderable',
    on: ['collection'],
    sdl: collection('orderable', 'Boolean'),
    value: flag,
    sentence: 'Documents have a position that editors choose.',
    feature: 'order',
  },
  {
    name: 'access',
    on: ['collection', 'global', 'field'],
    sdl: { directive: 'access', arguments: { read: 'Rule', create: 'Rule', update: 'Rule', delete: 'Rule' } },
    value: {
      type: 'object',
      properties: { read: rule, create: rule, update: rule, delete: rule },
      additionalProperties: false,
    },
    sentence: 'Who may do what, by the names of rules; functions stand in code beside the document.',
    feature: 'core',
  },
  {
    name: 'admin',
    on: ['collection', 'global'],
    sdl: collection('admin', 'JSON'),
    value: {
      type: 'object',
      properties: {
        sidebar: names,
        group: text,
        layout,
        badge: { type: 'object' },
        count: flag,
        empty: {
          type: 'object',
          properties: { description: translated, link: { type: 'object' } },
          additionalProperties: false,
        },
        list: { type: 'object', properties: { tree: fieldName, sort: text }, additionalProperties: false },
        ownerField: fieldName,
        confirmDelete: { type: 'object', properties: { typeTitle: flag, impact: flag }, additionalProperties: false },
      },
      additionalProperties: false,
    },
    sentence: 'How the entity is presented in the admin.',
    feature: 'core',
  },
]

const fieldWords: Word[] = [
  {
    name: 'type',
    on: ['field'],
    value: { type: 'string' },
    sentence:
      'The field type, where JSON Schema alone does not tell it: `textarea`, `richText`, `json` or one of your own.',
    feature: 'core',
  },
  {
    name: 'relation',
    on: ['field'],
    option: 'to',
    value: { type: 'string' },
    sentence: 'The slug of the collection that the field points to; `media` makes it an upload field.',
    feature: 'core',
  },
  {
    name: 'localized',
    on: ['field'],
    sdl: { directive: 'localized' },
    value: flag,
    sentence: 'Holds one value a locale.',
    feature: 'localization',
  },
  {
    name: 'unique',
    on: ['field'],
    sdl: { directive: 'unique' },
    value: flag,
    sentence: 'No two documents may have the same value.',
    feature: 'core',
  },
  {
    name: 'uniqueWithin',
    on: ['field'],
    sdl: field('uniqueWithin', 'field', 'String!'),
    value: fieldName,
    sentence: 'No two documents with the same value in that other field may have the same value.',
    feature: 'core',
  },
  {
    name: 'index',
    on: ['field'],
    sdl: { directive: 'index' },
    value: flag,
    sentence: 'Makes filters and sorting by the field fast.',
    feature: 'core',
  },
  {
    name: 'hidden',
    on: ['field'],
    sdl: { directive: 'hidden' },
    value: flag,
    sentence: 'Never leaves the server: not in answers, filters, versions or webhooks.',
    feature: 'core',
  },
  {
    name: 'from',
    on: ['field'],
    sdl: field('from', 'field', 'String!'),
    value: fieldName,
    sentence: 'The field that a slug is made from when it is empty.',
    feature: 'core',
  },
  {
    name: 'filterOptions',
    on: ['field'],
    sdl: field('filterOptions', 'where', 'JSON!'),
    value: { type: 'object' },
    sentence: 'Only documents that match may be chosen.',
    feature: 'core',
  },
  {
    name: 'mimeTypes',
    on: ['field'],
    sdl: field('accept', 'mimeTypes', '[String!]!'),
    value: names,
    sentence: 'The file types that may be chosen.',
    feature: 'media',
  },
  {
    name: 'folder',
    on: ['field'],
    sdl: field('folder', 'name', 'String!'),
    value: text,
    sentence: 'The media folder that uploads of this field go to.',
    feature: 'media',
  },
  {
    name: 'labels',
    on: ['field'],
    value: { type: 'object', additionalProperties: translated },
    sentence: 'What the options of a select, or the kinds of a block, are called in the admin.',
    feature: 'core',
  },
  {
    name: 'options',
    on: ['field'],
    sdl: field('options', 'value', 'JSON!'),
    value: { type: 'object' },
    sentence: 'The options of a field type of your own.',
    feature: 'core',
  },
  {
    name: 'admin',
    on: ['field'],
    sdl: {
      directive: 'admin',
      arguments: {
        position: 'String',
        width: 'JSON',
        condition: 'JSON',
        component: 'String',
        cell: 'String',
        column: 'Boolean',
      },
    },
    value: {
      type: 'object',
      properties: {
        position: { const: 'sidebar' },
        width: { type: ['string', 'number'] },
        condition,
        component: text,
        cell: text,
        column: flag,
      },
      additionalProperties: false,
    },
    sentence: 'How the field is presented; its `condition` is checked on the server too.',
    feature: 'core',
  },
  {
    name: 'renamedFrom',
    on: ['collection', 'global', 'field'],
    sdl: field('renamedFrom', 'name', 'String!'),
    value: text,
    sentence: 'The former name: a migration moves the values instead of starting empty.',
    feature: 'core',
  },
  {
    name: 'minLength',
    on: ['field'],
    keyword: true,
    sdl: field('length', 'min', 'Int'),
    value: count,
    sentence: 'The least number of characters.',
    feature: 'core',
  },
  {
    name: 'maxLength',
    on: ['field'],
    keyword: true,
    sdl: field('length', 'max', 'Int'),
    value: count,
    sentence: 'The greatest number of characters.',
    feature: 'core',
  },
  {
    name: 'pattern',
    on: ['field'],
    keyword: true,
    sdl: field('pattern', 'regex', 'String!'),
    value: { type: 'string', format: 'regex' },
    sentence: 'A regular expression that the text must match.',
    feature: 'core',
  },
  {
    name: 'minimum',
    on: ['field'],
    keyword: true,
    option: 'min',
    sdl: field('range', 'min', 'Float'),
    value: { type: 'number' },
    sentence: 'The least value.',
    feature: 'core',
  },
  {
    name: 'maximum',
    on: ['field'],
    keyword: true,
    option: 'max',
    sdl: field('range', 'max', 'Float'),
    value: { type: 'number' },
    sentence: 'The greatest value.',
    feature: 'core',
  },
  {
    name: 'minItems',
    on: ['field'],
    keyword: true,
    option: 'minRows',
    sdl: field('items', 'min', 'Int'),
    value: count,
    sentence: 'The least number of rows or choices.',
    feature: 'core',
  },
  {
    name: 'maxItems',
    on: ['field'],
    keyword: true,
    option: 'maxRows',
    sdl: field('items', 'max', 'Int'),
    value: count,
    sentence: 'The greatest number of rows or choices.',
    feature: 'core',
  },
  {
    name: 'default',
    on: ['field'],
    keyword: true,
    option: 'defaultValue',
    sdl: field('default', 'value', 'JSON!'),
    value: {},
    sentence: 'The value of a new document where none is given.',
    feature: 'core',
  },
  {
    name: 'description',
    on: ['field', 'collection', 'global'],
    keyword: true,
    value: { type: 'string' },
    sentence:
      'Help in the admin, text in the API description, comment in the types; in SDL the string above the definition.',
    feature: 'core',
  },
]

export const words: readonly Word[] = [...entityWords, ...fieldWords]

export const wordsOn = (place: Place, all: readonly Word[] = words): Word[] =>
  all.filter((word) => word.on.includes(place))

/** The key of a word in `{ slug, fields }`. */
export const optionOf = (word: Word): string => word.option ?? word.name

/** How a word is written in SDL on one of its places: the rows of entities are arguments of `@collection` or `@global`. */
export function spellingOn(word: Word, place: Place): Spelling | undefined {
  if (place === 'global' && word.sdl?.directive === 'collection') return { ...word.sdl, directive: 'global' }
  return word.sdl
}
