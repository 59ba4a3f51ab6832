/** Remembers which rules, hooks and other functions content types have, so that a start notices when the code with them is gone; and which
 * options protect their fields, so that a conversion doesn't publish what they keep from readers.
 * Tested by test/migrations/code-memory.test.ts.
 */
import { type Entity, everyField, type Field, isRichText, type Model } from '../../schema/model.ts'
import type { Ask, Connection, Dialect } from '../store/contract.ts'
import type { TableSpec } from '../store/tables.ts'
import { afterwards } from './afterwards.ts'
import type { Applied, MigrationFile, SchemaChange } from './changes.ts'
import { type ContentPlace, contentMoves, type Moved } from './content-moves.ts'
import { changesTo } from './covered.ts'
import { isInSight, isProtected, isProtection, neededBy, needInWords, protectionsOf } from './declared-protection.ts'
import { type Reading, readModel, saveModel } from './model-table.ts'
import { inUse } from './undo.ts'

/** The functions of one content type that are gone. */
export interface MissingCode {
  collection: string
  /** Such as `access.read`, `hooks.beforeChange` or `fields.salary.access.read`. */
  parts: string[]
}

const KEY = 'coded'
/** Older versions would miss these as code, so they have their own key. */
const PROTECTED = 'protected'
/** The parts of a field that may be functions, apart from its rules. */
const OF_FIELDS = ['validate', 'defaultValue', 'filterOptions', 'shown'] as const

/** What galley brings, and older versions remembered. */
const OF_GALLEY: ReadonlySet<string> = new Set([
  ...['read', 'update', 'delete'].map((verb) => `api-keys.access.${verb}`),
  ...['url', 'sizes'].map((field) => `media.fields.${field}.shown`),
])

const isOfSite = (remembered: string): boolean => !OF_GALLEY.has(remembered)

/** `posts.access.read`, for every function of every content type, without those that galley brings, and every protection of a field. */
export const codeOfModel = (model: Model): string[] =>
  [...model.entities.values()].flatMap((entity) => partsOf(entity).map((part) => `${entity.slug}.${part}`)).filter(isOfSite)

const partsOf = (entity: Entity): string[] => [...functionsOf(entity), ...protectionsOf(fieldsOf(entity))]

function functionsOf(entity: Entity): string[] {
  const { access, code } = entity
  return [
    ...functionsIn(access).map((verb) => `access.${verb}`),
    ...Object.entries(code.hooks ?? {}).flatMap(([name, hooks]) =>
      [hooks].flat().map((_, at) => (at === 0 ? `hooks.${name}` : `hooks.${name} ${at + 1}`)),
    ),
    ...functionsIn({ preview: code.preview, scope: code.scope }),
    ...fieldsOf(entity).flatMap((field) => [
      ...functionsIn(field.access).map((verb) => `fields.${field.path}.access.${verb}`),
      ...OF_FIELDS.filter((name) => typeof field[name] === 'function').map((name) => `fields.${field.path}.${name}`),
    ]),
  ]
}

const functionsIn = (parts: object): string[] => Object.entries(parts).flatMap(([name, part]) => (typeof part === 'function' ? [name] : []))

/** Also those in the blocks of texts. */
const fieldsOf = (entity: Entity): Field[] =>
  [...everyField(entity.fields)].flatMap((field) => [
    field,
    ...(isRichText(field) ? field.richText.blocks.flatMap((block) => [...everyField(block.fields)]) : []),
  ])

/**
 * The functions that were remembered and are gone, although their content type and field are there, and the protection that converted values
 * lack. A slug alone, of older versions, means the rules of a content type.
 */
export function missingCode(remembered: readonly string[], model: Model): MissingCode[] {
  const missing = new Map<string, string[]>()
  for (const one of remembered.filter(isOfSite)) {
    const { slug, part } = split(one)
    const entity = model.entities.get(slug)
    if (entity) missing.set(slug, [...(missing.get(slug) ?? []), ...goneFrom(entity, part)])
  }
  return [...missing].flatMap(([collection, parts]) => (parts.length > 0 ? [{ collection, parts: [...new Set(parts)] }] : []))
}

