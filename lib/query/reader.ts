/** Reads: finds rows under a filter and shows them, as text where nothing has to be looked at, else as objects. */
import { type Entity, everyField, isRelation, wholeOf } from '../../schema/model.ts'
import type { Access } from '../access/access.ts'
import type { Caller } from '../actor.ts'
import { Pace } from '../pace.ts'
import { REV } from '../store/columns.ts'
import type { Dialect, Row } from '../store/contract.ts'
import { type Documents, metaOf } from '../store/documents.ts'
import type { CallerLimit } from '../store/lanes.ts'
import type { Store } from '../store/store.ts'
import { NEAR } from './bounded.ts'
import { and, type Filter } from './filter.ts'
import { type Showing, type Stored, showObjects } from './objects.ts'
import { allColumns, type Join, type Plan, type Plans, systemColumns, TOTAL } from './plan.ts'
import { compilePrinter, type Joined, type Printed, type Printer } from './printer.ts'
import type { Sorting } from './sort.ts'
import { limitOf, type TimeLimits } from './time-limits.ts'
import { type View, viewKey } from './view.ts'

/** A document as JSON text or as an object, with its revision. */
export interface Shown {
  text?: string
  object?: Record<string, any>
  rev: number
}

export interface Page {
  /** 0 is all. */
  limit: number
  page: number
  count: boolean
}

export interface Found {
  docs: Shown[]
  totalDocs: number | null
  hasNextPage: boolean
}

/** Rows that show something else than their columns say. */
export interface Overlay {
  /** Columns that tell. */
  columns: readonly string[]
  /** What the row shows instead, if it does. */
  of(row: Row): Stored | undefined
}

export interface ReaderParts {
  store: Store
  dialect: Dialect
  documents: Documents
  plans: Plans
  access: Access
  /** An entity in the form that a view shows. */
  entity(slug: string, view: View): Entity
  /** The columns that features own in the table of an entity. */
  own(entity: Entity): readonly string[]
  overlay(entity: Entity, caller: Caller, view: View): Overlay | undefined
  afterRead: Showing['afterRead']
  timeLimits: TimeLimits
}

export class Reader {
  readonly #parts: ReaderParts
  readonly #printers = new WeakMap<Entity, Map<string, Printer | undefined>>()
  readonly #targets = new WeakMap<Entity, readonly string[]>()

  constructor(parts: ReaderParts) {
    this.#parts = parts
  }

  /** The first row that matches, shown. */
  async one(entity: Entity, filter: Filter, caller: Caller, view: View, asText: boolean): Promise<Shown | undefined> {
    const joining = asText && view.depth === 1
    const waiting = joining ? this.#parts.access.prepare(this.#targetsOf(entity, view), caller) : undefined
    if (waiting) await waiting
    const printer = asText ? this.#printer(entity, caller, view, joining) : undefined
    const overlay = this.#parts.overlay(entity, caller, view)
    const { plan, values } = this.#plan(entity, filter, caller, view, printer, overlay)
    const limit = limitOf(caller, this.#parts.timeLimits)
    const [row] = await this.#parts.store.query(plan, values, plan.bounds.rows, limit)
    if (row === undefined) return undefined
    if (printer && !overlay && printer.relations.length === 0) return { text: printer.print(row, NOTHING), rev: row[REV] }
    return (await this.#show(entity, [row], printer, overlay, caller, view, asText, limit))[0]
  }

  async list(entity: Entity, filter: Filter, sorting: Sorting, page: Page, caller: Caller, view: View, asText: boolean): Promise<Found> {
    const printer = asText ? this.#printer(entity, caller, view) : undefined
    const overlay = this.#parts.overlay(entity, caller, view)
    const unlimited = page.limit === 0
    const limit = unlimited ? Number.MAX_SAFE_INTEGER : page.limit + (page.count ? 0 : 1)
    const offset = unlimited ? 0 : (page.page - 1) * page.limit
    const late = offset >= this.#parts.dialect.lateFrom && sorting.values.length === 0
    const total = filter.is === 'all' ? 'kept' : offset > 0 ? 'counted' : undefined
    const { plan, values } = this.#parts.plans.take({
      entity,
      filter,
      sorting,
      ...columnsFor(entity, printer, overlay),
      page: late ? 'late' : 'straight',
      ...(page.count && total && { total }),
    })
    const counting = page.count && total === 'counted' ? values : []
    const time = limitOf(caller, this.#parts.timeLimits)
    const isNear = plan.bounds.count || offset + limit <= NEAR
    const bound = [...counting, ...values, ...sorting.values, limit, offset]
    const rows = await this.#parts.store.query(plan, bound, plan.bounds.rows && isNear, time)
    const more = !page.count && !unlimited && rows.length > page.limit
    if (more) rows.pop()
    const totalDocs = page.count ? await this.#total(rows, plan, values, offset, limit, time) : null
    return {
      docs: await this.#show(entity, rows, printer, overlay, caller, view, asText, time),
      totalDocs,
      hasNextPage: totalDocs === null ? more : !unlimited && page.page * page.limit < totalDocs,
    }
  }

  /** A page that is not full tells the total; else the rows bring it where the database keeps it, else it is counted. */
  async #total(
    rows: readonly Row[],
    plan: Plan,
    values: unknown[],
    offset: number,
    limit: number,
    time: CallerLimit | undefined,
  ): Promise<number> {
    if (rows.length < limit && (rows.length > 0 || offset === 0)) return offset + rows.length
    const kept = rows[0]?.[TOTAL]
    if (kept !== undefined && kept !== null) return Number(kept)
    const [counted] = await this.#parts.store.query(plan.count!, values, plan.bounds.count, time)
    return Number(counted!['n'])
  }

