/** The field types: one row each. How a value looks in JSON Schema and SDL, how it is kept, what can be asked of it. */
import type { FieldType, FieldTypeDefinition } from './model.ts'

/** Words that any field may have. */
export const COMMON_WORDS = [
  'type',
  'label',
  'localized',
  'hidden',
  'writeOnly',
  'access',
  'admin',
  'renamedFrom',
  'default',
  'description',
  'index',
  'unique',
  'uniqueWithin',
]

const asIs = (value: unknown) => value
const lengths = ['minLength', 'maxLength', 'pattern']
const rows = ['minItems', 'maxItems']

function number(value: unknown): unknown {
  if (typeof value !== 'string') return value
  if (value.trim() === '') return null
  const parsed = Number(value)
  return !Number.isNaN(parsed) && /^\s*[-+]?(\d|\.\d)/.test(value) && !/^\s*[-+]?0[xob]/i.test(value) ? parsed : value
}

/** An ISO 8601 date or date-time becomes UTC with milliseconds, so that text sorts as time does. */
export function date(value: unknown): unknown {
  if (value instanceof Date) return inUtc(value)
  if (value === '') return null
  if (typeof value !== 'string') return value
  const parts = /^(\d{4})-(\d\d)-(\d\d)(?:[Tt ](\d\d):(\d\d)(?::(\d\d)(?:\.\d+)?)?([Zz]|[+-]\d\d:?\d\d)?)?$/.exec(value)
  if (!parts) return value
  // A leap second is no moment that JavaScript, filters or plans could name again.
  if (parts[6] === '60') return 'Invalid Date'
  // Its own day, without the offset: JavaScript takes 30 February for 2 March.
  const day = new Date(`${parts[1]}-${parts[2]}-${parts[3]}T00:00:00Z`)
  if (Number.isNaN(day.getTime()) || day.getUTCDate() !== Number(parts[3])) return 'Invalid Date'
  const zoned = parts[4] === undefined || parts[7] ? value : `${value}Z`
  return inUtc(new Date(zoned.replace(' ', 'T')))
}

/** Whether `date` could read it: what it can't read it gives back, or refuses. Years have four digits, since others don't sort as time does. */
export const isMoment = (value: unknown): value is string =>
  typeof value === 'string' && value.length === LENGTH && !Number.isNaN(Date.parse(value)) && new Date(value).toISOString() === value

/** As `0000-01-01T00:00:00.000Z`. */
const LENGTH = 24

function inUtc(time: Date): string {
  const iso = Number.isNaN(time.getTime()) ? '' : time.toISOString()
  return isMoment(iso) ? iso : 'Invalid Date'
}

const YES: ReadonlySet<string> = new Set(['true', 'yes', '1', 'on', 'x'])
const NO: ReadonlySet<string> = new Set(['false', 'no', '0', 'off'])

/** What a word or a number says of yes and no, where it says anything. */
export function boolean(value: unknown): boolean | undefined {
  if (typeof value === 'boolean') return value
  const word = String(value).trim().toLowerCase()
  return YES.has(word) ? true : NO.has(word) ? false : undefined
}

function email(value: unknown): unknown {
  return typeof value === 'string' ? value.trim() : value
}

const row = (type: Omit<FieldType, 'receive' | 'many' | 'words'> & Partial<FieldType>): FieldType => ({
  receive: asIs,
  many: false,
  words: [],
  ...type,
})

