/** Lowers `{ slug, fields }` to a document and its code. The third way to declare content types: plain objects in a configuration. */
import type { Declaration, EntityCode, FieldCode } from './document.ts'
import { builtInTypes } from './field-types.ts'
import { hasLanguage, LANGUAGES, languageHint, noLanguage } from './languages.ts'
import { messages } from './messages.ts'
import type { FieldType } from './model.ts'
import { didYouMean, nearest } from './nearest.ts'
import { optionFor, optionPath } from './option-path.ts'
import { hintToOption, TYPES_ELSEWHERE } from './other-names.ts'
import { isPlainObject, kindOf } from './plain-object.ts'
import type { Problems } from './problems.ts'
import { inCode, type Source } from './source.ts'
import { type Described, type DescribedBlock, lowerEntity, wordByOption } from './to-json-schema.ts'
import { LANGUAGE } from './word-values.ts'
import { optionOf, type Place, wordsOn } from './words.ts'

// biome-ignore lint/suspicious/noExplicitAny: an option may have any value until the meta-schema has checked the document
type Config = Record<string, any>

const CODE_OF_ENTITY = ['hooks', 'preview', 'scope']
const CODE_OF_FIELD = ['validate', 'shown']
/** Options that restrict access: if one is undefined, for example after a misspelt import, the open default would apply. */
const GUARDS = ['access', 'scope']
/** Options of a field that describe its structure and are not words, with the types that have them. */
const STRUCTURE: Readonly<Record<string, (type: FieldType) => boolean>> = {
  name: () => true,
  required: () => true,
  hasMany: ({ many }) => many,
  integer: (type) => type.json({ integer: true })['type'] === 'integer',
  fields: ({ name }) => name === 'array' || name === 'group',
  blocks: ({ name }) => name === 'blocks' || name === 'richText',
  options: ({ name, words }) => name === 'select' || words.includes('options'),
}
/** Where the labels of the parts of a field belong. */
const LABELLED: Readonly<Record<string, string>> = {
  select: "write options with their labels: options: [{ value: 'a', label: 'A' }]",
  blocks: "write the labels in each block: blocks: [{ slug: 'a', labels: { singular: 'A' }, fields }]",
}
const takes = ({ words }: FieldType, word: string): boolean => words.includes(word)
const FLAGS = ['required', 'hasMany', 'integer']
/** Replaces content that is not a list, which is one problem: an empty list would be another. */
const UNREADABLE: Readonly<Record<'fields' | 'blocks' | 'options', Config[]>> = {
  fields: [{ name: 'unreadable' }],
  blocks: [{ slug: 'unreadable' }],
  options: [{ value: 'unreadable' }],
}

export function lowerFields(
  kind: 'collection' | 'global',
  config: Config,
  name: string,
  types: ReadonlyMap<string, FieldType>,
  problems: Problems,
  languages: readonly string[] = LANGUAGES,
): Declaration | undefined {
  const source = inCode(name)
  if (!isPlainObject(config)) {
    problems.add(messages.mustBeEntity(kindOf(config)), source)
    return undefined
  }
  if (typeof config['slug'] !== 'string') {
    problems.add("needs a 'slug'", source, [], unknownAmong(config, ofEntity(kind)))
    return undefined
  }
  const code: EntityCode & { fields: Record<string, FieldCode> } = { fields: {} }
  const given: Config = {}
  const description: string | undefined = typeof config['description'] === 'string' ? config['description'] : undefined
  for (const [key, value] of Object.entries(config)) {
    if (key === 'slug' || key === 'fields' || (value === undefined && !GUARDS.includes(key))) continue
    if (key === 'description' && value === description) continue
    const word = wordByOption(key, kind)
    if (key === 'scope' && kind === 'collection') problems.add(messages.scopeOfCollection, source, [])
    else if (CODE_OF_ENTITY.includes(key)) code[key as 'hooks'] = value as EntityCode['hooks']
    else if (key === 'access') splitAccess(value, given, code, (message) => problems.add(message, source, []))
    else if (word) given[word.name] = value
    else problems.add(`unknown option '${key}'`, source, [], didYouMean(key, ofEntity(kind)))
  }
  const lowering = new FieldLowering(code.fields, source, types, problems, languages)
  const fields = lowering.list(config['fields'], [])
  const document = lowerEntity(kind, config['slug'], { description, words: given, fields }, types)
  source.spell = (path) => optionPath(path, document)
  source.wordFor = optionFor
  // A misspelt 'fields' is one problem, not also a missing declaration.
  const isMisspelt = Object.keys(config).some((key) => !wordByOption(key, kind) && nearest(key, ofEntity(kind)) === 'fields')
  const wrong = lowering.lost
  return { document, code, source, extends: config['fields'] === undefined && !isMisspelt, ...(wrong.size > 0 && { wrong }) }
}

