/** Remembers which rules, hooks and other functions content types have, so that a start notices when the code with them is gone.
 * Tested by test/migrations/code-memory.test.ts.
 */
import { type Block, type Entity, type Field, isRichText, type Model, wholeOf } from '../../schema/model.ts'
import type { Ask, Connection, Dialect } from '../store/contract.ts'
import { type Reading, readModel, saveModel } from './model-table.ts'
import type { Rename } from './slugs.ts'

/** The functions of one content type that are gone. */
export interface MissingCode {
  collection: string
  /** Such as `access.read`, `hooks.beforeChange` or `fields.salary.access.read`. */
  parts: string[]
}

const KEY = 'coded'
/** The parts of a field that may be functions, apart from its rules. */
const OF_FIELDS = ['validate', 'defaultValue', 'filterOptions', 'shown'] as const

/** `posts.access.read`, for every function of every content type. */
export const functionsOf = (model: Model): string[] =>
  [...model.entities.values()].flatMap((entity) => partsOf(entity).map((part) => `${entity.slug}.${part}`))

function partsOf(entity: Entity): string[] {
  const { access, code } = entity
  return [
    ...functionsIn(access).map((verb) => `access.${verb}`),
    ...Object.entries(code.hooks ?? {}).flatMap(([name, hooks]) =>
      [hooks].flat().map((_, at) => (at === 0 ? `hooks.${name}` : `hooks.${name} ${at + 1}`)),
    ),
    ...functionsIn({ preview: code.preview, scope: code.scope }),
    ...fieldsOf(entity).flatMap(({ path, field }) => [
      ...functionsIn(field.access).map((verb) => `fields.${path}.access.${verb}`),
      ...OF_FIELDS.filter((name) => typeof field[name] === 'function').map((name) => `fields.${path}.${name}`),
    ]),
  ]
}

const functionsIn = (parts: object): string[] => Object.entries(parts).flatMap(([name, part]) => (typeof part === 'function' ? [name] : []))

interface Known {
  path: string
  field: Field
  /** The paths that it may have had: each group, list, block type and field around it may have had another name. */
  formers: readonly string[]
}

/** Also those in the blocks of texts. A localized field is there once, not in each of its locales. */
function fieldsOf(entity: Entity): readonly Known[] {
  const all = new Map<string, Known>()
  for (const { fields } of [wholeOf(entity), entity]) add(fields, '', [''])
  return [...all.values()]

  /** `base`: before paths that begin in a block of a text. `within`: before names, as the places around are called and were. */
  function add(fields: readonly Field[], base: string, within: readonly string[]): void {
    for (const field of fields) {
      const path = base + field.path
      const names = within.flatMap((one) => [one + field.name, ...formerPath(one, field)])
      if (!all.has(path)) all.set(path, { path, field, formers: names.filter((one) => one !== path) })
      const inside = names.map((one) => `${one}.`)
      add(field.fields ?? [], base, inside)
      for (const block of field.blocks ?? []) add(block.fields, base, inBlock(block, inside))
      if (isRichText(field)) for (const block of field.richText.blocks) add(block.fields, `${path}.${block.slug}.`, inBlock(block, inside))
    }
  }
}

/** A former name with a dot is a path from the top. */
const formerPath = (within: string, { renamedFrom }: Field): string[] =>
  renamedFrom === undefined ? [] : [renamedFrom.includes('.') ? renamedFrom.replace(/^\./, '') : within + renamedFrom]

const inBlock = ({ slug, renamedFrom }: Block, within: readonly string[]): string[] =>
  within.flatMap((one) => [slug, ...(renamedFrom === undefined ? [] : [renamedFrom])].map((name) => `${one}${name}.`))

/** The functions that were remembered and are gone, although its content type and its field are still there. A slug alone, of older versions, means its rules. */
export function missingCode(remembered: readonly string[], model: Model, renames: readonly Rename[] = []): MissingCode[] {
  const missing = new Map<string, string[]>()
  for (const one of remembered) {
    const { entity, slug, part } = whereIs(one, model, renames)
    if (entity && isGone(part, entity)) missing.set(slug, [...(missing.get(slug) ?? []), part === '' ? 'access' : part])
  }
  return [...missing].map(([collection, parts]) => ({ collection, parts: [...new Set(parts)] }))
}

