/** Checks documents beyond the vocabulary and across each other: names, relations, words that have no effect where they are used.
 * Tested by test/schema/problems.test.ts.
 */
import { EMBED_PROVIDERS, type EmbedProvider } from '../lib/rich-text/embeds.ts'
import { follows, withoutWrong, wrongPart } from './checkable.ts'
import { compileEntity, fieldTypeOf, type Vocabulary } from './compile.ts'
import { contradictionsOf } from './contradictions.ts'
import { FIELD_NAME, type JsonSchema, SLUG } from './document.ts'
import { inOtherLanguages, languageHint, noLanguage } from './languages.ts'
import type { Merged } from './merge.ts'
import { messages } from './messages.ts'
import { type Entity, everyField, type Field, hasRows, isGroup } from './model.ts'
import { misplacedRules } from './named-rules.ts'
import { didYouMean } from './nearest.ts'
import type { PatternUse } from './patterns.ts'
import { misnomersOf } from './presentation.ts'
import type { Message, Problems } from './problems.ts'
import { hintToReserved, PREFIX_OF_SQLITE, RESERVED_FIELDS, RESERVED_IN_ROWS, RESERVED_SLUGS, reservedIn } from './reserved-names.ts'
import { OPTION_OF } from './rich-text.ts'
import { strayLabels } from './stray-labels.ts'
import { wrongTitle } from './title.ts'
import { words } from './words.ts'
import { wrongIndexes } from './wrong-indexes.ts'

