/** Builds one model from everything that declares content types, or reports every problem at once. */
import { documentCheck } from './check.ts'
import { CodeFiles } from './code-files.ts'
import { checkCode } from './code-module.ts'
import { compile } from './compile.ts'
import { type Declaration, type EntityCode, type SchemaDocument, type SourcedCode, slugOf, typeName } from './document.ts'
import { fieldTypeTable } from './field-types.ts'
import { lowerFields } from './fields.ts'
import type { Locales } from './forms.ts'
import { LANGUAGES } from './languages.ts'
import { type Loaded, type Loading, load, loadPath, type SchemaEntry } from './load.ts'
import { joinCode, kindOf, type Merged, merge } from './merge.ts'
import { messages } from './messages.ts'
import type { FieldTypeDefinition, Model } from './model.ts'
import { refuseSlowPatterns } from './patterns.ts'
import { isPlainObject } from './plain-object.ts'
import { Problems, SchemaError } from './problems.ts'
import { rightPart } from './right-part.ts'
import { checkTogether } from './rules.ts'
import type { SdlText } from './sdl-text.ts'
import { inCode } from './source.ts'
import { resolveTextBlocks } from './text-blocks.ts'
import { RULES } from './words.ts'

/** A collection or global of the configuration: `{ slug, fields }`, or `{ schema, …code }` with the path of a file. */
// biome-ignore lint/suspicious/noExplicitAny: unlike `unknown`, it accepts configurations declared as interfaces
export type EntityConfig = Record<string, any>

export interface Declared {
  schema?: readonly SchemaEntry[]
  collections?: readonly EntityConfig[]
  globals?: readonly EntityConfig[]
  fieldTypes?: readonly FieldTypeDefinition[]
  /** Content types that features declare: each may be joined by one more declaration with fields. */
  builtIn?: readonly EntityConfig[]
  /** The names of access rules. @default the core's */
  rules?: readonly string[]
  /** The languages of the admin, in which texts of content types may be. @default English and Thai */
  languages?: readonly string[]
  /** Fields that features add to a content type. */
  mixin?: (document: SchemaDocument) => readonly EntityConfig[]
  /** The locales of localized fields; without them every field has one value. */
  localization?: Locales
  /** The folder that relative paths start from. */
  from?: string
}

export async function build(declared: Declared): Promise<Model> {
  const problems = new Problems()
  const types = fieldTypeTable(declared.fieldTypes)
  const from = declared.from ?? process.cwd()
  const codeFiles = new CodeFiles(from, problems)
  const loading = { from, codeFiles, problems }
  const loaded = await load(declared.schema ?? [], loading)
  /** Whether every content type is known, at least by its slug. */
  let areKnown = !problems.any
  const declarations: Declaration[] = []

  const lower = (kind: 'collection' | 'global', config: EntityConfig, name: string) => {
    const lowered = lowerFields(kind, config, name, types, problems, declared.languages)
    if (lowered) declarations.push(lowered)
    else areKnown = false
    return lowered
  }
  for (const config of declared.builtIn ?? []) {
    const { internal, ...rest } = config
    const lowered = lower('collection', rest, `the built-in ${config['slug']}`)
    if (lowered) Object.assign(lowered, { builtIn: true, extends: false })
    if (lowered) lowered.internal = internal === true
  }
  for (const [kind, list] of [
    ['collection', declared.collections ?? []],
    ['global', declared.globals ?? []],
  ] as const) {
    for (const [index, config] of list.entries()) {
      const name = `${kind}s[${index}]${typeof config?.['slug'] === 'string' ? ` (${config['slug']})` : ''}`
      if (config?.['schema'] === undefined) lower(kind, config, name)
      else {
        const known = problems.list.length
        loaded.push(...(await loadWithCode(config, name, loading)))
        areKnown &&= problems.list.length === known
      }
    }
  }
  declarations.push(...documents(loaded))
  const texts = loaded.flatMap((one) => one.sdl ?? [])
  const lowered = texts.length === 0 ? [] : (await import('./sdl.ts')).lowerSdl(texts, namesOf(declarations), types, problems)
  declarations.push(...lowered)
  const [text] = texts
  if (text && !problems.any && declarations.every(({ builtIn }) => builtIn))
    problems.add(messages.noContentType, inCode(text.name), [], 'add @collection(slug: "…") or @global(slug: "…") to one of them')
  areKnown &&= declarations.every(({ document }) => hasSlug(document))
  addCode(declarations, loaded, problems)
  await codeFiles.refuseStrays(declarations)
  for (const { modules, code, source, document } of declarations)
    if (isContentType(document))
      for (const module of modules ?? [{ code, source }]) checkCode(module, kindOf(document), declared.rules ?? RULES, problems)

  const vocabulary = { types, definitions: declared.fieldTypes ?? [] }
  const check = documentCheck(types, declared.rules, problems)
  const merged = merge(
    declarations.flatMap((one) => check(one) ?? []),
    problems,
    new Set(lowered.length === 0 ? slugsIn(texts) : []),
  )
  // A type of blocks may be missing only because the field that declares it is wrong.
  const isWhole = [...merged.values()].every((one) => one.declarations.every(({ wrong }) => wrong === undefined))
  resolveTextBlocks(merged, isWhole ? problems : new Problems())
  for (const one of merged.values()) addMixin(one, declared.mixin?.(one.document) ?? [], types, problems)
  const slugs = declaredSlugs(declarations, texts)
  const checks = checkTogether(merged, vocabulary, slugs, declared.languages ?? LANGUAGES, problems)
  await refuseSlowPatterns(
    checks.flatMap(({ patterns }) => patterns),
    from,
  )
  if (!problems.any) return compile(merged, vocabulary, declared.localization)
  throw new SchemaError(
    problems.list,
    areKnown ? rightPart({ checks, slugs, problems: problems.list }, vocabulary, declared.localization) : undefined,
  )
}

