/** Merges several declarations of one slug: built-in users, `extend type`, code next to a document. Tested by test/schema/spellings.test.ts. */
import { type Declaration, type EntityCode, type JsonSchema, type SchemaDocument, slugOf } from './document.ts'
import { messages } from './messages.ts'
import type { Problems } from './problems.ts'
import type { Source } from './source.ts'
import { rulesOf, type StatedRule } from './stated-rules.ts'

export interface Merged {
  slug: string
  kind: 'collection' | 'global'
  document: SchemaDocument
  code: EntityCode
  builtIn: boolean
  internal: boolean
  declarations: readonly Declaration[]
  /** The document before features added fields. */
  declared?: SchemaDocument
  /** Fields that features added. */
  mixedIn?: ReadonlySet<string>
}

/** `unread`: the slugs of content types that could not be read, which others may extend. */
export function merge(
  declarations: readonly Declaration[],
  problems: Problems,
  unread: ReadonlySet<string> = new Set(),
): Map<string, Merged> {
  const bySlug = new Map<string, [Declaration, ...Declaration[]]>()
  for (const declaration of declarations) {
    const slug = slugOf(declaration.document)
    const known = bySlug.get(slug)
    if (known) known.push(declaration)
    else bySlug.set(slug, [declaration])
  }
  const merged = new Map<string, Merged>()
  for (const [slug, list] of bySlug) {
    const isExtended = list.every((one) => one.extends && !one.builtIn)
    if (isExtended && unread.has(slug)) continue
    const whole = mergeOne(slug, list, problems)
    if (whole) merged.set(slug, whole)
  }
  return merged
}

function mergeOne(slug: string, list: readonly [Declaration, ...Declaration[]], problems: Problems): Merged | undefined {
  const builtIn = list.filter((one) => one.builtIn)
  const [own, ...repeated] = list.filter((one) => !one.extends && !one.builtIn)
  const kind = kindOf(list[0].document)
  if (own) {
    const first = nameOf(own.source)
    for (const extra of repeated.filter(({ document }) => kindOf(document) === kind))
      problems.add(messages.twiceDeclared(slug, first), extra.source, [], "use 'extend type', or remove its fields")
  }
  for (const other of list) if (kindOf(other.document) !== kind) problems.add(messages.kindDiffers(slug), other.source)
  const [base, ...additions] = own ? [...builtIn, own] : builtIn
  if (!base) {
    problems.add(messages.nothingToExtend(slug), list[0].source, [], "give it 'fields'")
    return undefined
  }
  additions.push(...list.filter((one) => one.extends && !one.builtIn))
  const document = additions.reduce((whole, addition) => joinDocuments(whole, addition, problems), base.document)
  for (const addition of additions) refuseOtherOptions(slug, builtIn, addition, problems)
  refuseContradictions([base, ...additions], problems)
  const ordered = [base, ...additions]
  const code = ordered.map((one) => one.code).reduce(joinCode, {})
  return {
    slug,
    kind,
    document,
    code,
    builtIn: builtIn.length > 0,
    internal: builtIn.some((one) => one.internal),
    declarations: ordered,
  }
}

export const kindOf = (document: SchemaDocument): 'collection' | 'global' =>
  document['x-cms'].collection === undefined ? 'global' : 'collection'

function joinDocuments(whole: SchemaDocument, { document: next, source }: Declaration, problems: Problems): SchemaDocument {
  for (const [name, field] of Object.entries(next.properties ?? {})) {
    const known = whole.properties[name]
    if (known && (known['type'] !== field['type'] || known['format'] !== field['format']))
      problems.add(messages.fieldTwice(name), source, ['properties', name])
  }
  const required = [...new Set([...(whole.required ?? []), ...(next.required ?? [])])]
  return {
    ...whole,
    ...(next.description !== undefined && { description: next.description }),
    'x-cms': { ...whole['x-cms'], ...next['x-cms'], ...combined('access', whole, next), ...combined('admin', whole, next) },
    ...(required.length > 0 && { required }),
    properties: { ...whole.properties, ...mapped(next.properties, (name, field) => joinFields(whole.properties[name], field)) },
  }
}

/** A second declaration of a field may add a label alone: the access rules of the first one stay. */
function joinFields(known: JsonSchema | undefined, field: JsonSchema): JsonSchema {
  if (!known) return field
  const { type: _, ...own } = known['x-cms'] ?? {}
  const access = { ...own['access'], ...field['x-cms']?.['access'] }
  const words = { ...own, ...field['x-cms'], ...(Object.keys(access).length > 0 && { access }) }
  return { ...known, ...field, ...(Object.keys(words).length > 0 && { 'x-cms': words }) }
}

const mapped = (fields: Record<string, JsonSchema> = {}, change: (name: string, field: JsonSchema) => JsonSchema) =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, change(name, field)]))

/** The system compares the values of its own fields, so other options would be refused or never match. */
function refuseOtherOptions(slug: string, builtIn: readonly Declaration[], { document, source }: Declaration, problems: Problems): void {
  for (const ours of builtIn)
    for (const [name, { enum: options }] of Object.entries<JsonSchema>(ours.document.properties)) {
      const given = document.properties?.[name]?.['enum']
      if (options === undefined || given === undefined || String(given) === String(options)) continue
      const hint = slug === 'users' && name === 'role' ? "add roles in 'auth.roles'" : "remove its 'options'"
      problems.add(messages.optionsOfOurs(name, options), source, ['properties', name, 'enum'], hint)
    }
}

/** The last of two different rules would win, also if it is the more open one. The rules of built-in content types may be changed. */
function refuseContradictions(declarations: readonly Declaration[], problems: Problems): void {
  const stated = new Map<string, StatedRule>()
  for (const declaration of declarations.filter(({ builtIn }) => !builtIn)) {
    // Within one declaration, the code next to a document may replace its rules.
    const own = new Map(rulesOf(declaration).map((one) => [`${one.field} ${one.verb}`, one]))
    for (const [key, { rule, verb, source, path }] of own) {
      const first = stated.get(key)
      if (first && first.rule !== rule)
        problems.add(messages.rulesDiffer(verb, nameOf(first.source, first.path)), source, path, 'state the rule once')
    }
    for (const [key, rule] of own) stated.set(key, rule)
  }
}

function combined(word: string, whole: SchemaDocument, next: SchemaDocument): Record<string, unknown> {
  const both = { ...(whole['x-cms'][word] as object), ...(next['x-cms'][word] as object) }
  return Object.keys(both).length > 0 ? { [word]: both } : {}
}

/** Merges code: rules by their operations, hooks one after another. */
export function joinCode(whole: EntityCode, next: EntityCode): EntityCode {
  const hooks: Record<string, unknown> = { ...whole.hooks }
  for (const [name, list] of Object.entries(next.hooks ?? {})) hooks[name] = [...asList(hooks[name]), ...asList(list)]
  return {
    ...whole,
    ...next,
    ...((whole.access || next.access) && { access: { ...whole.access, ...next.access } }),
    ...(Object.keys(hooks).length > 0 && { hooks }),
    fields: { ...whole.fields, ...next.fields },
  }
}

const asList = (value: unknown): unknown[] => (value === undefined ? [] : Array.isArray(value) ? value : [value])

const nameOf = (source: Source, path: readonly (string | number)[] = []): string => {
  const position = source.at?.(path)
  return position ? `${source.name}:${position.line}:${position.column}` : source.name
}
