/** Reads documents: finds rows and shows them, as JSON text if possible, otherwise as objects. Tested by test/query/model.test.ts. */
import { derived } from '../../schema/derived.ts'
import { type Entity, wholeOf } from '../../schema/model.ts'
import type { Caller } from '../actor.ts'
import { jsonOf } from '../json.ts'
import { Pace } from '../pace.ts'
import { REV } from '../store/columns.ts'
import type { Row } from '../store/contract.ts'
import { type Doc, type Meta, metaOf } from '../store/document.ts'
import type { CallerLimit } from '../store/query-scheduler.ts'
import { type AnswerLevel, AnswerTooLarge } from './answer-limit.ts'
import { batches, charactersIn } from './batches.ts'
import { decoded } from './decoded.ts'
import { and, byIds, type Filter } from './filter.ts'
import { KnownLists } from './known-lists.ts'
import type { Means } from './means.ts'
import { bareObjects, type Existing, type FilledDocument, filledObjects, type Showing, type Stored } from './objects.ts'
import { overlaid } from './overlay.ts'
import { Pages } from './pages.ts'
import { allColumns, columnsFor, idsOf, nameOf } from './plan.ts'
import type { Join } from './planned-query.ts'
import { NO_TARGETS, type PrintedTarget, PrintedTargets } from './printed-targets.ts'
import type { JoinedRelation, Printer } from './printer.ts'
import { Printers } from './printers.ts'
import type { ReaderParts } from './reader-parts.ts'
import { AnswerReading, type Bare } from './reading.ts'
import { revisionFor } from './revision.ts'
import { bareIds, type Found, type ListRequest, type Shown, type ShownWithRevision } from './shown.ts'
import { limitOf } from './time-limits.ts'
import { runsAfterRead, showsOnlyIds, type View } from './view.ts'

/** A document that may be filled in for a relation, with the number of documents it contains. */
type ShownTarget = Shown & { documents: number }

export class Reader {
  readonly #parts: ReaderParts
  readonly #printers: Printers
  readonly #pages: Pages
  readonly #known: KnownLists

  constructor(parts: ReaderParts) {
    this.#parts = parts
    this.#pages = new Pages(parts)
    this.#printers = new Printers(parts.access, parts.entity)
    this.#known = new KnownLists(parts, this.#printers)
  }