function goneFrom(entity: Entity, part: string): string[] {
  const parts = partsOf(entity)
  if (part === '') return parts.some((one) => one.startsWith('access.')) ? [] : ['access']
  const { path, end } = ofField(part) ?? {}
  if (path !== undefined && end !== undefined && isProtection(end)) {
    const isKept = isInSight(end) || !isThere(part, entity) || isProtected(path, end, parts)
    return isKept ? [] : [needInWords(part)]
  }
  return parts.includes(part) || !isThere(part, entity) ? [] : [part]
}

const isThere = (part: string, entity: Entity): boolean => {
  const { path } = ofField(part) ?? {}
  return path === undefined || fieldsOf(entity).some((field) => field.path === path)
}

/** The functions to remember: those that are there, and those of content types and fields that left the schema, whose parked values may come back. */
export function codeToRemember(model: Model, remembered: readonly string[]): string[] {
  const away = remembered.filter(isOfSite).filter((one) => {
    const { slug, part } = split(one)
    const entity = model.entities.get(slug)
    return !entity || !isThere(part, entity)
  })
  return [...new Set([...codeOfModel(model), ...away])]
}

/** The same functions at the places where their content is after a migration. */
export function codeFollowing(remembered: readonly string[], movedFrom: (place: ContentPlace) => Moved): string[] {
  const followed = remembered.flatMap((one) => {
    const { slug, part } = split(one)
    const { path, end } = ofField(part) ?? {}
    const { to, out, converted } = movedFrom([slug, ...(path?.split('.') ?? [])])
    const named = ([now = '', ...names]: ContentPlace, rest: string) =>
      [now, ...(names.length > 0 ? ['fields', ...names] : []), ...(rest === '' ? [] : [rest])].join('.')
    // A rule about a group is the only one that its fields need, and a text or JSON needs the rules of its parts.
    const leaving = path !== undefined && end?.startsWith('access.') ? out.map((place) => named(place, end)) : []
    const need = end && neededBy(end)
    const needing = need === undefined ? [] : converted.map((place) => named(place, need))
    return [...to.map((place) => named(place, end ?? part)), ...leaving, ...needing]
  })
  return [...new Set(followed)]
}

export interface Ahead {
  applied: Applied
  wanted: readonly TableSpec[]
  /** Files that are still to be applied, before the rest of the plan. */
  files?: readonly MigrationFile[]
  /** Whether to leave out what these files confirm to be gone. */
  withoutConfirmed?: boolean
  /** How parked values move that are restored in the end, once a database is in this state. */
  restored?: (applied: Applied) => readonly SchemaChange[]
}

/** The remembered functions, at the places where its content will be once everything is applied. */
export function codeAfter(remembered: readonly string[], ahead: Ahead): string[] {
  const { applied, wanted, files = [], withoutConfirmed = false, restored = () => [] } = ahead
  let before = applied
  let code = [...remembered]
  const follow = (changes: readonly SchemaChange[], after: Applied) => {
    code = codeFollowing(code, contentMoves(before, changes))
    before = after
  }
  for (const { after, withoutCode, code: written = [] } of files) {
    follow(changesTo(inUse(after), before) ?? [], after)
    code = code.filter((one) => !isProtectedBy(written, one))
    if (withoutConfirmed) code = code.filter((one) => !isNamed(one, withoutCode))
  }
  // A plan that is refused moves nothing.
  const changes = changesTo(wanted, before) ?? []
  follow(changes, afterwards(before, wanted, changes))
  follow(restored(before), before)
  return code
}

/** Whether the schema of a file gave converted values what they need. */
function isProtectedBy(written: readonly string[], remembered: string): boolean {
  const { slug, part } = split(remembered)
  const { path, end } = ofField(part) ?? {}
  if (path === undefined || end === undefined || !isProtection(end) || isInSight(end)) return false
  const parts = written.map(split).flatMap((one) => (one.slug === slug ? [one.part] : []))
  return isProtected(path, end, parts)
}

const isNamed = (remembered: string, parts: readonly string[]): boolean =>
  parts.includes(needInWords(remembered)) || (!remembered.includes('.') && parts.includes(`${remembered}.access`))

function split(remembered: string): { slug: string; part: string } {
  const [slug = '', ...rest] = remembered.split('.')
  return { slug, part: rest.join('.') }
}

