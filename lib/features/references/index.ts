/** Where a document is used: who points to it, also from a pending draft, so that a deletion is no surprise. */
import { type Entity, everyField, isRelation, wholeOf } from '../../../schema/model.ts'
import type { Caller } from '../../actor.ts'
import type { Feature } from '../../feature.ts'
import { json } from '../../http/answer.ts'
import { type Address, documentAt } from '../../local/address.ts'
import { call } from '../../local/call.ts'
import type { References } from '../../local/types.ts'
import type { Engine } from '../../operations/operation.ts'
import { and, type Filter } from '../../query/filter.ts'
import { byIds } from '../../query/reader.ts'
import { plainView, type View } from '../../query/view.ts'
import { ASIDE, columnsOf, REFERENCES, storedAt, withoutLocale } from '../../store/columns.ts'

/** As many of each content type are named; all are counted. */
const NAMED = 100

export const references: Feature = {
  name: 'references',
  local: { references: find },
  routes: () => [
    {
      method: 'GET',
      path: '/:collection/:id/references',
      name: 'references',
      run: async ({ engine, caller, params }) => {
        const at = documentAt(engine, caller.actor, params['collection']!, params['id'])
        return json(200, JSON.stringify(await find(engine, caller, at)))
      },
    },
  ],
}

/** By path: whether a pending draft alone points there. */
type Use = Map<string, boolean>

/** Whoever may read a document may know how often it is used, and by which of the documents that they may read. */
async function find(engine: Engine, caller: Caller, { entity, id }: Address): Promise<References> {
  await call(engine, caller, 'read', entity, { id: id!, depth: 0, options: { draft: true } })
  const found: References = { total: 0, references: [] }
  for (const source of engine.model.entities.values()) {
    if (source.internal) continue
    const uses = await usesIn(engine, source, entity, id!)
    found.total += uses.size
    found.references.push(...(await named(engine, caller, source, uses)))
  }
  return found
}

async function usesIn({ store }: Engine, source: Entity, target: Entity, id: number): Promise<Map<number, Use>> {
  const { table, quote: q, native } = store.dialect
  const uses = new Map<number, Use>()
  const whole = wholeOf(source)
  const hidden = new Set([...everyField(whole.fields)].filter((field) => field.hidden).map(storedAt))
  const note = (row: number, path: string, isDraft: boolean) => {
    const use = uses.get(row) ?? new Map<string, boolean>()
    const field = withoutLocales(path)
    uses.set(row, use.set(field, isDraft && use.get(field) !== false))
  }
  for (const { name, field } of columnsOf(whole)) {
    if (!isRelation(field) || field.hasMany || field.to !== target.slug || field.hidden) continue
    const rows = await store.read(native(`select ${q('id')} from ${table(source.slug)} where ${q(name)} = ?`), [id])
    for (const row of rows) note(row['id'], name.replaceAll('$', '.'), false)
  }
  const sql = `select ${q('source')}, ${q('path')} from ${table(REFERENCES)} where ${q('target_entity')} = ? and ${q('target')} = ? and ${q('entity')} = ?`
  for (const row of await store.read(native(sql), [target.slug, id, source.slug])) {
    const isDraft = row['path'].startsWith(ASIDE)
    const path = isDraft ? row['path'].slice(ASIDE.length) : row['path']
    if (!hidden.has(path)) note(Number(row['source']), path, isDraft)
  }
  return uses
}

const withoutLocales = (path: string) => path.split('.').map(withoutLocale).join('.')

async function named(engine: Engine, caller: Caller, source: Entity, uses: ReadonlyMap<number, Use>): Promise<References['references']> {
  if (uses.size === 0) return []
  const view: View = { ...plainView, options: { draft: true } }
  await engine.access.prepare([source], caller)
  const rule = await engine.access.filter(source, 'read', caller)
  const seen = async (...filters: Filter[]) =>
    engine.reader.existing(source, and(byIds(engine.store.dialect, uses.keys()), rule, ...filters))
  const visible = [...(await seen(engine.restrict(source, caller, view)))].slice(0, NAMED)
  const { denied, ask } = engine.access.mask(source, caller)
  const kept = new Set([...denied, ...ask].map((field) => withoutLocales(storedAt(field))))
  const titles = await titlesOf(engine, caller, source, visible, view)
  return visible.flatMap((row) => {
    const use = uses.get(row)!
    const shown = [...use.keys()].filter((path) => !kept.has(path)).sort()
    const isDraft = shown.every((path) => use.get(path))
    const where = source.kind === 'global' ? { global: source.slug } : { collection: source.slug, id: row }
    return shown.length === 0 ? [] : [{ ...where, title: titles.get(row) ?? null, fields: shown, draft: isDraft }]
  })
}

async function titlesOf(engine: Engine, caller: Caller, source: Entity, ids: readonly number[], view: View): Promise<Map<number, string>> {
  const field = source.options['useAsTitle'] as string | undefined
  if (field === undefined || ids.length === 0) return new Map()
  const { listed } = await call(engine, caller, 'list', source, {
    where: { id: { in: [...ids] } },
    limit: ids.length,
    depth: 0,
    count: false,
    options: view.options as Record<string, unknown>,
  })
  return new Map(listed!.docs.map(({ object }) => [object!['id'], object![field]]))
}
