/** Lowers SDL to documents. Knows GraphQL's syntax and the spelling of the vocabulary, but not what the words mean. Tested by test/schema/spellings.test.ts. */
import {
  type ConstDirectiveNode,
  type DefinitionNode,
  type DocumentNode,
  type EnumTypeDefinitionNode,
  type FieldDefinitionNode,
  GraphQLError,
  Kind,
  type Location,
  type ObjectTypeDefinitionNode,
  type ObjectTypeExtensionNode,
  parse,
  Source as SdlSource,
  type TypeNode,
  type UnionTypeDefinitionNode,
  valueFromASTUntyped,
} from 'graphql'
import { validateSDL } from 'graphql/validation/validate.js'
import type { Declaration } from './document.ts'
import { messages } from './messages.ts'
import type { FieldType } from './model.ts'
import { didYouMean } from './nearest.ts'
import { hintToArgument, hintToDirective } from './other-names.ts'
import { isPlainObject } from './plain-object.ts'
import { sdlPrelude } from './prelude.ts'
import type { Problems } from './problems.ts'
import type { SdlText } from './sdl-text.ts'
import { refuseUnread } from './sdl-unread.ts'
import { refuseUnused } from './sdl-unused.ts'
import { type Position, positionAt, positionsBy, type Source } from './source.ts'
import { type Described, type DescribedBlock, lowerEntity } from './to-json-schema.ts'
import type { Spelling } from './word.ts'
import { inSdl, type Place, spellingOn, wordsOn } from './words.ts'

type ObjectNode = ObjectTypeDefinitionNode | ObjectTypeExtensionNode
type Located = { readonly loc?: Location }
type Words = Record<string, unknown>

/** Lowers all SDL texts together; `known` are the entities declared elsewhere, by type name. */
export function lowerSdl(
  texts: readonly SdlText[],
  known: ReadonlyMap<string, { kind: 'collection' | 'global'; slug: string }>,
  types: ReadonlyMap<string, FieldType>,
  problems: Problems,
): Declaration[] {
  const definitions = texts.flatMap((text) => parseText(text, problems))
  const declared = new Map<string, DefinitionNode>()
  for (const node of definitions) if ('name' in node && node.name && !node.kind.endsWith('Extension')) declared.set(node.name.value, node)
  const outside = [...known].filter(([name]) => !declared.has(name))
  if (!validate(definitions, outside, types, problems)) return []

  const lowering = new Lowering(declared, new Map(outside), types, problems)
  const found = definitions
    .filter((node): node is ObjectNode => node.kind === Kind.OBJECT_TYPE_DEFINITION || node.kind === Kind.OBJECT_TYPE_EXTENSION)
    .flatMap((node) => lowering.entity(node) ?? [])
  const kindOfType = (name: string) => lowering.entityOf(name)?.kind ?? (lowering.kindsOfBlocks.has(name) ? 'block' : undefined)
  refuseUnread(definitions, kindOfType, lowering.refuse)
  refuseUnused(definitions, lowering.used, lowering.refuse)
  return found
}

function parseText({ name, text }: SdlText, problems: Problems): readonly DefinitionNode[] {
  if (text.trim() === '') return []
  try {
    return parse(new SdlSource(text, name)).definitions
  } catch (error) {
    if (!(error instanceof GraphQLError)) throw error
    problems.at(error.message, { name, text }, error.locations?.[0])
    return []
  }
}

function validate(
  definitions: readonly DefinitionNode[],
  outside: [string, { slug: string }][],
  types: ReadonlyMap<string, FieldType>,
  problems: Problems,
): boolean {
  const before = problems.list.length
  const stubs = outside.map(([name, { slug }]) => `type ${name} @collection(slug: ${JSON.stringify(slug)}) { id: ID }`).join('\n')
  const prelude = parse(`${sdlPrelude(types)}\n${stubs}`)
  const document: DocumentNode = { kind: Kind.DOCUMENT, definitions: [...prelude.definitions, ...definitions] }
  for (const error of validateSDL(document)) {
    const node = error.nodes?.find(({ loc }) => loc && definitions.some((one) => one.loc?.source === loc.source))
    const [source, position] = node?.loc ? placeOf(node) : [{ name: 'schema' }, undefined]
    problems.at(error.message.replace(/ Did you mean.*$/, ''), source, position, hintFor(error, types, definitions))
  }
  return problems.list.length === before
}

