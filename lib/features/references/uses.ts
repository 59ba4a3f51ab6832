/** Which documents refer to a document, or to some of several, including from a pending draft. Tested by test/access/unreadable-uses.test.ts. */

import { type Entity, everyField, wholeOf } from '../../../schema/model.ts'
import type { Caller } from '../../actor.ts'
import type { Engine } from '../../engine.ts'
import type { DocumentAddress } from '../../local/address.ts'
import { call } from '../../local/call.ts'
import type { References } from '../../local/types.ts'
import { Pace } from '../../pace.ts'
import { and, byId, byIds, type Filter } from '../../query/filter.ts'
import { pointersTo } from '../../query/pointers-to.ts'
import { isWithin } from '../../query/unsaved-content.ts'
import { plainView, type View } from '../../query/view.ts'
import { storedAt, withoutLocales } from '../../store/columns.ts'
import type { Row } from '../../store/contract.ts'
import { PENDING, type Snapshot, unfolded } from '../../store/snapshots.ts'

/** At most this many per content type are listed; all are counted. */
const NAMED = 100
const A_PAGE = 2000

const DRAFTS: View = { ...plainView, options: { draft: true } }

/** By path: whether only a pending draft refers to it there. */
type Use = Map<string, boolean>

/**
 * Readers of a document see which of the documents that they may read use it. Admin users also get the number of other uses, since those
 * would break as well.
 */
export async function usesOf(
  engine: Engine,
  caller: Caller,
  { entity, id }: DocumentAddress,
  without: readonly string[] = [],
): Promise<References> {
  await call(engine, caller, 'read', entity, { id, depth: 0, options: { draft: true } })
  return usesOfAny(engine, caller, entity, { ids: [id], except: [], without })
}

/** The documents that use one of several, other than these themselves. Those that the caller can't read are not looked for. */
export async function usesOfMany(
  engine: Engine,
  caller: Caller,
  entity: Entity,
  ids: readonly number[],
  without: readonly string[] = [],
): Promise<References> {
  const where = { id: { in: [...ids] } }
  const { page } = await call(engine, caller, 'list', entity, {
    where,
    limit: ids.length,
    depth: 0,
    count: false,
    select: ['id'],
    options: { draft: true },
  })
  const found = page.docs.map(({ text, object }) => (object ?? JSON.parse(text))['id'])
  return usesOfAny(engine, caller, entity, { ids: found, except: ids, without })
}

interface Wanted {
  ids: readonly number[]
  /** Documents whose uses don't count. */
  except: readonly number[]
  /** Fields whose uses don't count, such as `posts.author`. */
  without: readonly string[]
}

async function usesOfAny(engine: Engine, caller: Caller, entity: Entity, { ids, except, without }: Wanted): Promise<References> {
  const found: References = { total: 0, trashed: 0, references: [] }
  const pace = new Pace()
  for (const source of engine.model.entities.values()) {
    if (source.internal) continue
    const isLeftOut = (field: string) => without.includes(`${source.slug}.${field}`)
    const all = await usesIn(engine, source, entity, { ids, isLeftOut }, pace)
    if (source === entity) for (const id of except) all.delete(id)
    const uses = await knownUses(engine, caller, source, all, pace)
    const visible = await visibleOf(engine, caller, source, uses, pace)
    found.total += countsAll(caller) ? uses.size : visible.length
    if (countsAll(caller) && uses.size > visible.length) found.trashed += await countTrashed(engine, caller, source, [...uses.keys()], pace)
    found.references.push(...(await named(engine, caller, source, uses, visible.slice(0, NAMED))))
  }
  return found
}

const seesDrafts = ({ actor }: Caller) => actor.kind === 'system' || (actor.user !== null && !actor.member)
const countsAll = (caller: Caller) => seesDrafts(caller) && !caller.actor.key

/** Leaves out drafts and fields that the caller can't read, and documents that use it only there. */
async function knownUses(
  engine: Engine,
  caller: Caller,
  source: Entity,
  uses: ReadonlyMap<number, Use>,
  pace: Pace,
): Promise<Map<number, Use>> {
  if (uses.size === 0) return new Map()
  await engine.access.paths.prepare([source], caller)
  const { denied, ask } = engine.access.fields.mask(source, caller)
  const hidden = [...everyField(source.fields)].filter((field) => field.hidden)
  const kept = [...denied, ...ask, ...hidden].map((field) => withoutLocales(storedAt(field)))
  const isKnown = (path: string) => !kept.some((one) => path === one || path.startsWith(`${one}.`))
  const isVisible = ([path, isDraft]: [string, boolean]) => isKnown(path) && (!isDraft || seesDrafts(caller))
  const known = new Map<number, Use>()
  for (const [row, use] of uses) {
    const rest = new Map([...use].filter(isVisible))
    if (rest.size > 0) known.set(row, rest)
    await pace.rest()
  }
  return known
}

