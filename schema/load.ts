/** A configuration's `schema` entries → texts and documents, each paired with the code that stands beside it. */
import { existsSync } from 'node:fs'
import { readdir, readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { EntityCode, SchemaDocument } from './document.ts'
import { JsonSyntaxError, parseJson } from './json-text.ts'
import type { Problems } from './problems.ts'
import type { SdlText } from './sdl-text.ts'
import { inCode, type Source } from './source.ts'

/** A path (of a folder or file), a `URL`, SDL text, a document, or a list of these, such as the module that `galley types` writes. */
export type SchemaEntry = string | URL | SdlText | SchemaDocument | SchemaModuleEntry | readonly SchemaEntry[]

export interface SchemaModuleEntry {
  name: string
  sdl?: string
  document?: unknown
  code?: EntityCode
}

/** One text or document, with its code. */
export interface Loaded {
  sdl?: SdlText
  document?: SchemaDocument
  source: Source
  code?: EntityCode
}

const SDL = /\.(graphql|gql)$/
const DOCUMENT = /\.json$/
const CODE = ['.ts', '.mts', '.js', '.mjs']

export async function load(entries: readonly SchemaEntry[], from: string, problems: Problems): Promise<Loaded[]> {
  const found = await Promise.all(entries.map((entry, index) => loadEntry(entry, from, `schema[${index}]`, problems)))
  return found.flat()
}

async function loadEntry(entry: SchemaEntry, from: string, name: string, problems: Problems): Promise<Loaded[]> {
  if (typeof entry === 'string') return loadPath(path.resolve(from, entry), from, problems)
  if (entry instanceof URL) return loadPath(fileURLToPath(entry), from, problems)
  if (Array.isArray(entry)) return load(entry, from, problems)
  if ('text' in entry) return [{ sdl: { name, text: (entry as SdlText).text }, source: inCode(name) }]
  const given = entry as SchemaModuleEntry
  if (typeof given.sdl === 'string')
    return [
      {
        sdl: { name: given.name, text: given.sdl },
        source: inCode(given.name),
        ...(given.code && { code: given.code }),
      },
    ]
  if (given.document)
    return [
      {
        document: given.document as SchemaDocument,
        source: inCode(given.name),
        ...(given.code && { code: given.code }),
      },
    ]
  return [{ document: entry as SchemaDocument, source: inCode(name) }]
}

export async function loadPath(file: string, from: string, problems: Problems): Promise<Loaded[]> {
  const shown = path.relative(from, file) || '.'
  const kind = await stat(file).catch(() => undefined)
  if (!kind) {
    problems.add('there is no such file or folder', inCode(shown))
    return []
  }
  if (!kind.isDirectory()) return loadFile(file, shown, problems)
  const names = (await readdir(file)).filter((name) => SDL.test(name) || DOCUMENT.test(name)).sort()
  const lists = await Promise.all(
    names.map((name) => loadFile(path.join(file, name), path.relative(from, path.join(file, name)), problems)),
  )
  return lists.flat()
}

async function loadFile(file: string, shown: string, problems: Problems): Promise<Loaded[]> {
  const text = await readFile(file, 'utf8')
  const code = await loadTwin(file, problems)
  if (SDL.test(file)) return [{ sdl: { name: shown, text }, source: { name: shown, text }, ...(code && { code }) }]
  try {
    const { value, source } = parseJson(text, shown)
    return [{ document: value as SchemaDocument, source, ...(code && { code }) }]
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error
    problems.at(error.message, { name: shown, text }, error.position)
    return []
  }
}

/** `posts.ts` beside `posts.graphql`. One that can't be loaded is a problem: rules never fail open. */
async function loadTwin(file: string, problems: Problems): Promise<EntityCode | undefined> {
  const base = file
    .replace(SDL, '')
    .replace(/\.schema\.json$/, '')
    .replace(DOCUMENT, '')
  const twin = CODE.map((ending) => base + ending).find((candidate) => existsSync(candidate))
  if (!twin) return undefined
  try {
    return (await importModule(twin)) as EntityCode
  } catch (error) {
    problems.add(`the code beside the schema can't be loaded: ${(error as Error).message}`, inCode(twin))
    return undefined
  }
}

/** Imports a module's default export; TypeScript through jiti, which a running TypeScript loader makes unnecessary. */
export async function importModule(file: string): Promise<unknown> {
  if (/\.m?ts$/.test(file)) {
    const { createJiti } = await import('jiti')
    return createJiti(import.meta.url, { interopDefault: true }).import(file, { default: true })
  }
  const module = await import(pathToFileURL(file).href)
  return module.default?.default ?? module.default
}
