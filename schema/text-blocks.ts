/** Looks up the block types that rich text fields name by their slugs, and puts them in the place of the names. Tested by test/schema/rich-text.test.ts. */
import type { FieldCode, JsonSchema, SchemaDocument } from './document.ts'
import type { Merged } from './merge.ts'
import { messages } from './messages.ts'
import { didYouMean } from './nearest.ts'
import type { Problems } from './problems.ts'

type Path = (string | number)[]

/** A block type, and where its code is. */
interface Declared {
  schema: JsonSchema
  owner: Merged
  /** The path of its fields in code: `sections.quote`. */
  path: string
}

export function resolveTextBlocks(merged: ReadonlyMap<string, Merged>, problems: Problems): void {
  const declared = new Map<string, Declared[]>()
  for (const owner of merged.values())
    for (const block of blocksIn(owner.document, '', owner)) {
      const slug = block.schema['properties'].blockType.const
      declared.set(slug, [...(declared.get(slug) ?? []), block])
    }
  for (const one of merged.values()) new Resolution(one, declared, problems).run()
}

/** Every block type declared inside an object of fields. */
function* blocksIn(object: JsonSchema, within: string, owner: Merged): Generator<Declared> {
  for (const [name, field] of Object.entries<JsonSchema>(object['properties'] ?? {})) {
    const path = within + name
    const blocks: unknown[] = [...(field['items']?.oneOf ?? []), ...(isText(field) ? field['x-cms'].blocks : [])]
    for (const block of blocks) {
      if (typeof block === 'string') continue
      const schema = block as JsonSchema
      const at = `${path}.${schema['properties'].blockType.const}`
      yield { schema, owner, path: at }
      yield* blocksIn(schema, `${at}.`, owner)
    }
    yield* blocksIn(field, `${path}.`, owner)
    if (field['items']) yield* blocksIn(field['items'], `${path}.`, owner)
  }
}

const isText = (field: JsonSchema): boolean => field['x-cms']?.type === 'richText' && Array.isArray(field['x-cms'].blocks)

class Resolution {
  readonly one: Merged
  readonly declared: ReadonlyMap<string, readonly Declared[]>
  readonly problems: Problems
  readonly code: Record<string, FieldCode> = {}

  constructor(one: Merged, declared: ReadonlyMap<string, readonly Declared[]>, problems: Problems) {
    this.one = one
    this.declared = declared
    this.problems = problems
  }

  run(): void {
    this.one.document = this.object(this.one.document, [], '', []) as SchemaDocument
    if (Object.keys(this.code).length > 0) this.one.code = { ...this.one.code, fields: { ...this.one.code.fields, ...this.code } }
  }

  /** `within`: the blocks around it, named by their slugs. Returns the object itself if nothing in it is named. */
  private object(object: JsonSchema, at: Path, path: string, within: readonly string[]): JsonSchema {
    let properties = object['properties'] as Record<string, JsonSchema> | undefined
    for (const [name, field] of Object.entries(properties ?? {})) {
      const made = this.field(field, [...at, 'properties', name], path + name, within)
      if (made !== field) properties = { ...properties, [name]: made }
    }
    return properties === object['properties'] ? object : { ...object, properties }
  }

  private field(field: JsonSchema, at: Path, path: string, within: readonly string[]): JsonSchema {
    let made = this.object(field, at, `${path}.`, within)
    const items = field['items'] as JsonSchema | undefined
    if (items) {
      const rows = this.object(items, [...at, 'items'], `${path}.`, within)
      const blocks = items['oneOf'] && this.list(items['oneOf'], [...at, 'items', 'oneOf'], path, within)
      if (rows !== items || blocks !== items['oneOf']) made = { ...made, items: { ...rows, ...(blocks && { oneOf: blocks }) } }
    }
    if (!isText(field)) return made
    const given = field['x-cms'].blocks
    const blocks = this.list(given, [...at, 'x-cms', 'blocks'], path, within)
    return blocks === given ? made : { ...made, 'x-cms': { ...made['x-cms'], blocks } }
  }

  private list(
    blocks: readonly (string | JsonSchema)[],
    at: Path,
    path: string,
    within: readonly string[],
  ): readonly (string | JsonSchema)[] {
    const made = blocks.map((block, index) =>
      typeof block === 'string'
        ? this.named(block, [...at, index], path, within)
        : this.object(block, [...at, index], `${path}.${block['properties'].blockType.const}.`, within),
    )
    return made.every((block, index) => block === blocks[index]) ? blocks : made
  }

  private named(slug: string, at: Path, path: string, within: readonly string[]): string | JsonSchema {
    const found = this.declared.get(slug) ?? []
    const mine = found.filter(({ owner }) => owner === this.one)
    const candidates = mine.length > 0 ? mine : found
    const [first] = candidates
    if (!first) return this.say(messages.noSuchBlock(slug), at, slug, didYouMean(slug, this.declared.keys()))
    if (new Set(candidates.map(({ schema }) => JSON.stringify(schema))).size > 1) {
      const places = candidates.map(({ owner, path: place }) => `${owner.slug}.${place}`)
      return this.say(messages.blockDiffers(slug, places), at, slug, 'give them different slugs, or write the block type out here')
    }
    if (within.includes(slug)) return this.say(messages.endlessBlock(slug), at, slug)
    for (const [name, code] of Object.entries(first.owner.code.fields ?? {}))
      if (name.startsWith(`${first.path}.`)) this.code[`${path}.${slug}${name.slice(first.path.length)}`] = code
    return this.object(first.schema, at, `${path}.${slug}.`, [...within, slug])
  }

  private say(message: string, at: Path, slug: string, hint = ''): string {
    const holder = this.one.declarations.findLast(({ document }) => Object.hasOwn(document.properties ?? {}, String(at[1])))
    this.problems.add(message, (holder ?? this.one.declarations[0])?.source ?? { name: this.one.slug }, at, hint)
    return slug
  }
}