const ofEntity = (kind: 'collection' | 'global'): string[] => [
  ...wordsOn(kind).map(optionOf),
  ...CODE_OF_ENTITY.filter((name) => name !== 'scope' || kind === 'global'),
  'slug',
  'fields',
]

const LANGUAGE_CODE = new RegExp(LANGUAGE)
/** The labels of a block type. */
const NUMBERS = ['singular', 'plural']
const isLabel = (given: unknown): boolean =>
  [given].flatMap((one) => (isPlainObject(one) ? Object.values(one) : [one])).every((text) => typeof text === 'string' && text !== '')
const OF_BLOCK = ['slug', 'labels', 'fields', ...wordsOn('block').map(optionOf)]

/** Which key may be the one that is missing. */
const unknownAmong = (config: Config, known: readonly string[]): string =>
  Object.keys(config ?? {})
    .filter((key) => !known.includes(key))
    .map((key) => `unknown option '${key}'. ${didYouMean(key, known)}`.trim())
    .join('; ')

/** Puts names of rules into the document, functions into the code. Refuses an undefined rule, because the default would replace it. */
function splitAccess(access: unknown, words: Config, code: { access?: Record<string, unknown> }, refuse: (message: string) => void): void {
  if (!isPlainObject(access)) return refuse(messages.mustBeObject('access', kindOf(access)))
  const entries = Object.entries(access)
  for (const [verb, rule] of entries) if (rule === undefined) refuse(messages.noRule(verb, kindOf(rule)))
  const named = entries.filter(([, rule]) => typeof rule === 'string')
  const coded = entries.filter(([, rule]) => typeof rule !== 'string' && rule !== undefined)
  if (named.length > 0) words['access'] = Object.fromEntries(named)
  if (coded.length > 0) code.access = Object.fromEntries(coded)
}

class FieldLowering {
  readonly code: Record<string, FieldCode>
  readonly source: Source
  readonly types: ReadonlyMap<string, FieldType>
  readonly problems: Problems
  /** The languages of the admin. */
  readonly languages: readonly string[]
  /** The names of fields that could not be read. */
  readonly lost = new Set<string>()

  constructor(
    code: Record<string, FieldCode>,
    source: Source,
    types: ReadonlyMap<string, FieldType>,
    problems: Problems,
    languages: readonly string[],
  ) {
    this.code = code
    this.source = source
    this.types = types
    this.problems = problems
    this.languages = languages
  }

  list(fields: unknown, path: string[]): Described[] {
    if (fields === undefined) return []
    if (!Array.isArray(fields)) {
      this.refuse(path, messages.mustBeList('fields'))
      return this.list(UNREADABLE.fields, path)
    }
    const visited = new Set<string>()
    return fields.flatMap((field, index) => {
      if (!isPlainObject(field)) return this.refuse([...path, String(index)], messages.mustBeField(kindOf(field)))
      if (typeof field['name'] !== 'string') {
        // One of these texts may be its name, under a misspelt key.
        for (const value of Object.values(field)) if (typeof value === 'string') this.lost.add(value)
        return this.refuse([...path, String(index)], "a field needs a 'name'", unknownAmong(field, this.known()))
      }
      const name: string = field['name']
      if (visited.has(name)) return this.refuse([...path, name], messages.fieldRepeated(name))
      visited.add(name)
      // As a key of an object, it would set the prototype.
      if (name === '__proto__') return this.refuse([...path, name], messages.reservedName(name))
      return this.field(field, [...path, name])
    })
  }