  /** Finds the first matching row and shows it. */
  async one(entity: Entity, filter: Filter, caller: Caller, view: View, asText: boolean): Promise<ShownWithRevision | undefined> {
    const joining = asText && view.depth === 1
    const waiting = joining ? this.#parts.access.paths.prepare(this.#printers.targetsOf(entity, view), caller) : undefined
    if (waiting) await waiting
    // A joined row can only show its own columns, so its entity must not have an overlay.
    const joins = (target: Entity) => !this.#parts.features.overlay(target, caller, view)
    const printer = asText ? this.#printers.of(entity, caller, view, joining ? joins : undefined) : undefined
    const means = this.#means(entity, caller, view, printer)
    const { plan, values } = this.#plan(entity, filter, caller, view, means)
    const time = limitOf(caller, this.#parts.timeLimits)
    const [row] = await this.#parts.store.query(plan, values, plan.bounds.rows, time)
    if (row === undefined) return undefined
    const rev = revisionFor(entity, caller, { rev: row[REV], updatedAt: row['updated_at'] }, this.#parts.features)
    if (printer && !means.overlay && printer.relations.length === 0 && !printer.texts.some((text) => text.mayPoint(row))) {
      const long = printer.prepare(row, NO_TARGETS, new Pace())
      if (long) await long
      return { text: printer.print(row, NO_TARGETS), rev }
    }
    const reading = new AnswerReading(caller, view, this.#parts.answerLimits, time)
    const [shown] = await this.#show(entity, [row], means, caller, view, asText, reading)
    return shown && { ...shown, rev }
  }

  async list({ entity, filter, sorting, page, asText, isKnown }: ListRequest, caller: Caller, view: View): Promise<Found> {
    const printer = asText ? this.#printers.of(entity, caller, view) : undefined
    const means = this.#means(entity, caller, view, printer)
    const onlyIds = showsOnlyIds(view) && (!printer || means.overlay !== undefined)
    const planned = this.#pages.plan({ entity, filter, sorting, ...(onlyIds ? idsOf(entity) : columnsFor(entity, means)) }, page)
    const look = isKnown && printer?.isSteady && !means.overlay ? await this.#known.look(planned, caller, view, isKnown) : undefined
    if (look?.tag !== undefined) return { docs: [], totalDocs: null, hasNextPage: false, tag: look.tag }
    const time = limitOf(caller, this.#parts.timeLimits)
    const { rows, ...found } = await this.#pages.read(planned, caller, view, time)
    const reading = new AnswerReading(caller, view, this.#parts.answerLimits, time, look?.targets)
    return {
      ...found,
      docs: onlyIds ? bareIds(rows, asText) : await this.#show(entity, rows, means, caller, view, asText, reading),
      ...(look && { remember: look.remember }),
    }
  }

  /** The ids of the matching documents. `fresh`: reads from the primary. */
  async existing(entity: Entity, filter: Filter, fresh = false): Promise<Set<number>> {
    const { plan, values } = this.#parts.plans.take({ entity, filter, ...idsOf(entity) })
    return new Set((await this.#parts.store.query(plan, values, plan.bounds.rows, undefined, fresh)).map((row) => row['id'] as number))
  }

  /** One stored row, including the columns of features. `fresh`: reads from the primary; needed before a change. */
  async stored(entity: Entity, filter: Filter, fresh = false): Promise<Existing | undefined> {
    const whole = wholeOf(entity)
    const columns = this.#storedColumns(entity)
    const { plan, values } = this.#parts.plans.take({ entity: whole, filter, columns, columnsKey: `${nameOf(entity)} stored` })
    const [row] = await this.#parts.store.query(plan, values, plan.bounds.rows, undefined, fresh)
    return row && { row, ...(await this.#asStored(entity, row, new Pace())) }
  }

  /** The columns of every field in every locale, and those of features. */
  readonly #storedColumns = derived((entity: Entity): string[] => [
    ...new Set([...allColumns(wholeOf(entity)), ...this.#parts.features.columns(entity).map(({ name }) => name)]),
  ])

  /** Shows a document that is already loaded. */
  async show(entity: Entity, stored: Stored, caller: Caller, view: View): Promise<Doc> {
    return this.#atHand(entity, stored, caller, view, limitOf(caller, this.#parts.timeLimits))
  }

  /** The response to a change. The change is already made, so it is never refused: if it would be too large, relations stay ids. */
  async answer(entity: Entity, stored: Stored, caller: Caller, view: View, asText: boolean): Promise<Shown> {
    const shown = (depth: number) => this.#answered(entity, stored, caller, { ...view, depth }, asText)
    return shown(view.depth).catch((error) => {
      if (error instanceof AnswerTooLarge) return shown(0)
      throw error
    })
  }

  /** Prints the row, if it holds the document as readers see it. */
  async #answered(entity: Entity, stored: Stored, caller: Caller, view: View, asText: boolean): Promise<Shown> {
    const isRow = asText && stored.row !== undefined && stored.aside === undefined && entity.forms === undefined
    await this.#parts.access.paths.prepare([entity], caller)
    const printer = isRow ? this.#printers.of(entity, caller, view) : undefined
    if (!stored.row || !printer) return { object: await this.#atHand(entity, stored, caller, view, undefined) }
    const reading = new AnswerReading(caller, view, this.#parts.answerLimits, undefined)
    const means = { printer, overlay: undefined, fields: entity.fields }
    // A printer may change the row.
    const [shown] = await this.#show(entity, [{ ...stored.row }], means, caller, view, true, reading)
    // biome-ignore lint/style/noNonNullAssertion: each row is shown
    return shown!
  }

  async #atHand(entity: Entity, stored: Stored, caller: Caller, view: View, time: CallerLimit | undefined): Promise<Doc> {
    await this.#parts.access.paths.prepare([entity], caller)
    const reading = new AnswerReading(caller, view, this.#parts.answerLimits, time)
    const showing = this.#showing(reading)
    const bare = await bareObjects(entity, [stored], caller, view, showing)
    const [filled] = await filledObjects(entity, bare, caller, view, showing)
    // biome-ignore lint/style/noNonNullAssertion: each document comes back
    return filled!.object
  }

  #showing(reading: AnswerReading): Showing {
    return {
      access: this.#parts.access,
      isCollection: this.#parts.isCollection,
      afterRead: this.#parts.afterRead,
      fetch: (slug, ids, caller, view) => this.#targets(slug, ids, caller, view, reading),
      reading,
    }
  }

  /** The read rule for relation targets; undefined if none can be visible. */
  async #ruleFor(
    entity: Entity,
    ids: ReadonlySet<number>,
    caller: Caller,
    view: View,
    reading: AnswerReading,
  ): Promise<Filter | undefined> {
    const waiting = this.#parts.access.paths.prepare([entity], caller)
    if (waiting) await waiting
    const rule = this.#parts.access.paths.reading(entity, caller, view)
    if (ids.size === 0 || rule.is === 'none') return undefined
    reading.level(view).expect(ids.size)
    return rule
  }

  /** Reads relation targets by id, subject to their own rule; missing or unreadable ones are left out. */
  async #targets(
    slug: string,
    ids: ReadonlySet<number>,
    caller: Caller,
    view: View,
    reading: AnswerReading,
  ): Promise<Map<number, FilledDocument>> {
    const entity = this.#parts.entity(slug, view)
    const rule = await this.#ruleFor(entity, ids, caller, view, reading)
    const found = new Map<number, FilledDocument>()
    if (!rule) return found
    const means = this.#means(entity, caller, view)
    const { overlay } = means
    const known = reading.bare(slug)
    const showing = this.#showing(reading)
    const level = reading.level(view)
    const missing = [...ids].filter((id) => !known.has(id))
    const pace = new Pace()
    for await (const rows of this.#rows(missing, rule, entity, caller, view, reading, means)) {
      const instead = overlay ? await overlaid(entity, rows, overlay, caller, this.#parts) : []
      const stored: Stored[] = []
      for (const [index, row] of rows.entries()) {
        stored.push(instead[index] ?? (await this.#asStored(entity, row, pace)))
        await pace.rest()
      }
      for (const [index, one] of (await bareObjects(entity, stored, caller, view, showing)).entries()) {
        // biome-ignore lint/style/noNonNullAssertion: there is one document for each row
        known.set(rows[index]!['id'], one)
        level.write(one.characters)
      }
    }
    const there: number[] = []
    const bare: Bare[] = []
    for (const id of ids) {
      const one = known.get(id)
      if (!one) continue
      there.push(id)
      bare.push(one)
    }
    // biome-ignore lint/style/noNonNullAssertion: there is one document for each id
    for (const [index, one] of (await filledObjects(entity, bare, caller, view, showing)).entries()) found.set(there[index]!, one)
    return found
  }

  /** The same, as JSON text. */
  async #targetsAsText(
    slug: string,
    ids: ReadonlySet<number>,
    caller: Caller,
    view: View,
    reading: AnswerReading,
  ): Promise<Map<number, PrintedTarget>> {
    const entity = this.#parts.entity(slug, view)
    const found = new Map<number, PrintedTarget>()
    const rule = await this.#ruleFor(entity, ids, caller, view, reading)
    if (!rule) return found
    const printer = this.#printers.of(entity, caller, view)
    if (!printer) {
      const pace = new Pace()
      for (const [id, { object, documents, characters }] of await this.#targets(slug, ids, caller, view, reading)) {
        const text = await jsonOf(object, characters)
        found.set(id, { text, documents, characters: text.length })
        await pace.rest()
      }
      return found
    }
    const means = this.#means(entity, caller, view, printer)
    const known = reading.rows(printer)
    const missing = [...ids].filter((id) => !known.has(id))
    let characters = 0
    for await (const rows of this.#rows(missing, rule, entity, caller, view, reading, means)) {
      for (const row of rows) {
        known.set(row['id'], row)
        characters += charactersIn(row)
      }
      if (characters > reading.mostRead) reading.level(view).write(characters)
    }
    const rows = [...ids].flatMap((id) => known.get(id) ?? [])
    const shown = await this.#show(entity, rows, means, caller, view, true, reading, true)
    for (const [index, { text, object, documents }] of shown.entries()) {
      const printed = text ?? (await jsonOf(object))
      // biome-ignore lint/style/noNonNullAssertion: each row is shown
      found.set(rows[index]!['id'], { text: printed, documents, characters: printed.length })
    }
    return found
  }

  /** Reads rows by id, subject to a rule. */
  #rows(ids: readonly number[], rule: Filter, entity: Entity, caller: Caller, view: View, reading: AnswerReading, means: Means) {
    return batches(ids, (batch) => {
      reading.refuseWithoutClient()
      const { plan, values } = this.#plan(entity, and(byIds(this.#parts.dialect, batch), rule), caller, view, means)
      return this.#parts.store.query(plan, values, plan.bounds.rows, reading.time)
    })
  }

  #means(entity: Entity, caller: Caller, view: View, printer?: Printer): Means {
    const overlay = this.#parts.features.overlay(entity, caller, view)
    const { select } = view
    const asks = () => this.#parts.access.fields.mask(entity, caller).ask.size > 0
    const isWhole = select === undefined || overlay !== undefined || runsAfterRead(entity) || asks()
    return { printer, overlay, fields: isWhole ? entity.fields : entity.fields.filter(({ name }) => select.includes(name)) }
  }

  #plan(entity: Entity, filter: Filter, caller: Caller, view: View, means: Means) {
    const { printer } = means
    return this.#parts.plans.take({
      entity,
      filter,
      ...columnsFor(entity, means),
      ...(printer && printer.joins.length > 0 && { joins: printer.joins.map((join) => this.#join(join, caller, view)) }),
    })
  }

  #join({ to, column, alias, columns }: JoinedRelation, caller: Caller, view: View): Join {
    const entity = this.#parts.entity(to, view)
    return { entity, column, alias, columns, rule: this.#parts.access.paths.reading(entity, caller, view) }
  }

  /** Shows rows as text if there is a printer and no overlay replaces the row, otherwise as objects. */
  async #show(
    entity: Entity,
    rows: Row[],
    { printer, overlay, fields }: Means,
    caller: Caller,
    view: View,
    asText: boolean,
    reading: AnswerReading,
    areTargets = false,
  ): Promise<ShownTarget[]> {
    const pace = new Pace()
    const instead = overlay ? await overlaid(entity, rows, overlay, caller, this.#parts) : []
    const stored: Stored[] = []
    for (const [index, row] of rows.entries()) {
      const other = instead[index]
      if (other || !printer) stored.push(other ?? (await this.#asStored(entity, row, pace, fields)))
      const turn = pace.rest()
      if (turn) await turn
    }
    reading.refuseWithoutClient()
    // A single document is never too large, since it could not be read in any other way.
    const level = areTargets || rows.length > 1 ? reading.level(view) : undefined
    const printable = printer && overlay ? rows.filter((_, index) => !instead[index]) : rows
    const printed = printer ? await this.#printedTargets(printable, printer, caller, view, reading) : NO_TARGETS
    const objects = stored.length > 0 ? await this.#showObjects(entity, stored, caller, view, reading, level) : []
    const shown: ShownTarget[] = []
    let next = 0
    for (const [index, row] of rows.entries()) {
      if (printer && !instead[index]) {
        const { documents, characters } = printed
        const long = printer.prepare(row, printed, pace)
        if (long) await long
        const text = printer.print(row, printed)
        level?.write(text.length - (printed.characters - characters))
        shown.push({ text, documents: 1 + printed.documents - documents })
      } else {
        // biome-ignore lint/style/noNonNullAssertion: there is one object for each row that has no text
        const { object, documents, characters } = objects[next++]!
        shown.push({ ...(asText ? { text: await jsonOf(object, characters) } : { object }), documents })
      }
      const turn = pace.rest()
      if (turn) {
        await turn
        reading.refuseWithoutClient()
      }
    }
    return shown
  }

  async #showObjects(
    entity: Entity,
    stored: readonly Stored[],
    caller: Caller,
    view: View,
    reading: AnswerReading,
    level: AnswerLevel | undefined,
  ) {
    const showing = this.#showing(reading)
    const bare = await bareObjects(entity, stored, caller, view, showing)
    for (const { characters } of bare) level?.write(characters)
    return filledObjects(entity, bare, caller, view, showing)
  }

  async #asStored(entity: Entity, row: Row, pace: Pace, fields = entity.fields): Promise<Stored & { meta: Meta }> {
    return { meta: metaOf(row), doc: await decoded(entity, row, pace, fields) }
  }

  async #printedTargets(
    rows: readonly Row[],
    printer: Printer,
    caller: Caller,
    view: View,
    reading: AnswerReading,
  ): Promise<PrintedTargets> {
    if (printer.relations.length === 0 && printer.texts.length === 0) return NO_TARGETS
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
    for (const { pointers } of printer.texts)
      for (const row of rows) {
        for (const { collection, id } of pointers(row)) {
          if (!this.#parts.isCollection(collection)) continue
          const set = wanted.get(collection) ?? new Set()
          wanted.set(collection, set.add(id))
        }
        const turn = pace.rest()
        if (turn) await turn
      }
    if (wanted.size === 0) return NO_TARGETS
    const deeper: View = { ...view, depth: view.depth - 1, select: undefined }
    const targets = new Map<string, Map<number, PrintedTarget>>()
    for (const [slug, ids] of wanted) {
      await reading.targets?.add(slug, deeper)
      targets.set(slug, await this.#targetsAsText(slug, ids, caller, deeper, reading))
    }
    return new PrintedTargets(targets, reading.level(view))
  }
}
