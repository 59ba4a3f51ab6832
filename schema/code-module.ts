/** Loads the code module next to a schema file and checks its exports, because a misspelt rule must not be ignored silently.
 * Tested by test/schema/code.test.ts.
 */
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { SourcedCode } from './document.ts'
import { messages } from './messages.ts'
import { didYouMean } from './nearest.ts'
import { isPlainObject, kindOf } from './plain-object.ts'
import type { Problems } from './problems.ts'
import { inCode, type Position, positionAt, type Source } from './source.ts'
import { firstLineOf, whereThrown } from './where-thrown.ts'

export const COLLECTION_HOOKS = ['beforeValidate', 'beforeChange', 'afterChange', 'beforeDelete', 'afterDelete', 'afterRead'] as const
const GLOBAL_HOOKS = ['beforeChange', 'afterChange', 'afterRead'] as const

const COLLECTION_PARTS = ['access', 'hooks', 'fields', 'preview']
const PARTS = [...COLLECTION_PARTS, 'scope']
const FIELD_PARTS = ['access', 'validate', 'defaultValue', 'filterOptions', 'shown']
const VERBS = { collection: ['read', 'create', 'update', 'delete'], global: ['read', 'update'], field: ['read', 'create', 'update'] }

/** A module may export anything under any name. */
// biome-ignore lint/suspicious/noExplicitAny: `checkCode` examines what was exported
type Exports = Record<string, any>

/** Undefined if the file can't be loaded or exports no object. Rules must never fail open, so that is a problem. */
export async function loadCode(file: string, from: string, problems: Problems): Promise<SourcedCode | undefined> {
  const text = await readFile(file, 'utf8')
  const source: Source = { name: path.relative(from, file), text, at: (keys) => positionOf(keys, text) }
  let exported: Exports
  try {
    exported = await importExports(file, text)
  } catch (error) {
    const { source: blamed, position } = whereThrown(error, file, from)
    problems.at(messages.unloadableCode(firstLineOf(error)), blamed, position)
    return undefined
  }
  if ('default' in exported) {
    const lost = PARTS.filter((name) => name in exported && exported[name] !== exported['default']?.[name])
    for (const name of lost) problems.at(messages.besideDefault(name), source, positionOf([name], text), `export default { ${name} }`)
    return checkedShape(exported['default'], source, problems)
  }
  const names = Object.keys(exported).filter((name) => name !== '__esModule')
  problems.at(
    messages.noDefaultExport(names),
    source,
    names[0] === undefined ? undefined : positionOf([names[0]], text),
    `export default { ${names.includes('access') ? 'access' : PARTS.join(', ')} }`,
  )
  return undefined
}

/** The code of an entry of `schema` that is not a file, such as those of the module that `galley types` writes. */
export const codeOfEntry = (code: unknown, name: string, problems: Problems): SourcedCode | undefined =>
  checkedShape(code, inCode(name), problems)

function checkedShape(code: unknown, source: Source, problems: Problems): SourcedCode | undefined {
  if (isPlainObject(code)) return { code, source }
  problems.add(messages.codeIsNoObject(kindOf(code)), source, [], `export default { ${PARTS.join(', ')} }`)
  return undefined
}

/** The named exports of a module; if it was compiled to CommonJS, those of its default export. */
async function importExports(file: string, text: string): Promise<Exports> {
  if (/\.m?ts$/.test(file)) {
    const { createJiti } = await import('jiti')
    const exported = (await createJiti(import.meta.url, { interopDefault: false }).import(file)) as Exports
    return 'default' in exported || !/\bmodule\.exports\b|\bexport\s*=/.test(text) ? exported : { default: exported }
  }
  const exported = await import(pathToFileURL(file).href)
  // Node treats a file without `import` and `export` as CommonJS, which always has a default export.
  if (!/\bexports?\b/.test(text)) return {}
  return exported.default?.__esModule ? exported.default : exported
}

/** Reports every key of the module that nothing would read, and invalid rules and hooks. */
export function checkCode(
  { code, source }: SourcedCode,
  kind: 'collection' | 'global',
  rules: readonly string[],
  problems: Problems,
): void {
  const say = (message: string, keys: string[], hint = '') => problems.add(message, source, keys, hint)
  const unknown = (object: object, known: readonly string[], within: string[]) => {
    for (const key of Object.keys(object))
      if (!known.includes(key)) say(messages.unknownKey(key, known), [...within, key], didYouMean(key, known))
  }
  /** The object under a key; any other value is a problem. */
  const objectAt = (object: object, within: string[], key: string): Record<string, unknown> | undefined => {
    const value = (object as Record<string, unknown>)[key]
    if (isPlainObject(value)) return value
    if (key in object) say(messages.mustBeObject(key, kindOf(value)), [...within, key])
    return undefined
  }
  const access = (given: Record<string, unknown> | undefined, verbs: readonly string[], within: string[]) => {
    if (!given) return
    unknown(given, verbs, within)
    for (const [verb, rule] of Object.entries(given)) {
      if (!verbs.includes(verb) || typeof rule === 'function') continue
      if (typeof rule !== 'string') say(messages.noRule(verb, kindOf(rule)), [...within, verb])
      else if (!rules.includes(rule)) say(messages.unknownRule(rule), [...within, verb], didYouMean(rule, rules))
    }
  }
  unknown(code, kind === 'global' ? PARTS : COLLECTION_PARTS, [])
  access(objectAt(code, [], 'access'), VERBS[kind], ['access'])
  const hooks = objectAt(code, [], 'hooks') ?? {}
  const known: readonly string[] = kind === 'global' ? GLOBAL_HOOKS : COLLECTION_HOOKS
  unknown(hooks, known, ['hooks'])
  for (const [name, hook] of Object.entries(hooks)) {
    if (known.includes(name) && ![hook].flat().every((one) => typeof one === 'function')) say(messages.noHook(name), ['hooks', name])
  }
  for (const name of ['preview', 'scope'])
    if (name in code && typeof code[name as 'scope'] !== 'function') say(messages.noFunction(name, kindOf(code[name as 'scope'])), [name])
  const fields = objectAt(code, [], 'fields') ?? {}
  for (const path of Object.keys(fields)) {
    const field = objectAt(fields, ['fields'], path)
    if (!field) continue
    unknown(field, FIELD_PARTS, ['fields', path])
    access(objectAt(field, ['fields', path], 'access'), VERBS.field, ['fields', path, 'access'])
    for (const name of ['validate', 'shown'])
      if (name in field && typeof field[name] !== 'function') say(messages.noFunction(name, kindOf(field[name])), ['fields', path, name])
    // A misspelt import must not leave every document to choose from; the shape of a filter is checked with the other filters.
    if ('filterOptions' in field && (field['filterOptions'] ?? null) === null)
      say(messages.noFilter(kindOf(field['filterOptions'])), ['fields', path, 'filterOptions'])
  }
}

/** The position of the last of some nested keys in the text of a module. */
function positionOf(keys: readonly (string | number)[], text: string): Position | undefined {
  let at = -1
  for (const key of keys) {
    at = indexOfWord(String(key), text, at + 1)
    if (at < 0) return undefined
  }
  return keys.length === 0 ? undefined : positionAt(text, at)
}

function indexOfWord(word: string, text: string, from: number): number {
  for (let at = text.indexOf(word, from); at >= 0; at = text.indexOf(word, at + 1)) {
    if (!/[\w$.]/.test(text[at - 1] ?? '') && !/[\w$]/.test(text[at + word.length] ?? '')) return at
  }
  return -1
}