function ofField(part: string): { path: string; end: string } | undefined {
  const [, path, end] = /^fields\.(.+?)\.(access\.\w+|validate|defaultValue|filterOptions|shown|\(.*\))$/.exec(part) ?? []
  return path === undefined || end === undefined ? undefined : { path, end }
}

/** The functions that a database remembers. */
export async function codeKnownTo(store: Reading): Promise<string[]> {
  const catalogue = await store.read(store.dialect.catalogue)
  if (!catalogue.some((row) => row['table'] === store.dialect.bare('$model'))) return []
  return rememberedCode((sql, values) => store.read(sql, values), store.dialect)
}

async function rememberedCode(ask: Ask, dialect: Dialect): Promise<string[]> {
  return [...((await readModel(KEY, ask, dialect)) ?? []), ...((await readModel(PROTECTED, ask, dialect)) ?? [])]
}

async function saveCode(code: readonly string[], connection: Connection, dialect: Dialect): Promise<void> {
  const [protections, functions] = [true, false].map((wanted) => code.filter((one) => isProtection(one) === wanted))
  await saveModel(KEY, functions, connection, dialect)
  await saveModel(PROTECTED, protections, connection, dialect)
}

const rememberedIn = (connection: Connection, dialect: Dialect): Promise<string[]> =>
  rememberedCode((sql, values) => connection.all(sql, values), dialect)

export async function rememberCode(model: Model, connection: Connection, dialect: Dialect): Promise<void> {
  await saveCode(codeToRemember(model, await rememberedIn(connection, dialect)), connection, dialect)
}

/** The schema that is in use while content moves, and the content types whose code may be gone afterwards. */
export interface SchemaInUse {
  model: Model
  withoutCode?: readonly string[]
}

/** The code of content that moves, where the schema in use lacks it afterwards. */
export function codeLostBy(changes: readonly SchemaChange[], remembered: readonly string[], before: Applied, model: Model): MissingCode[] {
  const movedFrom = contentMoves(before, changes)
  const moved = remembered.flatMap((one) => {
    const followed = codeFollowing([one], movedFrom)
    return followed.length === 1 && followed[0] === one ? [] : followed
  })
  return missingCode(moved, model)
}

/** Moves what is remembered along with the content, forgets code that is confirmed to be gone, and returns the other code that gets lost. */
export async function moveCode(
  before: Applied,
  changes: readonly SchemaChange[],
  connection: Connection,
  dialect: Dialect,
  inUse?: SchemaInUse,
): Promise<MissingCode[]> {
  const remembered = await rememberedIn(connection, dialect)
  const lost = inUse ? codeLostBy(changes, remembered, before, inUse.model) : []
  const moved = codeFollowing(remembered, contentMoves(before, changes))
  if (remembered.length > 0) await saveCode(moved, connection, dialect)
  const isConfirmed = ({ collection }: MissingCode) => inUse?.withoutCode?.includes(collection) ?? false
  await forgetCode(lost.filter(isConfirmed).flatMap(partsWithSlug), connection, dialect)
  return lost.filter((one) => !isConfirmed(one))
}

/** Forgets parts such as `posts.access.read`. */
export async function forgetCode(parts: readonly string[], connection: Connection, dialect: Dialect): Promise<void> {
  if (parts.length === 0) return
  const remembered = await rememberedIn(connection, dialect)
  const left = remembered.filter((one) => !isNamed(one, parts))
  await saveCode(left, connection, dialect)
}

/** `'posts' (access.read, hooks.beforeChange)` */
export const describeMissing = ({ collection, parts }: MissingCode): string => `'${collection}' (${parts.join(', ')})`

/** In development, one of several functions may go, unless it keeps readers or writers away: only such a one, or a file that is gone, is worth a question. */
export function isWorthAsking({ collection, parts }: MissingCode, model: Model): boolean {
  const entity = model.entities.get(collection)
  return entity === undefined || functionsOf(entity).length === 0 || parts.some((part) => /(^|\.)(access|hidden|shown)(\.|$)/.test(part))
}

/** Several functions of one place are one, so that a program can name them in a file of migrations. */
export const partsWithSlug = ({ collection, parts }: MissingCode): string[] => parts.map((part) => `${collection}.${part}`)
