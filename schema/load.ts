/** Loads a configuration's `schema` entries: texts and documents, each with the code next to it. */
import { readdir, readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { type CodeFiles, isSchemaFile } from './code-files.ts'
import { codeOfEntry, loadCode } from './code-module.ts'
import type { SchemaDocument, SourcedCode } from './document.ts'
import { JsonSyntaxError, parseJson } from './json-text.ts'
import { messages } from './messages.ts'
import { didYouMean } from './nearest.ts'
import { kindOf } from './plain-object.ts'
import type { Problems } from './problems.ts'
import type { SdlText } from './sdl-text.ts'
import { inCode, type Source, withoutMark } from './source.ts'

/** A path (of a folder or file), a `URL`, SDL text, a document, or a list of these, such as the module that `galley types` writes. */
export type SchemaEntry = string | URL | SdlText | SchemaDocument | SchemaModuleEntry | readonly SchemaEntry[]

/** One file of the module that `galley types --module` writes. */
export interface SchemaModuleEntry {
  name: string
  sdl?: string | undefined
  document?: unknown
  /** The export of the code file, such as `defineCode<'posts'>({ … })`. */
  code?: object | undefined
}

/** One text or document, with its code. */
export interface Loaded {
  sdl?: SdlText
  document?: SchemaDocument
  source: Source
  modules: readonly SourcedCode[]
}

/** The context that entries are loaded in. */
export interface Loading {
  /** The folder that relative paths start from. */
  from: string
  codeFiles: CodeFiles
  problems: Problems
}

const SDL = /\.(graphql|gql)$/
const ENTRY_KEYS = ['name', 'sdl', 'document', 'code']

export async function load(entries: readonly SchemaEntry[], loading: Loading): Promise<Loaded[]> {
  const found = await Promise.all(entries.map((entry, index) => loadEntry(entry, `schema[${index}]`, loading)))
  return found.flat()
}

async function loadEntry(entry: SchemaEntry, name: string, loading: Loading): Promise<Loaded[]> {
  if (typeof entry === 'string' && /[{\n]/.test(entry)) {
    loading.problems.add(messages.sdlAsPath, inCode(name), [], "write it as sdl`…`; import { sdl } from 'galley'")
    return []
  }
  if (typeof entry === 'string') return loadPath(path.resolve(loading.from, entry), loading)
  if (entry instanceof URL) return loadPath(fileURLToPath(entry), loading)
  if (Array.isArray(entry)) return load(entry, loading)
  if (typeof entry !== 'object' || entry === null) {
    loading.problems.add(messages.schemaOfNothing(kindOf(entry)), inCode(name))
    return []
  }
  if ('text' in entry) return [{ sdl: { name, text: (entry as SdlText).text }, source: inCode(name), modules: [] }]
  const given = entry as SchemaModuleEntry
  if (typeof given.sdl === 'string')
    return [{ sdl: { name: given.name, text: given.sdl }, source: inCode(given.name), modules: modulesOf(given, loading) }]
  if (given.document)
    return [{ document: given.document as SchemaDocument, source: inCode(given.name), modules: modulesOf(given, loading) }]
  return [{ document: entry as SchemaDocument, source: inCode(name), modules: [] }]
}

/** The code of an entry of the module that `galley types` writes. */
function modulesOf(entry: SchemaModuleEntry, { problems }: Loading): SourcedCode[] {
  for (const key of Object.keys(entry))
    if (!ENTRY_KEYS.includes(key)) problems.add(messages.unknownEntryKey(key), inCode(entry.name), [], didYouMean(key, ENTRY_KEYS))
  return 'code' in entry ? listOf(codeOfEntry(entry.code, entry.name, problems)) : []
}

export async function loadPath(file: string, loading: Loading): Promise<Loaded[]> {
  const kind = await stat(file).catch(() => undefined)
  if (!kind) {
    loading.problems.add("this file or folder doesn't exist", inCode(path.relative(loading.from, file) || '.'))
    return []
  }
  if (!kind.isDirectory()) return loadFile(file, loading)
  loading.codeFiles.addFolder(file)
  const names = (await readdir(file)).filter(isSchemaFile).sort()
  if (names.length === 0)
    loading.problems.add(
      messages.emptyFolder,
      inCode(path.relative(loading.from, file) || '.'),
      [],
      'their names end with .graphql, .gql, .schema.json or .json',
    )
  const lists = await Promise.all(names.map((name) => loadFile(path.join(file, name), loading)))
  return lists.flat()
}

async function loadFile(file: string, { from, codeFiles, problems }: Loading): Promise<Loaded[]> {
  const shown = path.relative(from, file) || '.'
  const text = withoutMark(await readFile(file, 'utf8'))
  const codeFile = await codeFiles.claim(file)
  const modules = codeFile === undefined ? [] : listOf(await loadCode(codeFile, from, problems))
  if (SDL.test(file)) return [{ sdl: { name: shown, text }, source: { name: shown, text }, modules }]
  try {
    const { value, source } = parseJson(text, shown)
    return [{ document: value as SchemaDocument, source, modules }]
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error
    problems.at(error.message, { name: shown, text }, error.position)
    return []
  }
}

const listOf = <T>(value: T | undefined): T[] => (value === undefined ? [] : [value])

/** Imports a module's default export. TypeScript is loaded with jiti, unless a TypeScript loader is already running. */
export async function importModule(file: string): Promise<unknown> {
  if (/\.m?ts$/.test(file)) {
    const { createJiti } = await import('jiti')
    return createJiti(import.meta.url, { interopDefault: true }).import(file, { default: true })
  }
  const module = await import(pathToFileURL(file).href)
  return module.default?.default ?? module.default
}
