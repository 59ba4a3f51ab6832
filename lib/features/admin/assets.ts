/** Built files of the admin, compressed at build time: hashed ones are cached permanently, the stable entry is revalidated. */

import { existsSync, readFileSync } from 'node:fs'
import { derived, derivedFromText } from '../../../schema/derived.ts'
import { packageFolder } from '../../../schema/package-folder.ts'
import { GalleyError, notFound } from '../../errors.ts'
import type { Answer } from '../../http/answer.ts'
import type { Exchange } from '../../http/exchange.ts'
import type { Settings } from '../../settings.ts'
import { moduleBy } from './modules.ts'
import { STARTING_ENGLISH } from './starting.ts'

/** The manifest that the build writes. */
interface Manifest {
  /** The entry file, and the files it needs immediately. */
  entry: string
  style: string
  first: string[]
  files: string[]
}

const FOLDER = '/assets/'
/** The name used by pages that embed the admin. */
const STABLE = 'cms-admin.js'

const TYPES: Record<string, string> = { js: 'text/javascript; charset=utf-8', css: 'text/css; charset=utf-8', svg: 'image/svg+xml' }

const built = new URL('dist/admin/', packageFolder)

const manifestIn = derived((folder: URL): Manifest => {
  const file = new URL('manifest.json', folder)
  if (!existsSync(file)) throw new GalleyError('CONFIG', 'The admin was not built: run npm run build')
  return JSON.parse(readFileSync(file, 'utf8'))
})

export const manifest = (): Manifest => manifestIn(built)

const textsOf = derived((folder: URL): Record<string, Text> | undefined => {
  const file = new URL('texts.json', folder)
  return existsSync(file) ? { ...JSON.parse(readFileSync(file, 'utf8')), ...STARTING_ENGLISH } : undefined
})

/** A text of the admin, or its plural forms. */
export type Text = string | Readonly<Record<string, string>>

/** The admin's texts in English, by key; undefined if the admin was not built. */
export const englishTexts = (): Readonly<Record<string, Text>> | undefined => textsOf(built)

export const isAsset = ({ path }: Exchange, at: string): boolean => path.startsWith(at + FOLDER)

export function assets({ path, method, headers }: Exchange, settings: Settings): Answer {
  const name = path.slice((settings.admin.path + FOLDER).length)
  const own = moduleBy(name, settings)
  const isStable = name === STABLE || own !== undefined
  if (!isStable && !manifest().files.includes(name)) throw notFound()
  if (method !== 'GET' && method !== 'HEAD') throw new GalleyError('METHOD_NOT_ALLOWED', `The method ${method} is not allowed here`)
  const general: Answer['headers'] = {
    'content-type': TYPES[name.slice(name.lastIndexOf('.') + 1)] ?? 'application/octet-stream',
    'cache-control': isStable ? 'no-cache' : 'public, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'cross-origin',
    vary: 'Accept-Encoding',
  }
  if (own) return { status: 200, headers: general, body: own }
  if (isStable) return { status: 200, headers: general, body: `export * from './${manifest().entry}'\n` }
  const coding = ['br', 'gzip'].find((one) => new RegExp(`\\b${one}\\b`).test(String(headers['accept-encoding'] ?? '')))
  const body = contents(coding ? `${name}.${coding}` : name)
  return { status: 200, headers: { ...general, ...(coding && { 'content-encoding': coding }) }, body }
}

/** More than any build produces. */
const MOST_FILES = 1000

const contents = derivedFromText((name) => readFileSync(new URL(name, built)), MOST_FILES)