/** The content type that a remembered function belongs to, under its present name; without an entity if it left the schema. */
function whereIs(remembered: string, model: Model, renames: readonly Rename[]): { entity: Entity | undefined; slug: string; part: string } {
  const [was = '', ...rest] = remembered.split('.')
  const known = renames.reduce((name, { from, to }) => (name === from && !model.entities.has(name) ? to : name), was)
  const entity = model.entities.get(known) ?? [...model.entities.values()].find(({ options }) => options['renamedFrom'] === known)
  return { entity, slug: entity?.slug ?? known, part: rest.join('.') }
}

const partOfField = (part: string): string[] =>
  /^fields\.(.+?)\.(access\.\w+|validate|defaultValue|filterOptions|shown)$/.exec(part)?.slice(1) ?? []

function isGone(part: string, entity: Entity): boolean {
  const parts = partsOf(entity)
  if (part === '') return !parts.some((one) => one.startsWith('access.'))
  if (parts.includes(part)) return false
  const [path, end] = partOfField(part)
  if (path === undefined) return true
  return fieldsOf(entity).some(
    ({ path: known, formers }) => known === path || (formers.includes(path) && !parts.includes(`fields.${known}.${end}`)),
  )
}

/** What is to be remembered: the functions that are there, and those of content types and fields that left the schema, whose parked values may come back. */
export function codeToRemember(model: Model, remembered: readonly string[], renames: readonly Rename[] = []): string[] {
  const away = remembered.flatMap((one) => {
    const { entity, slug, part } = whereIs(one, model, renames)
    const [path] = partOfField(part)
    const isKnown = ({ path: known, formers }: Known) => known === path || (path !== undefined && formers.includes(path))
    const isAway = !entity || (path !== undefined && !fieldsOf(entity).some(isKnown))
    return isAway ? [part === '' ? slug : `${slug}.${part}`] : []
  })
  return [...new Set([...functionsOf(model), ...away])]
}

/** The functions that a database remembers. */
export async function codeKnownTo(store: Reading): Promise<string[]> {
  const catalogue = await store.read(store.dialect.catalogue)
  if (!catalogue.some((row) => row['table'] === store.dialect.bare('$model'))) return []
  return rememberedCode((sql, values) => store.read(sql, values), store.dialect)
}

async function rememberedCode(ask: Ask, dialect: Dialect): Promise<string[]> {
  return (await readModel(KEY, ask, dialect)) ?? []
}

export async function rememberCode(model: Model, connection: Connection, dialect: Dialect, renames?: readonly Rename[]): Promise<void> {
  const remembered = await rememberedCode((sql, values) => connection.all(sql, values), dialect)
  await saveModel(KEY, codeToRemember(model, remembered, renames), connection, dialect)
}

/** Forgets parts that a migration file names, such as `posts.access.read`. */
export async function forgetCode(parts: readonly string[], connection: Connection, dialect: Dialect): Promise<void> {
  if (parts.length === 0) return
  const remembered = await rememberedCode((sql, values) => connection.all(sql, values), dialect)
  const isNamed = (one: string) => parts.includes(one) || (!one.includes('.') && parts.includes(`${one}.access`))
  await saveModel(
    KEY,
    remembered.filter((one) => !isNamed(one)),
    connection,
    dialect,
  )
}

/** `'posts' (access.read, hooks.beforeChange)` */
export const describeMissing = ({ collection, parts }: MissingCode): string => `'${collection}' (${parts.join(', ')})`

/** In development, one of several functions may go, unless it is a rule: only a file that is gone, or a rule, is worth a question. */
export function isWorthAsking({ collection, parts }: MissingCode, model: Model): boolean {
  const entity = model.entities.get(collection)
  return entity === undefined || partsOf(entity).length === 0 || parts.some((part) => /(^|\.)access(\.|$)/.test(part))
}

/** Several functions of one place are one, so that a program can name them in a file of migrations. */
export const partsWithSlug = ({ collection, parts }: MissingCode): string[] => parts.map((part) => `${collection}.${part}`)
