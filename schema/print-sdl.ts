/** Prints a model as SDL: the reverse of `sdl.ts`, for `galley schema:print`. */

import { typeOf } from './compile.ts'
import { type JsonSchema, type SchemaDocument, typeName } from './document.ts'
import type { Entity, Model } from './model.ts'
import { reservedIn } from './reserved-names.ts'
import { translatedIn } from './word-values.ts'
import { type Place, type Spelling, spellingOn, wordsOn } from './words.ts'

/** The document of a content type with the fields that features add to it, except hidden and reserved ones. */
export function wholeDocument({ document, added, options }: Entity): SchemaDocument {
  const reserved = reservedIn('top', options['drafts'] === true)
  const more = Object.entries(added).filter(([name, schema]) => !reserved.includes(name) && schema['x-cms']?.hidden !== true)
  return { ...document, properties: { ...document.properties, ...Object.fromEntries(more) } }
}

export function printSdl(model: Model): string {
  const printer = new SdlPrinter(model)
  for (const entity of model.entities.values()) if (!entity.internal) printer.entity(entity)
  return `${printer.parts.join('\n\n')}\n`
}

class SdlPrinter {
  readonly parts: string[] = []
  readonly model: Model
  #names = new Set<string>()
  readonly #blocks = new Map<string, string>()

  constructor(model: Model) {
    this.model = model
    for (const entity of model.entities.values()) this.#names.add(entity.title)
  }

  entity(entity: Entity): void {
    const { kind, title } = entity
    const document = wholeDocument(entity)
    const directives = this.directives(document, kind, { [kind]: entity.slug })
    this.type(title, document, directives, title)
  }

  private type(name: string, object: JsonSchema, directives: string, prefix: string): void {
    const at = this.parts.push('') - 1
    const required = new Set<string>(object['required'] ?? [])
    const lines = Object.entries<JsonSchema>(object['properties']).flatMap(([field, schema]) =>
      field === 'blockType' ? [] : this.field(field, schema, required.has(field), prefix),
    )
    this.parts[at] = `${doc(object, '')}type ${name}${directives} {\n${lines.join('\n')}\n}`
  }

  private field(name: string, schema: JsonSchema, required: boolean, prefix: string): string {
    const type = this.typeOf(name, schema, prefix)
    return `${doc(schema, '  ')}  ${name}: ${type}${required ? '!' : ''}${this.directives(this.named(schema), 'field', {})}`
  }

  private typeOf(name: string, schema: JsonSchema, prefix: string): string {
    const type = typeOf(schema, this.model.types)
    const many = schema['type'] === 'array'
    const listed = (inner: string) => (many ? `[${inner}!]` : inner)
    const to = schema['x-cms']?.relation ?? schema['items']?.['x-cms']?.relation
    // biome-ignore lint/style/noNonNullAssertion: `checkTogether` refuses relations to unknown content types
    if (to !== undefined) return listed(this.model.entities.get(to)!.title)
    if (schema['enum'] ?? schema['items']?.enum) return listed(this.enumeration(name, schema, prefix))
    if (type.name === 'group') return this.embedded(name, schema, prefix)
    if (type.name === 'array') return listed(this.embedded(name, schema['items'], prefix))
    if (type.name === 'blocks') return listed(this.union(name, schema, prefix))
    // biome-ignore lint/style/noNonNullAssertion: SDL types, enums and unions express the types without a scalar
    return schema['type'] === 'integer' ? 'Int' : type.scalar!
  }

  private embedded(name: string, object: JsonSchema, prefix: string): string {
    const title = this.fresh(prefix, name)
    this.type(title, object, '', title)
    return title
  }

  private union(name: string, schema: JsonSchema, prefix: string): string {
    const title = this.fresh(prefix, name)
    const blocks: JsonSchema[] = schema['items'].oneOf
    const members = blocks.map((block) => this.block(block, schema))
    this.parts.push(`union ${title} = ${members.join(' | ')}`)
    return title
  }

