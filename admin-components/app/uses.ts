/** Where documents are used, in words: for those who look at one, and for those who are about to delete some. Tested by test/admin-components/used-in.test.ts. */
import { filterText } from '../list/where.ts'
import { humanized } from '../texts/texts.ts'
import type { App } from './app.ts'
import type { Entity, Field } from './schema.ts'

interface Use {
  collection?: string
  global?: string
  id?: number
  title: string | null
  /** The paths of the fields that refer to it. */
  fields: readonly string[]
}

export interface Uses {
  /** Those that this person may not see included. */
  total: number
  /** How many of them are in the trash. */
  trashed: number
  /** Those outside the trash that this person may see. */
  places: readonly UsePlace[]
  /** How many of these places have to refer to something. */
  needed: number
  /** Lists of the places that have to, by collection. */
  lists: readonly UsePlace[]
  /** Those that a delete moves to another place of the tree: the documents below, or the contents of a folder. */
  moved?: Uses
}

export interface UsePlace {
  name: string
  /** The label of its content type, such as `Post`, if the name is a title. */
  kind?: string
  /** Its place in the admin. */
  to: string
  /** The fields that refer to it, such as `posts.author`. */
  fields?: readonly string[]
}

/** `unknown` where the server didn't say, undefined where it wasn't asked. */
export type KnownUses = Uses | 'unknown' | undefined

export const unknownUses = (): 'unknown' => 'unknown'

interface Found {
  total: number
  trashed: number
  references: readonly Use[]
}

/** The API looks for the uses of this many documents at once. */
const AT_ONCE = 1000

export const usesOf = async (app: App, slug: string, id: number, without: readonly string[] = []): Promise<Uses> =>
  inWords(app, await app.client.get(`/${slug}/${id}/references`, leavingOut(without)), [id])

/** Where documents are used that are about to be deleted together; undefined if they are too many to look for. */
export const usesOfMany = async (
  app: App,
  collection: string,
  ids: readonly number[],
  without: readonly string[] = [],
): Promise<Uses | undefined> =>
  ids.length > AT_ONCE
    ? undefined
    : inWords(app, await app.client.get('/admin/references', { collection, ids: ids.join(), ...leavingOut(without) }), ids)

/** Uses in these fields alone don't count. */
const leavingOut = (fields: readonly string[]): { without?: string } => (fields.length > 0 ? { without: fields.join() } : {})

function inWords(app: App, { total, trashed, references }: Found, ids: readonly number[]): Uses {
  const needing = references.map((use) => requiredIn(app, use)).filter((paths) => paths.length > 0)
  return {
    total,
    trashed,
    places: references.map((use) => placeOf(app, use)),
    needed: needing.length,
    lists: listsOf(app, references, ids),
  }
}

function placeOf(app: App, { collection = '', global, id, title, fields: paths }: Use): UsePlace {
  const entity = entityOf(app, { collection, global })
  const kind = app.label(entity?.labels.singular, humanized(global ?? collection))
  const to = global === undefined ? `c/${collection}/${id}` : `g/${global}`
  const fields = paths.map((path) => `${global ?? collection}.${path}`)
  if (title) return { name: title, kind, to, fields }
  return { name: global === undefined ? `${kind} ${id}` : kind, to, fields }
}

const entityOf = (app: App, { collection = '', global }: Pick<Use, 'collection' | 'global'>): Entity | undefined =>
  global === undefined ? app.collection(collection) : app.entity('global', global)

/** The fields of a use that have to refer to a document, and refer to one only. */
function requiredIn(app: App, use: Use): Field[] {
  const fields = [...everyField(entityOf(app, use)?.fields ?? [])]
  return fields.filter(({ path, required, hasMany }) => required && !hasMany && use.fields.includes(path))
}

function* everyField(fields: readonly Field[]): Generator<Field> {
  for (const field of fields) {
    yield field
    yield* everyField([...(field.fields ?? []), ...(field.blocks ?? []).flatMap((block) => block.fields)])
  }
}

/** The lists of collections in which several documents require these. No filter finds fields inside blocks. */
function listsOf(app: App, uses: readonly Use[], ids: readonly number[]): UsePlace[] {
  const collections = new Set(uses.flatMap(({ collection }) => collection ?? []))
  return [...collections].flatMap((slug) => {
    const entity = app.collection(slug)
    const needing = uses.filter((use) => use.collection === slug).map((use) => requiredIn(app, use))
    const paths = new Set(needing.flat().map(({ path }) => path))
    const filtered = new Set(entity && outsideBlocks(entity.fields).map(({ path }) => path))
    if (!entity || needing.filter(({ length }) => length > 0).length < 2 || [...paths].some((path) => !filtered.has(path))) return []
    const operator = ids.length > 1 ? 'in' : 'equals'
    const tests = [...paths].map((field) => ({ field, operator, value: ids.join() }) as const)
    const filter = encodeURIComponent(filterText({ match: 'or', tests }) ?? '')
    return [{ name: app.label(entity.labels.plural, humanized(slug)), to: `c/${slug}?filter=${filter}` }]
  })
}

const outsideBlocks = (fields: readonly Field[]): Field[] => fields.flatMap((field) => [field, ...outsideBlocks(field.fields ?? [])])