  /** The ids among these that a filter admits. `fresh`: as the primary has them. */
  async existing(entity: Entity, filter: Filter, fresh = false): Promise<Set<number>> {
    const { plan, values } = this.#parts.plans.take({ entity, filter, columns: ['id'], columnsKey: `${nameOf(entity)} id` })
    return new Set((await this.#parts.store.read(plan.sql, values, fresh)).map((row) => row['id'] as number))
  }

  /** One row as it is stored, with the columns of features; `fresh` for whoever is about to change it. */
  async stored(entity: Entity, filter: Filter, fresh = false): Promise<Stored | undefined> {
    const whole = wholeOf(entity)
    const columns = [...new Set([...allColumns(whole), ...this.#parts.own(entity)])]
    const { plan, values } = this.#parts.plans.take({ entity: whole, filter, columns, columnsKey: `${nameOf(entity)} stored` })
    const [row] = await this.#parts.store.read(plan.sql, values, fresh)
    return row && { row, ...this.#asStored(entity, row) }
  }

  /** What a caller sees of documents that are at hand. Without a time limit: it is also the answer to a change, which is done by then. */
  async show(entity: Entity, stored: readonly Stored[], caller: Caller, view: View): Promise<Record<string, any>[]> {
    await this.#parts.access.prepare([entity], caller)
    return showObjects(entity, stored, caller, view, this.#showing(undefined))
  }

  #showing(limit: CallerLimit | undefined): Showing {
    return {
      access: this.#parts.access,
      afterRead: this.#parts.afterRead,
      fetch: (slug, ids, caller, view) => this.#found(slug, ids, caller, view, false, (one) => one.object, limit),
    }
  }

  /** The targets of relations by id, under their own rule; what is missing or can't be seen is not there. */
  async #found<T>(
    slug: string,
    ids: ReadonlySet<number>,
    caller: Caller,
    view: View,
    asText: boolean,
    give: (one: Shown) => T,
    limit: CallerLimit | undefined,
  ): Promise<Map<number, T>> {
    const found = new Map<number, T>()
    const entity = this.#parts.entity(slug, view)
    const waiting = this.#parts.access.prepare([entity], caller)
    if (waiting) await waiting
    const rule = this.#parts.access.reading(entity, caller, view)
    if (ids.size === 0 || rule.is === 'none') return found
    const printer = asText ? this.#printer(entity, caller, view) : undefined
    const overlay = this.#parts.overlay(entity, caller, view)
    const { plan, values } = this.#plan(entity, and(byIds(this.#parts.dialect, ids), rule), caller, view, printer, overlay)
    const rows = await this.#parts.store.query(plan, values, plan.bounds.rows, limit)
    const shown = await this.#show(entity, rows, printer, overlay, caller, view, asText, limit)
    for (let index = 0; index < rows.length; index++) found.set(rows[index]!['id'], give(shown[index]!))
    return found
  }

  #plan(entity: Entity, filter: Filter, caller: Caller, view: View, printer: Printer | undefined, overlay: Overlay | undefined) {
    return this.#parts.plans.take({
      entity,
      filter,
      ...columnsFor(entity, printer, overlay),
      ...(printer && printer.joins.length > 0 && { joins: printer.joins.map((joined) => this.#join(joined, caller, view)) }),
    })
  }

  #join({ to, column, alias, columns }: Joined, caller: Caller, view: View): Join {
    const entity = this.#parts.entity(to, view)
    return { entity, column, alias, columns, rule: this.#parts.access.reading(entity, caller, view) }
  }

  /** As text where a printer is there and the row shows what its columns say, as objects where not. */
  async #show(
    entity: Entity,
    rows: Row[],
    printer: Printer | undefined,
    overlay: Overlay | undefined,
    caller: Caller,
    view: View,
    asText: boolean,
    limit: CallerLimit | undefined,
  ): Promise<Shown[]> {
    const pace = new Pace()
    const instead: (Stored | undefined)[] = []
    const stored: Stored[] = []
    for (const row of rows) {
      const other = overlay?.of(row)
      instead.push(other)
      if (other || !printer) stored.push(other ?? this.#asStored(entity, row))
      const turn = pace.rest()
      if (turn) await turn
    }
    const printable = printer && overlay ? rows.filter((_, index) => !instead[index]) : rows
    const printed = printer ? await this.#printedTargets(printable, printer, caller, view, limit) : NOTHING
    const objects = stored.length > 0 ? await showObjects(entity, stored, caller, view, this.#showing(limit)) : []
    const shown: Shown[] = []
    let next = 0
    for (const [index, row] of rows.entries()) {
      if (printer && !instead[index]) shown.push({ text: printer.print(row, printed), rev: row[REV] })
      else {
        const object = objects[next++]!
        shown.push({ ...(asText ? { text: JSON.stringify(object) } : { object }), rev: row[REV] })
      }
      const turn = pace.rest()
      if (turn) await turn
    }
    return shown
  }

  #asStored(entity: Entity, row: Row): Stored {
    return { meta: metaOf(row), doc: this.#parts.documents.decode(entity, row) }
  }

  async #printedTargets(
    rows: readonly Row[],
    printer: Printer,
    caller: Caller,
    view: View,
    limit: CallerLimit | undefined,
  ): Promise<Printed> {
    if (printer.relations.length === 0) return NOTHING
    const wanted = new Map<string, Set<number>>()
    const pace = new Pace()
    for (const { to, ids } of printer.relations) {
      const set = wanted.get(to) ?? new Set()
      wanted.set(to, set)
      for (const row of rows) {
        for (const id of ids(row)) set.add(id)
        const turn = pace.rest()
        if (turn) await turn
      }
    }
    const deeper: View = { ...view, depth: view.depth - 1, select: undefined }
    const printed = new Map<string, Map<number, string>>()
    for (const [slug, ids] of wanted) printed.set(slug, await this.#found(slug, ids, caller, deeper, true, (one) => one.text!, limit))
    return printed
  }

  /** `joining`: the targets of its single relations are read with the row; their rules have been asked. */
  #printer(entity: Entity, caller: Caller, view: View, joining = false): Printer | undefined {
    let kept = this.#printers.get(entity)
    if (!kept) this.#printers.set(entity, (kept = new Map()))
    const { access } = this.#parts
    const mask = access.mask(entity, caller)
    let key = mask.key === '' ? viewKey(view) : `${viewKey(view)} ${mask.key}`
    if (joining) for (const target of this.#targetsOf(entity, view)) key += ` +${target.form ?? ''}${access.mask(target, caller).key}`
    const known = kept.get(key)
    if (known !== undefined || kept.has(key)) return known
    if (kept.size > 500) kept.clear()
    const deeper: View = { ...view, depth: view.depth - 1, select: undefined }
    const printer = compilePrinter(entity, view, mask, {
      ...(joining && {
        joining: (relation, alias) => {
          const target = this.#parts.entity(relation.to!, view)
          return compilePrinter(target, deeper, access.mask(target, caller), { alias })
        },
      }),
    })
    kept.set(key, printer)
    return printer
  }

  /** The entities that its single relations name. */
  #targetsOf(entity: Entity, view: View): readonly Entity[] {
    let slugs = this.#targets.get(entity)
    if (!slugs) {
      const single = [...everyField(entity.fields)].filter((field) => isRelation(field) && !field.hasMany)
      this.#targets.set(entity, (slugs = [...new Set(single.map((field) => field.to!))]))
    }
    return slugs.map((slug) => this.#parts.entity(slug, view))
  }
}

const NOTHING: Printed = new Map()

const nameOf = ({ slug, form }: Entity) => (form === undefined ? slug : `${slug} in ${form}`)

/** The columns that a row is read with, and what names them in the keys of plans. */
function columnsFor(entity: Entity, printer: Printer | undefined, more: { columns: readonly string[] } | undefined) {
  const columns = printer?.columns ?? allColumns(entity)
  const key = printer?.key ?? nameOf(entity)
  return more && more.columns.length > 0
    ? { columns: [...new Set([...columns, ...systemColumns(entity), ...more.columns])], columnsKey: `${key} ${more.columns.join()}` }
    : { columns, columnsKey: key }
}

export function byId(id: number): Filter {
  return { is: 'test', path: [{ is: 'column', name: 'id', kind: 'id' }], kind: 'id', test: 'equals', value: id }
}

export function byIds(dialect: Dialect, ids: Iterable<number>): Filter {
  return {
    is: 'test',
    path: [{ is: 'column', name: 'id', kind: 'id' }],
    kind: 'id',
    test: 'in',
    // Previews show what a form holds, and no document has any other number.
    value: dialect.list(
      'id',
      [...ids].filter((id) => Number.isSafeInteger(id) && id > 0),
    ),
  }
}