function hintFor(error: GraphQLError, types: ReadonlyMap<string, FieldType>, definitions: readonly DefinitionNode[]): string {
  const suggestion = /Did you mean (.*)\?$/.exec(error.message)?.[1]
  if (suggestion !== undefined) return `did you mean ${suggestion.replaceAll('"', "'")}?`
  const directive = /^Unknown directive "@(.*)"/.exec(error.message)?.[1]
  if (directive !== undefined) return hintToDirective(directive, directiveNames())
  const [, argument, of] = /^Unknown argument "(.*)" on directive "@(.*)"/.exec(error.message) ?? []
  if (argument !== undefined && of !== undefined) return hintToArgument(argument, of)
  const type = /^Unknown type "(.*?)"/.exec(error.message)?.[1]
  if (type === undefined) return ''
  const scalars = [...types.values()].flatMap((row) => row.scalar ?? [])
  const own = definitions.flatMap((node) => ('name' in node && node.name ? node.name.value : []))
  return didYouMean(type, [...scalars, 'Int', ...own])
}

const directiveNames = () =>
  (['collection', 'global', 'field', 'block'] as const).flatMap((place) =>
    wordsOn(place).flatMap((word) => spellingOn(word, place)?.directive ?? []),
  )

function placeOf({ loc }: Located): [Source, Position] {
  // biome-ignore lint/style/noNonNullAssertion: `parse` records the location of every node
  const { source, start } = loc!
  return [{ name: source.name, text: source.body }, positionAt(source.body, start)]
}

class Lowering {
  readonly declared: ReadonlyMap<string, DefinitionNode>
  readonly outside: ReadonlyMap<string, { kind: 'collection' | 'global'; slug: string }>
  readonly types: ReadonlyMap<string, FieldType>
  readonly problems: Problems
  /** The names of the types that content types use, directly or inside others. */
  readonly used = new Set<string>()
  /** The names of the types that are used as kinds of blocks. */
  readonly kindsOfBlocks = new Set<string>()
  #positions = new Map<string, Position>()
  /** The names of fields that could not be read. */
  #lost = new Set<string>()

  constructor(declared: Lowering['declared'], outside: Lowering['outside'], types: Lowering['types'], problems: Problems) {
    this.declared = declared
    this.outside = outside
    this.types = types
    this.problems = problems
  }