  private field(config: Config, path: string[]): Described[] {
    const type = config['type'] ?? (config['fields'] ? 'group' : config['blocks'] ? 'blocks' : config['options'] ? 'select' : 'text')
    const row = this.types.get(type)
    if (!row) {
      const ours = Object.hasOwn(TYPES_ELSEWHERE, type)
        ? messages.useType(TYPES_ELSEWHERE[type])
        : didYouMean(String(type), this.types.keys())
      this.refuse(path, `unknown field type '${type}'`, ours)
      return this.unreadable(config)
    }
    const field: Described = {
      name: config['name'],
      type,
      required: config['required'] === true,
      many: config['hasMany'] === true,
      integer: config['integer'] === true,
      words: {},
    }
    const code: FieldCode = {}
    const isTyped = config['type'] !== undefined || type !== 'text'
    for (const [key, value] of Object.entries(config)) {
      if ((value === undefined && key !== 'access') || key === 'type') continue
      const belongsTo = STRUCTURE[key]
      if (belongsTo) {
        if (FLAGS.includes(key) && typeof value !== 'boolean') this.refuse(path, messages.mustBeFlag(key))
        else if (value !== false && !belongsTo(row)) this.refuse(path, messages.wordNotHere(key, type))
        continue
      }
      const word = wordByOption(key, 'field')
      if (CODE_OF_FIELD.includes(key)) code[key as 'validate'] = value
      else if (key === 'access') splitAccess(value, field.words, code, (message) => void this.refuse(path, message))
      else if (typeof value === 'function' && (key === 'defaultValue' || key === 'filterOptions')) code[key] = value
      else if (key === 'to') this.relate(field, value, path, isTyped)
      else if (key === 'description' && typeof value === 'string') field.description = value
      else if (key === 'labels') this.refuse(path, `unknown option '${key}'`, LABELLED[type] ?? didYouMean(key, ['label']))
      else if (!word) this.refuse(path, `unknown option '${key}'`, hintToOption(key, this.known()))
      else if (!takes(row, word.name) && this.typesWith(word.name).length > 0)
        this.refuse([...path, key], messages.wordNotHere(key, type), messages.typeThatTakes(this.typesWith(word.name), isTyped))
      else field.words[word.name] = value
    }
    if (type === 'upload') field.relation ??= 'media'
    if (type === 'relationship' && field.relation === undefined) {
      if (config['to'] === undefined) this.refuse(path, "a relationship needs 'to', the slug it points to")
      return this.unreadable(config)
    }
    if (Object.keys(code).length > 0) this.code[path.join('.')] = code
    return [this.inside(field, config, path, row)]
  }

  /** Takes the place of a field, so that what is around it can be checked. */
  private unreadable({ name }: Config): Described[] {
    this.lost.add(name)
    return [{ name, type: 'text', required: false, many: false, integer: false, words: {} }]
  }

  private relate(field: Described, to: unknown, path: string[], isTyped: boolean): void {
    if (field.type !== 'relationship' && !(field.type === 'upload' && to === 'media'))
      this.refuse(
        path,
        messages.wordNotHere('to', field.type),
        field.type === 'upload' ? messages.uploadsAreMedia : messages.typeThatTakes(['relationship'], isTyped),
      )
    else if (typeof to === 'string') field.relation = to
    else this.refuse(path, messages.oneTarget(kindOf(to)))
  }

  private inside(field: Described, config: Config, path: string[], row: FieldType): Described {
    if (field.type === 'array' || field.type === 'group') return { ...field, fields: this.list(config['fields'] ?? [], path) }
    if (field.type === 'blocks') {
      return { ...field, blocks: this.listOf('blocks', config, path).flatMap((block, index) => this.blockAt(block, index, path)) }
    }
    if (field.type === 'richText' && config['blocks'] !== undefined) return this.text(field, config['blocks'], path)
    if (field.type === 'select') {
      const options = this.listOf('options', config, path).map((option) => this.option(option, path))
      const labels = Object.fromEntries(
        options.filter((option) => option['label'] !== undefined).map((option) => [option['value'], option['label']]),
      )
      if (Object.keys(labels).length > 0) field.words['labels'] = labels
      return { ...field, options: options.map((option) => option['value']) }
    }
    if (row.words.includes('options') && config['options'] !== undefined) field.words['options'] = config['options']
    return field
  }