async function visibleOf(engine: Engine, caller: Caller, source: Entity, uses: ReadonlyMap<number, Use>, pace: Pace): Promise<number[]> {
  if (uses.size === 0) return []
  const rule = and(await engine.access.documents.filter(source, 'read', caller), engine.features.restrict(source, caller, DRAFTS))
  const ids = [...uses.keys()].sort((one, other) => one - other)
  const visible: number[] = []
  for (let at = 0; at < ids.length; at += A_PAGE) {
    const page = ids.slice(at, at + A_PAGE)
    const there = await engine.reader.existing(source, and(byIds(engine.store.dialect, page), rule))
    visible.push(...page.filter((id) => there.has(id)))
    await pace.rest()
  }
  return withoutUnreadableDrafts(engine, caller, source, uses, visible, pace)
}

/** Without documents that the caller could not read outside the trash either. */
async function countTrashed(engine: Engine, caller: Caller, source: Entity, ids: readonly number[], pace: Pace): Promise<number> {
  const column = engine.features.columns(source).find(({ trashes }) => trashes)?.name
  if (column === undefined) return 0
  const trashed: Filter = { is: 'test', path: [{ is: 'column', name: column, kind: 'text' }], kind: 'text', test: 'filled' }
  const rule = await engine.access.documents.filter(source, 'read', caller)
  let count = 0
  for (let at = 0; at < ids.length; at += A_PAGE) {
    const page = byIds(engine.store.dialect, ids.slice(at, at + A_PAGE))
    count += (await engine.reader.existing(source, and(page, rule, trashed))).size
    await pace.rest()
  }
  return count
}

/** A pending draft may be out of the caller's reach while the live content is not: then the draft's references are left out. */
async function withoutUnreadableDrafts(
  engine: Engine,
  caller: Caller,
  source: Entity,
  uses: ReadonlyMap<number, Use>,
  visible: readonly number[],
  pace: Pace,
): Promise<number[]> {
  const rule = await engine.access.documents.filter(source, 'read', caller)
  const whole = wholeOf(source)
  const left: number[] = []
  for (const id of visible) {
    // biome-ignore lint/style/noNonNullAssertion: only documents that refer to it are visible here
    const use = uses.get(id)!
    const drafts = [...use].filter(([, isDraft]) => isDraft).map(([path]) => path)
    const pending = drafts.length > 0 && rule.is !== 'all' ? pendingIn((await engine.reader.stored(source, byId(id)))?.row) : undefined
    if (pending && !(await isWithin({ entity: whole, id, doc: await unfolded(whole, pending) }, rule, engine)))
      for (const path of drafts) use.delete(path)
    if (use.size > 0) left.push(id)
    await pace.rest()
  }
  return left
}

function pendingIn(row: Row | undefined): Snapshot | undefined {
  const text = row?.[PENDING] ?? undefined
  return typeof text === 'string' ? JSON.parse(text) : text
}

async function usesIn(
  engine: Engine,
  source: Entity,
  target: Entity,
  { ids, isLeftOut }: { ids: readonly number[]; isLeftOut: (field: string) => boolean },
  pace: Pace,
): Promise<Map<number, Use>> {
  const uses = new Map<number, Use>()
  for await (const { id, path, isDraft } of pointersTo(engine, source, target, ids, { pace, fromReplica: true })) {
    const field = withoutLocales(path)
    if (isLeftOut(field)) continue
    const use = uses.get(id) ?? new Map<string, boolean>()
    uses.set(id, use.set(field, isDraft && use.get(field) !== false))
  }
  return uses
}

async function named(
  engine: Engine,
  caller: Caller,
  source: Entity,
  uses: ReadonlyMap<number, Use>,
  visible: readonly number[],
): Promise<References['references']> {
  const drafted = await titlesOf(engine, caller, source, visible, true)
  // A live use has the live title, not that of a pending draft. Documents that were never published have only one.
  const used = source.options['drafts'] === true ? visible.filter((row) => !isInDraft(uses, row)) : []
  const live = await titlesOf(engine, caller, source, used, false)
  return visible.map((row) => {
    const draft = isInDraft(uses, row)
    const title = (!draft && live.has(row) ? live : drafted).get(row) ?? null
    const where = source.kind === 'global' ? { global: source.slug } : { collection: source.slug, id: row }
    // biome-ignore lint/style/noNonNullAssertion: only documents that refer to it are visible here
    return { ...where, title, fields: [...uses.get(row)!.keys()].sort(), draft }
  })
}

/** Whether only a pending draft refers to it. */
const isInDraft = (uses: ReadonlyMap<number, Use>, row: number): boolean => [...(uses.get(row) ?? new Map()).values()].every(Boolean)

async function titlesOf(
  engine: Engine,
  caller: Caller,
  source: Entity,
  ids: readonly number[],
  draft: boolean,
): Promise<Map<number, string | null>> {
  const title = source.options['useAsTitle'] as string | undefined
  const field = source.fields.find(({ name }) => name === title)
  if (!field || field.hidden || ids.length === 0) return new Map()
  const { denied, ask } = engine.access.fields.mask(source, caller)
  if (denied.has(field)) return new Map()
  const { page } = await call(engine, caller, 'list', source, {
    where: { id: { in: [...ids] } },
    limit: ids.length,
    depth: 0,
    count: false,
    // Only the title, as text, because the rest of a document may be long.
    ...(!ask.has(field) && { select: [field.name], asText: true }),
    options: { draft },
  })
  const docs = page.docs.map(({ text, object }) => object ?? JSON.parse(text))
  return new Map(docs.map((doc) => [doc['id'], doc[field.name]]))
}