/** Words that any field may have. */
const COMMON_WORDS = [
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
/** Words that need a stored value, and the properties of fields that hold them. */
const KEPT_ONLY = [
  ['required', 'required'],
  ['unique', 'unique'],
  ['uniqueWithin', 'unique'],
  ['index', 'indexed'],
  ['indexedParts', 'indexed'],
  ['localized', 'localized'],
] as const
const STRUCTURE = [
  'type',
  'format',
  'title',
  'description',
  '$comment',
  'enum',
  'items',
  'properties',
  'required',
  'additionalProperties',
  'x-cms',
  'oneOf',
]

/** A content type with what is wrong in it, and the patterns of its fields, because analysing them takes time. */
export interface Checked {
  readonly one: Merged
  /** Fields and options with problems. */
  readonly wrong: ReadonlySet<string>
  /** The content type as a whole has a problem. */
  readonly isWrong: boolean
  readonly patterns: readonly PatternUse[]
}

export function checkTogether(
  merged: ReadonlyMap<string, Merged>,
  vocabulary: Vocabulary,
  declared: ReadonlySet<string>,
  languages: readonly string[],
  problems: Problems,
): Checked[] {
  const checks = [...merged.values()].map((one) => new EntityCheck(one, merged, vocabulary, declared, problems))
  for (const check of checks) check.run(languages)
  return checks
}

type Path = (string | number)[]
/** The kind of object that has the fields. */
type Place = 'top' | 'group' | 'row' | 'block'

/** The context of a field. */
interface Surroundings {
  rows: boolean
  /** The path of the localized list. */
  localized: string | undefined
}

class EntityCheck implements Checked {
  readonly one: Merged
  readonly all: ReadonlyMap<string, Merged>
  readonly vocabulary: Vocabulary
  /** The slugs of all collections, including those with problems. */
  readonly declared: ReadonlySet<string>
  readonly problems: Problems
  readonly patterns: PatternUse[] = []
  /** Fields and options with problems, and those of them that were wrong before these checks. */
  readonly wrong: Set<string>
  known: ReadonlySet<string>
  isWrong = false

  constructor(one: Merged, all: ReadonlyMap<string, Merged>, vocabulary: Vocabulary, declared: ReadonlySet<string>, problems: Problems) {
    this.one = one
    this.all = all
    this.vocabulary = vocabulary
    this.declared = declared
    this.problems = problems
    this.wrong = new Set(one.declarations.flatMap(({ wrong }) => [...(wrong ?? [])]))
    this.known = new Set(this.wrong)
  }

  run(languages: readonly string[]): void {
    this.slug()
    for (const [at, code] of inOtherLanguages(this.one.document, languages))
      this.say(noLanguage(code, languages), [...at], languageHint(code, languages))
    this.object(this.one.document, [], 'top', [])
    this.code()
    for (const { message, source, path, hint } of misplacedRules(this.one)) this.problems.add(message, source, path, hint)
    if (this.isWrong) return
    this.known = new Set(this.wrong)
    if (this.known.size > 0) this.one.document = withoutWrong(this.one.document, this.known)
    const entity = compileEntity(this.one, this.vocabulary)
    this.options(entity)
    this.fields(entity.fields, ['properties'], { rows: false, localized: undefined })
  }

  private slug(): void {
    const { slug, builtIn } = this.one
    if (!SLUG.test(slug)) this.say(messages.badSlug(slug), ['x-cms', this.one.kind])
    if (RESERVED_SLUGS.includes(slug) && !builtIn) this.say(messages.reservedSlug(slug), ['x-cms', this.one.kind])
    if (slug.startsWith(PREFIX_OF_SQLITE)) this.say(messages.reservedSlug(slug), ['x-cms', this.one.kind], messages.tableOfSqlite)
    const former = this.one.document['x-cms']['renamedFrom']
    if (typeof former !== 'string') return
    if (former.startsWith('$') || RESERVED_SLUGS.includes(former) || this.all.get(former)?.builtIn)
      this.say(messages.formerIsOurs(former), ['x-cms', 'renamedFrom'], messages.nameYourOwn)
    if (former === slug) this.say(messages.formerIsItself(slug), ['x-cms', 'renamedFrom'], 'remove it')
  }

  /** Checks an object of fields: names, `required`, and a field type for each. Columns begin with the names in `groups`; rows have none. */
  private object(object: JsonSchema, path: Path, place: Place, groups?: readonly string[]): void {
    const drafts = this.one.document['x-cms']['drafts'] === true
    const reserved = reservedIn(place, drafts)
    const visited = new Map<string, string>()
    for (const [name, schema] of Object.entries<JsonSchema>(object['properties'] ?? {})) {
      const twin = visited.get(name.toLowerCase())
      if (twin !== undefined) this.say(messages.caseOnly(name, twin), [...path, 'properties', name])
      visited.set(name.toLowerCase(), name)
      const at = [...path, 'properties', name]
      if (place === 'block' && name === 'blockType') continue
      if (!FIELD_NAME.test(name) || name.includes('__')) this.say(messages.badName(name), at)
      const isOfFeature = place === 'top' && this.one.mixedIn?.has(name) && !Object.hasOwn(this.one.declared?.properties ?? {}, name)
      if (reserved.includes(name) && !isOfFeature) this.say(messages.reservedName(name), at, place === 'top' ? hintToReserved(name) : '')
      this.former(schema, at, place, groups)
      for (const { message, at: word, hint } of strayLabels(schema)) this.say(message, [...at, ...word], hint)
      const column = groups && [...groups, name]
      if (column && Buffer.byteLength(column.join('$')) > 60) this.say(messages.nameTooLong(name), at)
      this.shape(schema, at, column)
    }
    for (const [index, name] of (object['required'] ?? []).entries()) {
      const known = Object.keys(object['properties'] ?? {})
      if (!known.includes(name)) this.say(messages.requiredUnknown(name), [...path, 'required', index], didYouMean(name, known))
    }
  }

  /** A system field can't be renamed to a schema field. A path starts at the top level, a name at its own group. */
  private former(schema: JsonSchema, at: Path, place: Place, groups?: readonly string[]): void {
    const former = schema['x-cms']?.['renamedFrom']
    if (typeof former !== 'string') return
    const names = former.includes('.') ? former.replace(/^\./, '').split('.') : [...(groups ?? []), former]
    // biome-ignore lint/style/noNonNullAssertion: a former path has at least one name
    const isOurs = groups ? this.isOurs(names[0]!) : (place === 'row' || place === 'block') && RESERVED_IN_ROWS.includes(former)
    if (isOurs || names.some((name) => name.startsWith('$')))
      this.say(messages.formerIsOurs(former), [...at, 'x-cms', 'renamedFrom'], messages.nameYourOwn)
    const name = String(at.at(-1))
    if (names.join('.') === [...(groups ?? []), name].join('.'))
      this.say(
        messages.formerIsItself(former),
        [...at, 'x-cms', 'renamedFrom'],
        place === 'group' ? messages.formerOutside(name) : 'remove it',
      )
  }

  /** Whether a top-level name belongs to the system. One that a feature adds may have been the schema's own; migrations distinguish them. */
  private isOurs(name: string): boolean {
    return (
      RESERVED_FIELDS.includes(name) ||
      this.one.declarations.some(({ builtIn, document }) => builtIn && Object.hasOwn(document.properties, name))
    )
  }

  private shape(schema: JsonSchema, at: Path, column?: readonly string[]): void {
    const type = fieldTypeOf(schema)
    const row = type && this.vocabulary.types.get(type)
    if (!row) return this.say(messages.noShape, at, 'see the table of field types in docs/schema.md')
    const allowed = [...COMMON_WORDS, ...row.words]
    for (const name of Object.keys(schema)) {
      if (!STRUCTURE.includes(name) && !allowed.includes(name))
        this.say((wordFor) => messages.wordNotHere(wordFor(name), type), [...at, name])
    }
    for (const name of Object.keys(schema['x-cms'] ?? {})) {
      if (words.some((word) => word.name === name) && !allowed.includes(name))
        this.say((wordFor) => messages.wordNotHere(wordFor(name), type), [...at, 'x-cms', name])
    }
    if (type === 'group' && Object.keys(schema['properties'] ?? {}).length === 0) this.say(messages.noRows, at)
    if (type === 'group') this.object(schema, at, 'group', column)
    if (type === 'array') this.rows(schema['items'], [...at, 'items'])
    if (type === 'blocks') this.blocks(schema['items'].oneOf, [...at, 'items', 'oneOf'])
    if (type === 'richText') this.text(schema['x-cms'] ?? {}, [...at, 'x-cms'])
  }

  private rows(items: JsonSchema, at: Path): void {
    if (Object.keys(items['properties'] ?? {}).length === 0) this.say(messages.noRows, at)
    this.object(items, at, 'row')
  }

  private text(own: JsonSchema, at: Path): void {
    const { features } = own
    for (const [feature, option] of OPTION_OF)
      if (own[option] !== undefined && features && !features.includes(feature))
        this.say(messages.withoutFeature(option, feature), [...at, option], `add '${feature}' to 'features'`)
    if (features?.includes('block') && !own['blocks']) this.say(messages.blockFeature, [...at, 'features'])
    this.blocks(own['blocks'] ?? [], [...at, 'blocks'])
    const names = new Set<string>()
    for (const [index, provider] of ((own['embeds'] ?? []) as EmbedProvider[]).entries()) {
      const name = typeof provider === 'string' ? provider : provider.name
      const isTaken = names.has(name) || (typeof provider !== 'string' && EMBED_PROVIDERS.some((one) => one === name))
      if (isTaken) this.say(messages.providerTwice(name), [...at, 'embeds', index])
      names.add(name)
      if (typeof provider !== 'string') this.pattern(provider.pattern, [...at, 'embeds', index, 'pattern'])
    }
  }

  private blocks(blocks: readonly (string | JsonSchema)[], at: Path): void {
    const visited = new Set<string>()
    for (const [index, block] of blocks.entries()) {
      // A name that no block type has was reported already.
      if (typeof block === 'string') continue
      const slug = block['properties'].blockType.const
      if (visited.has(slug)) this.say(messages.blockTwice(slug), [...at, index])
      visited.add(slug)
      const former = block['x-cms']?.['renamedFrom']
      if (typeof former === 'string' && former.startsWith('$'))
        this.say(messages.formerIsOurs(former), [...at, index, 'x-cms', 'renamedFrom'], messages.nameYourOwn)
      if (former === slug) this.say(messages.formerIsItself(slug), [...at, index, 'x-cms', 'renamedFrom'], 'remove it')
      this.object(block, [...at, index], 'block')
    }
  }

  private options(entity: Entity): void {
    const { schedule, drafts, editIn } = entity.options
    for (const { message, hint } of wrongTitle(entity, this.one.mixedIn)) this.say(message, ['x-cms', 'useAsTitle'], hint)
    for (const { message, at, hint } of wrongIndexes(entity)) this.say(message, ['x-cms', 'indexes', ...at], hint)
    for (const { message, at, hint } of misnomersOf(entity)) this.say(message, ['x-cms', 'admin', ...at], hint)
    if (schedule && !drafts) this.say(messages.needsDrafts, ['x-cms', 'schedule'], "add 'drafts: true'")
    for (const word of ['drafts', 'versions'] as const) {
      if (editIn === 'drawer' && entity.options[word]) this.say(messages.drawerWith(word), ['x-cms', 'editIn'])
    }
    if (editIn === 'drawer' && entity.code.preview) this.say(messages.drawerWith('preview'), ['x-cms', 'editIn'])
  }

  private fields(fields: readonly Field[], path: Path, surroundings: Surroundings): void {
    for (const field of fields) {
      const at = [...path, field.name]
      this.field(field, at, fields, surroundings)
      const inside = {
        rows: surroundings.rows || hasRows(field),
        localized: surroundings.localized ?? (field.localized ? field.path : undefined),
      }
      const inner = field.type.name === 'array' ? [...at, 'items', 'properties'] : [...at, 'properties']
      if (field.fields) this.fields(field.fields, inner, inside)
      field.blocks?.forEach((block, index) => {
        this.fields(block.fields, [...at, 'items', 'oneOf', index, 'properties'], inside)
      })
      field.richText?.blocks.forEach((block, index) => {
        const where = [...at, 'x-cms', 'blocks', index, 'properties']
        for (const one of everyField(block.fields)) this.inText(one, [...where, one.path.slice(`${field.path}.${block.slug}.`.length)])
        this.fields(block.fields, where, { rows: true, localized: undefined })
      })
    }
  }

  private field(field: Field, at: Path, siblings: readonly Field[], surroundings: Surroundings): void {
    const names = siblings.map((sibling) => sibling.name)
    const target = field.to === undefined ? undefined : this.all.get(field.to)
    if (field.to !== undefined && !target && !this.declared.has(field.to))
      this.say(messages.relationToNowhere(field.to), [...at, 'x-cms', 'relation'], didYouMean(field.to, this.all.keys()))
    if (target?.kind === 'global') this.say(messages.relationToGlobal(target.slug), [...at, 'x-cms', 'relation'])
    for (const [word, name] of [
      ['from', field.from],
      ['uniqueWithin', field.uniqueWithin],
    ] as const) {
      if (name !== undefined && !names.includes(name))
        this.say(messages.noSuchField(word, name), [...at, 'x-cms', word], didYouMean(name, names))
    }
    const within = siblings.find((one) => one.localized && one.name === field.uniqueWithin)
    if (!field.localized && within) this.say(messages.uniqueWithinLocalized(within.name), [...at, 'x-cms', 'uniqueWithin'])
    if (surroundings.localized !== undefined && field.localized)
      this.say(messages.localizedInside(surroundings.localized), [...at, 'x-cms', 'localized'])
    if (isGroup(field) && field.localized) this.say(messages.localizedGroup, [...at, 'x-cms', 'localized'])
    if (surroundings.rows && (field.unique || field.uniqueWithin) && field.type.name !== 'slug')
      this.say(messages.uniqueInRows, [...at, 'x-cms', 'unique'])
    if (field.indexedParts && (surroundings.rows || !field.type.text || field.options || field.hasMany))
      this.say(messages.partsOfText, [...at, 'x-cms', 'index'])
    if (field.writeOnly) this.writeOnly(field, at)
    if (this.one.kind === 'global' && field.type.name !== 'slug')
      for (const word of ['unique', 'uniqueWithin'] as const)
        if (field[word]) this.say(messages.uniqueInGlobal(word), [...at, 'x-cms', word])
    if (field.pattern !== undefined) this.pattern(field.pattern, [...at, 'pattern'])
    for (const { message, at: word, hint } of contradictionsOf(field, siblings)) this.say(message, [...at, ...word], hint)
    const wrong = field.custom?.checkOptions?.(field.customOptions)
    if (wrong) this.say(wrong, [...at, 'x-cms', 'options'])
  }

  private inText(field: Field, at: Path): void {
    if (field.localized) this.say(messages.localizedInText, at)
    if (field.hidden) this.say(messages.ruledInText('hidden'), at)
    if (Object.keys(field.access).length > 0) this.say(messages.ruledInText('restricted by access rules'), at)
    if (field.shown) this.say(messages.ruledInText('shown differently from what is stored'), at)
  }

  private writeOnly(field: Field, at: Path): void {
    if (field.path !== field.name) this.say(messages.writeOnlyInside, [...at, 'writeOnly'])
    for (const [property, word] of KEPT_ONLY) if (field[property]) this.say(messages.writeOnlyKept(word), [...at, 'writeOnly'])
  }

  private pattern(pattern: string, at: Path): void {
    try {
      new RegExp(pattern, 'u')
    } catch (error) {
      return this.say(messages.badPattern((error as Error).message), at)
    }
    this.patterns.push({ pattern, refuse: (message, hint) => this.say(message, at, hint) })
  }

  /** Fields that code names must exist, and have what it is for; `document` may still have other problems. */
  private code(): void {
    const known = new Map(pathsIn(this.one.document))
    for (const { code, modules, source } of this.one.declarations) {
      for (const module of modules ?? [{ code, source }]) {
        for (const [name, field] of Object.entries(module.code.fields ?? {})) {
          const schema = known.get(name)
          const type = schema && fieldTypeOf(schema)
          if (!schema && this.wrong.has(name.split('.', 1)[0] ?? '')) continue
          if (!schema)
            this.problems.add(messages.missingCode(this.one.slug, name), module.source, ['fields', name], didYouMean(name, known.keys()))
          else if (field?.filterOptions !== undefined && type && !this.vocabulary.types.get(type)?.words.includes('filterOptions'))
            this.problems.add(messages.wordNotHere('filterOptions', type), module.source, ['fields', name, 'filterOptions'])
        }
      }
    }
  }

  /** Reports a problem at the declaration that contains the path, unless it only follows from another. */
  private say(message: Message, path: Path, hint = ''): void {
    // biome-ignore lint/style/noNonNullAssertion: every content type is merged of at least one declaration
    const holder = this.one.declarations.findLast((one) => holds(one.document, path.slice(0, 2))) ?? this.one.declarations.at(-1)!
    const text = typeof message === 'string' ? message : message((name) => name)
    const part = wrongPart(path)
    if (part === undefined) this.isWrong = true
    else if (this.known.has(part)) return
    if (follows(text, this.known)) return
    this.problems.add(message, holder.source, path, hint)
    if (part !== undefined) this.wrong.add(part)
  }
}

function holds(document: JsonSchema, path: Path): boolean {
  let at: JsonSchema | undefined = document
  for (const part of path) at = at?.[part]
  return at !== undefined
}

/** All fields by their dotted paths, including those in groups, rows and blocks. */
function* pathsIn(object: JsonSchema, within = ''): Generator<[path: string, schema: JsonSchema]> {
  for (const [name, schema] of Object.entries<JsonSchema>(object['properties'] ?? {})) {
    if (name === 'blockType' && within !== '') continue
    yield [within + name, schema]
    yield* pathsIn(schema, `${within}${name}.`)
    if (schema['items']) yield* pathsIn(schema['items'], `${within}${name}.`)
    for (const block of [...(schema['items']?.oneOf ?? []), ...(schema['x-cms']?.blocks ?? [])])
      if (typeof block !== 'string') yield* pathsIn(block, `${within}${name}.${block['properties']?.blockType?.const}.`)
  }
}
