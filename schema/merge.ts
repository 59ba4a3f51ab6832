/** Merges several declarations of one slug: built-in users, `extend type`, code next to a document. Tested by test/schema/spellings.test.ts. */
import { type Declaration, type EntityCode, type SchemaDocument, slugOf } from './document.ts'
import { messages } from './messages.ts'
import type { Problems } from './problems.ts'
import type { Source } from './source.ts'

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

export function merge(declarations: readonly Declaration[], problems: Problems): Map<string, Merged> {
  const bySlug = new Map<string, [Declaration, ...Declaration[]]>()
  for (const declaration of declarations) {
    const slug = slugOf(declaration.document)
    const known = bySlug.get(slug)
    if (known) known.push(declaration)
    else bySlug.set(slug, [declaration])
  }
  const merged = new Map<string, Merged>()
  for (const [slug, list] of bySlug) {
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
    if (known && (known['type'] !== field['type'] || known['format'] !== field['format'])) {
      problems.add(messages.fieldTwice(name), source, ['properties', name])
    }
  }
  const required = [...new Set([...(whole.required ?? []), ...(next.required ?? [])])]
  return {
    ...whole,
    ...(next.description !== undefined && { description: next.description }),
    'x-cms': { ...whole['x-cms'], ...next['x-cms'], ...combined('access', whole, next), ...combined('admin', whole, next) },
    ...(required.length > 0 && { required }),
    properties: { ...whole.properties, ...next.properties },
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

const nameOf = (source: Source): string => {
  const position = source.at?.([])
  return position ? `${source.name}:${position.line}:${position.column}` : source.name
}