  private listOf(option: 'blocks' | 'options', config: Config, path: string[]): Config[] {
    const given = config[option] ?? []
    if (Array.isArray(given)) return given
    this.refuse(path, messages.mustBeList(option))
    return UNREADABLE[option]
  }

  private option(given: string | Config, path: string[]): Config {
    if (!isPlainObject(given)) return { value: given }
    const unknown = unknownAmong(given, ['value', 'label'])
    if (unknown !== '') this.refuse(path, unknown)
    return given
  }

  private text(field: Described, blocks: unknown, path: string[]): Described {
    const isBlock = (one: unknown): one is Config => isPlainObject(one) && typeof one['slug'] === 'string'
    if (!Array.isArray(blocks) || !blocks.every((one) => typeof one === 'string' || isBlock(one))) {
      this.refuse(path, messages.textBlocks)
      return field
    }
    return { ...field, textBlocks: blocks.map((one) => (typeof one === 'string' ? one : this.block(one, [...path, one['slug']]))) }
  }

  private blockAt(block: Config, index: number, path: string[]): DescribedBlock[] {
    if (!isPlainObject(block)) return this.refuse([...path, String(index)], messages.mustBeBlock(kindOf(block)))
    if (typeof block['slug'] === 'string') return [this.block(block, [...path, block['slug']])]
    return this.refuse([...path, String(index)], "a block needs a 'slug'", unknownAmong(block, OF_BLOCK))
  }

  private block({ slug, fields = [], labels, ...more }: Config, path: string[]): DescribedBlock {
    const given: Record<string, unknown> = {}
    for (const [key, value] of Object.entries(more)) {
      const word = wordByOption(key, 'block')
      if (word) given[word.name] = value
      else this.refuse(path, `unknown option '${key}' of a block`, didYouMean(key, OF_BLOCK))
    }
    const label = this.blockLabel(labels, path)
    return { slug, ...(label !== undefined && { label }), fields: this.ofBlock(fields, path), words: given }
  }

  private ofBlock(fields: unknown, path: string[]): Described[] {
    return this.list(fields, path).filter(({ name }) => {
      if (name === 'blockType') this.refuse([...path, name], messages.reservedName(name), messages.holdsSlug)
      return name !== 'blockType'
    })
  }

  /** One text, a text for each language, or both numbers, of which the admin shows the singular. */
  private blockLabel(labels: unknown, path: string[]): unknown {
    if (!isPlainObject(labels) || Object.keys(labels).every((key) => LANGUAGE_CODE.test(key))) return labels
    const at = [...path, 'labels']
    for (const [key, text] of Object.entries(labels)) {
      if (!NUMBERS.includes(key))
        this.refuse([...at, key], `unknown option '${key}'`, didYouMean(key, NUMBERS) || `use one of: ${NUMBERS.join(', ')}`)
      else if (key === 'plural' && !isLabel(text)) this.refuse([...at, key], messages.noLabel(key))
    }
    // The singular is checked with the other texts of the content type.
    for (const code of Object.keys(isPlainObject(labels['plural']) ? labels['plural'] : {}))
      if (!hasLanguage(this.languages, code))
        this.refuse([...at, 'plural', code], noLanguage(code, this.languages), languageHint(code, this.languages))
    return labels['singular']
  }

  /** The built-in types that have a word which not every type has. */
  private typesWith(word: string): string[] {
    return builtInTypes.filter((type) => takes(type, word)).map(({ name }) => name)
  }

  private known(): string[] {
    return [...wordsOn('field' satisfies Place).map(optionOf), ...Object.keys(STRUCTURE), ...CODE_OF_FIELD]
  }

  private refuse(path: string[], message: string, hint = ''): never[] {
    this.problems.add(message, this.source, ['fields', ...path], hint)
    return []
  }
}