export const builtInTypes: readonly FieldType[] = [
  row({
    name: 'text',
    sentence: 'One line of text.',
    json: () => ({ type: 'string' }),
    scalar: 'String',
    kind: 'text',
    text: true,
    queryable: true,
    words: lengths,
    control: 'text',
  }),
  row({
    name: 'textarea',
    sentence: 'Several lines of text.',
    json: () => ({ type: 'string' }),
    scalar: 'Text',
    kind: 'text',
    text: true,
    queryable: true,
    words: lengths,
    control: 'textarea',
  }),
  row({
    name: 'email',
    sentence: 'An e-mail address.',
    json: () => ({ type: 'string', format: 'email' }),
    scalar: 'Email',
    kind: 'text',
    text: true,
    queryable: true,
    words: lengths,
    control: 'email',
    receive: email,
  }),
  row({
    name: 'number',
    sentence: 'A number; `integer` in JSON Schema and `Int` in SDL for whole ones.',
    json: (field) => ({ type: field.integer ? 'integer' : 'number' }),
    scalar: 'Float',
    kind: 'number',
    text: false,
    queryable: true,
    words: ['minimum', 'maximum'],
    control: 'number',
    receive: number,
  }),
  row({
    name: 'boolean',
    sentence: 'Yes or no.',
    json: () => ({ type: 'boolean' }),
    scalar: 'Boolean',
    kind: 'boolean',
    text: false,
    queryable: true,
    control: 'checkbox',
  }),
  row({
    name: 'date',
    sentence: 'A moment, kept in UTC with milliseconds.',
    json: () => ({ type: 'string', format: 'date-time' }),
    scalar: 'DateTime',
    kind: 'text',
    text: false,
    queryable: true,
    control: 'date',
    receive: date,
  }),
  row({
    name: 'select',
    sentence: 'One of a list of options, or several of them.',
    json: (field) => ({ enum: field.options?.map((option) => option.value) }),
    kind: 'text',
    text: true,
    queryable: true,
    many: true,
    words: ['labels', ...rows],
    control: 'select',
  }),
  row({
    name: 'slug',
    sentence: 'The part of an address that names a document; made from another field when it is empty, always unique.',
    json: () => ({ type: 'string', format: 'slug' }),
    scalar: 'Slug',
    kind: 'text',
    text: true,
    queryable: true,
    words: ['from', 'maxLength'],
    control: 'slug',
  }),
  row({
    name: 'richText',
    sentence: 'Formatted text, as ProseMirror JSON.',
    json: () => ({ type: 'object' }),
    scalar: 'RichText',
    kind: 'json',
    text: false,
    queryable: false,
    control: 'rich-text',
  }),
  row({
    name: 'upload',
    sentence: 'A file of the media library, or several.',
    json: () => ({ type: 'integer' }),
    scalar: 'Media',
    kind: 'id',
    text: false,
    queryable: true,
    many: true,
    words: ['relation', 'mimeTypes', 'folder', 'filterOptions', ...rows],
    control: 'upload',
  }),
  row({
    name: 'relationship',
    sentence: 'A document of another collection, or several.',
    json: () => ({ type: 'integer' }),
    kind: 'id',
    text: false,
    queryable: true,
    many: true,
    words: ['relation', 'filterOptions', ...rows],
    control: 'relationship',
  }),
  row({
    name: 'array',
    sentence: 'Rows of fields.',
    json: () => ({ type: 'array' }),
    kind: 'json',
    text: false,
    queryable: false,
    words: rows,
    control: 'array',
  }),
  row({
    name: 'group',
    sentence: 'Fields that belong together.',
    json: () => ({ type: 'object' }),
    kind: 'json',
    text: false,
    queryable: false,
    control: 'group',
  }),
  row({
    name: 'blocks',
    sentence: 'Rows of several kinds, each with fields of its own.',
    json: () => ({ type: 'array' }),
    kind: 'json',
    text: false,
    queryable: false,
    words: ['labels', ...rows],
    control: 'blocks',
  }),
  row({
    name: 'json',
    sentence: 'Any JSON value.',
    json: () => ({}),
    scalar: 'JSON',
    kind: 'json',
    text: false,
    queryable: false,
    control: 'json',
  }),
]

/** The rows of the built-in types and of the configuration's own, by name. */
export function fieldTypeTable(definitions: readonly FieldTypeDefinition[] = []): Map<string, FieldType> {
  const table = new Map(builtInTypes.map((type) => [type.name, type]))
  for (const definition of definitions) {
    const base = table.get(definition.base ?? 'text')!
    table.set(definition.name, {
      ...base,
      name: definition.name,
      sentence: `A field type of your own, kept like \`${base.name}\`.`,
      scalar: definition.name[0]!.toUpperCase() + definition.name.slice(1),
      words: [...base.words, 'options'],
      control: definition.admin?.component ?? base.control,
    })
  }
  return table
}