/** Appends a feature's fields to the declared ones; names that are reserved for them are allowed here. */
function addMixin(one: Merged, fields: readonly EntityConfig[], types: Parameters<typeof lowerFields>[3], problems: Problems): void {
  if (fields.length === 0) return
  // biome-ignore lint/style/noNonNullAssertion: fields with a slug always become a declaration
  const mixin = lowerFields(one.kind, { slug: one.slug, fields }, 'a feature', types, problems)!
  one.declared = one.document
  one.document = { ...one.document, properties: { ...one.document.properties, ...mixin.document.properties } }
  one.code = { ...one.code, fields: { ...one.code.fields, ...mixin.code.fields } }
  one.mixedIn = new Set(Object.keys(mixin.document.properties))
}

/** Documents that are not are reported by `documentCheck`. */
const isContentType = (document: SchemaDocument): boolean => isPlainObject(document) && isPlainObject(document['x-cms'])
const hasSlug = (document: SchemaDocument): boolean => isContentType(document) && typeof slugOf(document) === 'string'

/** Including those of SDL with mistakes, so that a relation to one of them isn't called wrong as well. */
const declaredSlugs = (declarations: readonly Declaration[], texts: readonly SdlText[]): Set<string> =>
  new Set([...declarations.filter(({ document }) => hasSlug(document)).map(({ document }) => slugOf(document)), ...slugsIn(texts)])

const slugsIn = (texts: readonly SdlText[]): string[] =>
  texts.flatMap(({ text }) => [...text.matchAll(/\bslug:\s*"([^"]+)"/g)].map(([, slug = '']) => slug))

/** `{ schema: path, …code }`: joins the given code with that of the file's own module. */
async function loadWithCode(config: EntityConfig, name: string, loading: Loading): Promise<Loaded[]> {
  const { schema, ...code } = config
  const file = schema instanceof URL ? schema : new URL(schema, `file://${loading.from}/`)
  const list = await loadPath(decodeURIComponent(file.pathname), loading)
  return list.map((one) => ({ ...one, modules: [...one.modules, { code, source: inCode(name) }] }))
}

/** A file may contain any JSON, including `null`; `documentCheck` reports what is wrong with it. */
function documents(loaded: readonly Loaded[]): Declaration[] {
  return loaded.flatMap(({ document, source, modules }) => {
    if (document === undefined) return []
    const own = document?.['x-cms']
    const slug = own?.collection ?? own?.global
    const titled = typeof slug === 'string' && document.title === undefined ? { ...document, title: typeName(slug) } : document
    return { document: titled, code: codeIn(modules), modules, source, extends: document?.properties === undefined }
  })
}

const codeIn = (modules: readonly SourcedCode[]): EntityCode => modules.map((module) => module.code).reduce(joinCode, {})

function namesOf(declarations: readonly Declaration[]): Map<string, { kind: 'collection' | 'global'; slug: string }> {
  return new Map(
    declarations.flatMap(({ document }) => {
      const own = document?.['x-cms']
      if (typeof document?.title !== 'string' || !own) return []
      return [[document.title, { kind: own.collection === undefined ? 'global' : 'collection', slug: slugOf(document) }] as const]
    }),
  )
}

/** Code next to an SDL file belongs to the only entity that the file declares, or to the one named like the file. */
function addCode(declarations: Declaration[], loaded: readonly Loaded[], problems: Problems): void {
  for (const { sdl, modules, source } of loaded) {
    if (!sdl || modules.length === 0) continue
    const mine = declarations.filter((one) => one.source.name === sdl.name)
    const base = sdl.name.replace(/^.*[\\/]/, '').replace(/\..*$/, '')
    const owner = mine.length === 1 ? mine[0] : mine.find((one) => slugOf(one.document) === base)
    if (owner) Object.assign(owner, { code: codeIn(modules), modules })
    // A file with mistakes may lack the content types that its code is for.
    else if (!problems.list.some(({ file }) => file === sdl.name))
      problems.add(
        'the code next to this file matches none of its content types',
        source,
        [],
        'give each content type with code its own file',
      )
  }
}