  /** Equal blocks with equal labels share a type. */
  private block(block: JsonSchema, field: JsonSchema): string {
    const slug: string = block['properties'].blockType.const
    const label = labelled(field['x-cms']?.labels?.[slug])
    const text = JSON.stringify(block) + label
    const known = this.#blocks.get(text)
    if (known !== undefined) return known
    const member = this.fresh('', slug)
    this.#blocks.set(text, member)
    const slugDirective = member.charAt(0).toLowerCase() + member.slice(1) === slug ? '' : ` @block(slug: ${JSON.stringify(slug)})`
    this.type(member, block, slugDirective + label + this.directives(block, 'block', {}), member)
    return member
  }

  /** In SDL, a rich text names the types of its blocks. */
  private named(schema: JsonSchema): JsonSchema {
    const blocks = schema['x-cms']?.['blocks'] as (string | JsonSchema)[] | undefined
    if (!blocks) return schema
    return {
      ...schema,
      'x-cms': { ...schema['x-cms'], blocks: blocks.map((block) => (typeof block === 'string' ? block : this.block(block, schema))) },
    }
  }

  private enumeration(name: string, schema: JsonSchema, prefix: string): string {
    const title = this.fresh(prefix, name)
    const labels = schema['x-cms']?.labels ?? {}
    const values = (schema['enum'] ?? schema['items'].enum).map((value: string) => `  ${value}${labelled(labels[value])}`)
    this.parts.push(`enum ${title} {\n${values.join('\n')}\n}`)
    return title
  }

  private fresh(prefix: string, name: string): string {
    const base = prefix + typeName(name)
    let title = base
    for (let n = 2; this.#names.has(title); n++) title = `${base}${n}`
    this.#names.add(title)
    return title
  }

  private directives(schema: JsonSchema, place: Place, given: Record<string, unknown>): string {
    const own: Record<string, unknown> = { ...schema['x-cms'], ...given }
    const found = new Map<string, string[]>()
    const repeated: string[] = []
    for (const word of wordsOn(place)) {
      const value = word.keyword ? schema[word.name] : own[word.name]
      const spelling = spellingOn(word, place)
      if (value === undefined || (value === false && word.name !== 'default') || !spelling) continue
      const { directive, argument, arguments: several, optional } = spelling
      if (argument?.repeated) {
        for (const one of value as unknown[]) repeated.push(` @${directive}(${argument.name}: ${literal(one)})`)
        continue
      }
      const args = found.get(directive) ?? []
      found.set(directive, args)
      if (argument && !(optional && value === true)) args.push(`${argument.name}: ${literal(value, argument.type)}`)
      else if (several)
        args.push(...Object.entries(unfolded(value, spelling)).map(([key, inner]) => `${key}: ${literal(inner, several[key])}`))
    }
    return [...[...found].map(([name, args]) => ` @${name}${args.length > 0 ? `(${args.join(', ')})` : ''}`), ...repeated].join('')
  }
}

const labelled = (label: unknown): string =>
  label === undefined ? '' : ` @label(${literal(unfolded(label, translatedIn('label'))).slice(2, -2)})`

/** The value of a directive with several arguments, by argument. */
function unfolded(value: unknown, { arguments: several = {}, alone, others }: Spelling): Record<string, unknown> {
  if (alone !== undefined && typeof value === 'string') return { [alone]: value }
  const given = Object.entries(value as object)
  if (others === undefined) return Object.fromEntries(given)
  const more = given.filter(([key]) => !Object.hasOwn(several, key))
  const named = given.filter(([key]) => Object.hasOwn(several, key))
  return { ...Object.fromEntries(named), ...(more.length > 0 && { [others]: Object.fromEntries(more) }) }
}

const ENUMS = ['EditIn', 'IndexKind', 'Rule', 'TextFeature', 'UnknownContent']

function literal(value: unknown, type = ''): string {
  if (typeof value === 'string' && ENUMS.includes(type)) return value
  if (Array.isArray(value)) return `[${value.map((one) => literal(one, type.replace(/^\[(.*)!\]$/, '$1'))).join(', ')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  return `{ ${Object.entries(value)
    .map(([key, inner]) => `${key}: ${literal(inner)}`)
    .join(', ')} }`
}

function doc(schema: JsonSchema, indent: string): string {
  return schema['description'] === undefined ? '' : `${indent}${JSON.stringify(schema['description'])}\n`
}