  entity(node: ObjectNode): Declaration | undefined {
    const extension = node.kind === Kind.OBJECT_TYPE_EXTENSION
    const found = this.entityOf(node.name.value) ?? this.entityNamed(node)
    if (!found) return undefined
    const [source, position] = placeOf(node)
    for (const { name } of [node, ...(node.interfaces ?? [])]) this.used.add(name.value)
    this.#positions = new Map([['', position]])
    this.#lost = new Set()
    const given = this.words(node.directives ?? [], found.kind, '')
    delete given[found.kind]
    const description = node.kind === Kind.OBJECT_TYPE_DEFINITION ? node.description?.value : undefined
    const fields = this.fields(node.fields ?? [], 'properties', [node.name.value])
    const document = lowerEntity(found.kind, found.slug, { title: node.name.value, description, words: given, fields }, this.types)
    return {
      document,
      code: {},
      source: { ...source, at: positionsBy(this.#positions, (position) => position), wordFor: inSdl },
      extends: extension || (node.fields ?? []).length === 0,
      ...(this.#lost.size > 0 && { wrong: this.#lost }),
    }
  }

  entityOf(name: string): { kind: 'collection' | 'global'; slug: string } | undefined {
    const node = this.declared.get(name)
    return node?.kind === Kind.OBJECT_TYPE_DEFINITION ? this.entityNamed(node) : this.outside.get(name)
  }

  private entityNamed(node: ObjectNode): { kind: 'collection' | 'global'; slug: string } | undefined {
    for (const kind of ['collection', 'global'] as const) {
      const directive = node.directives?.find((one) => one.name.value === kind)
      const slug = directive?.arguments?.find((argument) => argument.name.value === 'slug')
      if (slug) return { kind, slug: String(valueFromASTUntyped(slug.value)) }
    }
    return undefined
  }

  private fields(nodes: readonly FieldDefinitionNode[], path: string, within: string[]): Described[] {
    return nodes.flatMap((node) => {
      const field = this.field(node, `${path}/${node.name.value}`, within)
      if (!field) this.#lost.add(node.name.value)
      return field ?? []
    })
  }

  private field(node: FieldDefinitionNode, path: string, within: string[]): Described | undefined {
    this.#positions.set(path, placeOf(node)[1])
    const { name, required, many } = unwrap(node.type)
    this.used.add(name)
    const given = this.words(node.directives ?? [], 'field', path)
    const field: Described = {
      name: node.name.value,
      type: 'text',
      required,
      many,
      integer: false,
      ...(node.description && { description: node.description.value }),
      words: given,
    }
    const entity = this.entityOf(name)
    if (entity) return this.relation(field, entity, node)
    const declared = this.declared.get(name)
    if (declared?.kind === Kind.ENUM_TYPE_DEFINITION) return this.select(field, declared)
    if (declared?.kind === Kind.UNION_TYPE_DEFINITION) return this.blocks(field, declared, node, path, within)
    if (declared?.kind === Kind.OBJECT_TYPE_DEFINITION) return this.embedded(field, declared, node, path, within)
    return this.scalar(field, name, node, path, within)
  }

  private relation(field: Described, entity: { kind: string; slug: string }, node: FieldDefinitionNode): Described | undefined {
    if (entity.kind === 'global') return this.refuse(node, messages.relationToGlobal(entity.slug))
    return { ...field, type: entity.slug === 'media' ? 'upload' : 'relationship', relation: entity.slug }
  }

  private select(field: Described, node: EnumTypeDefinitionNode): Described {
    const labels: Words = {}
    for (const value of node.values ?? []) {
      const label = this.words(value.directives ?? [], 'field', '')['label']
      if (label !== undefined) labels[value.name.value] = label
    }
    const given = Object.keys(labels).length > 0 ? { ...field.words, labels } : field.words
    return { ...field, type: 'select', options: (node.values ?? []).map((value) => value.name.value), words: given }
  }

  private blocks(
    field: Described,
    union: UnionTypeDefinitionNode,
    node: FieldDefinitionNode,
    path: string,
    within: string[],
  ): Described | undefined {
    if (!field.many) return this.refuse(node, messages.unionAlone(union.name.value), `write [${union.name.value}!]`)
    const blocks = (union.types ?? []).flatMap((member, index) => {
      const type = this.declared.get(member.name.value)
      if (type?.kind !== Kind.OBJECT_TYPE_DEFINITION || this.entityOf(member.name.value)) {
        this.refuse(member, messages.unionOfEntities(union.name.value, member.name.value))
        return []
      }
      return this.block(type, node, `${path}/items/oneOf/${index}`, within)
    })
    return { ...field, type: 'blocks', blocks }
  }

  private embedded(
    field: Described,
    type: ObjectTypeDefinitionNode,
    node: FieldDefinitionNode,
    path: string,
    within: string[],
  ): Described | undefined {
    const fields = this.inside(type, node, field.many ? `${path}/items/properties` : `${path}/properties`, within)
    return fields && { ...field, type: field.many ? 'array' : 'group', fields }
  }

  private inside(type: ObjectTypeDefinitionNode, node: FieldDefinitionNode, path: string, within: string[]): Described[] | undefined {
    const name = type.name.value
    if (within.includes(name)) return this.refuse(node, messages.endlessType(name), 'point to a collection instead')
    return this.fields(type.fields ?? [], path, [...within, name])
  }

  private scalar(field: Described, name: string, node: FieldDefinitionNode, path: string, within: string[]): Described | undefined {
    if (field.many) return this.refuse(node, messages.listOfScalars(name), 'use an enum, or a type with one field')
    if (name === 'Int') return { ...field, type: 'number', integer: true }
    const row = [...this.types.values()].find((type) => type.scalar === name)
    if (!row) return this.refuse(node, messages.noFieldType(name))
    return row.name === 'richText' ? this.text(field, node, path, within) : { ...field, type: row.name }
  }

  /** The blocks of a text are named by their types, or by their slugs. Slugs that SDL doesn't declare are looked up later. */
  private text(field: Described, node: FieldDefinitionNode, path: string, within: string[]): Described {
    const { blocks, ...words } = field.words
    if (!Array.isArray(blocks)) return { ...field, type: 'richText' }
    const textBlocks = blocks.flatMap((given: string, index) => {
      const types = this.blockTypes(given)
      if (types.length > 1)
        return (
          this.refuse(
            node,
            messages.blockInSeveralTypes(
              given,
              types.map(({ name }) => name.value),
            ),
          ) ?? []
        )
      const [type] = types
      return type ? this.block(type, node, `${path}/x-cms/blocks/${index}`, within) : given
    })
    return { ...field, type: 'richText', words, textBlocks }
  }

  private blockTypes(given: string): ObjectTypeDefinitionNode[] {
    const types = [...this.declared.values()].filter((node) => node.kind === Kind.OBJECT_TYPE_DEFINITION)
    const embedded = types.filter((node) => !this.entityOf(node.name.value))
    const named = embedded.filter((node) => node.name.value === given)
    return named.length > 0 ? named : embedded.filter((node) => blockSlug(node) === given)
  }

  private block(type: ObjectTypeDefinitionNode, node: FieldDefinitionNode, at: string, within: string[]): DescribedBlock {
    this.kindsOfBlocks.add(type.name.value)
    this.used.add(type.name.value)
    const isLabel = ({ name }: ConstDirectiveNode) => name.value === 'label'
    const directives = type.directives ?? []
    const words = this.words(
      directives.filter((one) => !isLabel(one)),
      'block',
      at,
    )
    const label = this.words(directives.filter(isLabel), 'field', '')['label']
    const fields = (this.inside(type, node, `${at}/properties`, within) ?? []).filter(({ name }) => name !== 'blockType')
    const typeField = type.fields?.find(({ name }) => name.value === 'blockType')
    if (typeField) this.refuse(typeField, messages.reservedName('blockType'), messages.holdsSlug)
    return { slug: blockSlug(type), ...(label !== undefined && { label }), fields, words }
  }

  /** The words that directives express, driven by the table: a word that is not in it can't be used. */
  private words(directives: readonly ConstDirectiveNode[], place: Place, path: string): Words {
    const given: Words = {}
    for (const directive of directives) {
      const args: Words = {}
      for (const { name } of directive.arguments ?? [])
        if (!takes(place, directive.name.value, name.value))
          this.refuse(directive, messages.argumentNotHere(directive.name.value, name.value))
      for (const argument of directive.arguments ?? []) args[argument.name.value] = valueFromASTUntyped(argument.value)
      for (const word of wordsOn(place)) {
        const spelling = spellingOn(word, place)
        if (spelling?.directive !== directive.name.value) continue
        const value = valueIn(spelling, args)
        if (value === undefined && spelling.argument?.repeated)
          this.refuse(directive, messages.needsArgument(spelling.directive, spelling.argument.name))
        if (value === undefined) continue
        given[word.name] = spelling.argument?.repeated ? [...((given[word.name] as unknown[] | undefined) ?? []), value] : value
        const argument = directive.arguments?.find((one) => one.name.value === spelling.argument?.name)
        this.#positions.set([path, word.keyword ? '' : 'x-cms', word.name].filter(Boolean).join('/'), placeOf(argument ?? directive)[1])
      }
    }
    return given
  }

  readonly refuse = (node: Located, message: string, hint = ''): undefined => {
    const [source, position] = placeOf(node)
    this.problems.at(message, source, position, hint)
  }
}

/** Whether a directive takes an argument here; in each place where it is allowed, it may take different arguments. */
const takes = (place: Place, directive: string, argument: string): boolean =>
  directive === 'block' ||
  wordsOn(place).some((word) => {
    const spelling = spellingOn(word, place)
    return spelling?.directive === directive && (spelling.argument?.name === argument || Object.hasOwn(spelling.arguments ?? {}, argument))
  })

/** `@block(slug: "quote")`, or the type's name with a lowercase first letter. */
function blockSlug(type: ObjectTypeDefinitionNode): string {
  const given = type.directives?.find((one) => one.name.value === 'block')?.arguments?.[0]
  const name = type.name.value
  return given ? String(valueFromASTUntyped(given.value)) : name.charAt(0).toLowerCase() + name.slice(1)
}

function valueIn(spelling: Spelling, args: Words): unknown {
  const { argument, optional } = spelling
  if (argument) return args[argument.name] ?? (optional ? true : undefined)
  return spelling.arguments ? folded(args, spelling) : true
}

function folded(args: Words, { alone, others }: Spelling): unknown {
  if (alone !== undefined && args[alone] !== undefined) return args[alone]
  if (others === undefined || !isPlainObject(args[others])) return args
  const { [others]: more, ...rest } = args
  return { ...rest, ...(more as Words) }
}

function unwrap(node: TypeNode): { name: string; required: boolean; many: boolean } {
  if (node.kind === Kind.NON_NULL_TYPE) return { ...unwrap(node.type), required: true }
  if (node.kind === Kind.LIST_TYPE) return { ...unwrap(node.type), required: false, many: true }
  return { name: node.name.value, required: false, many: false }
}
