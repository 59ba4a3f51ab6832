/** The fast read path: turns a row into JSON text, compiled per view. JSON columns that need no processing are copied verbatim. */
import {
  type Entity,
  everyField,
  type Field,
  fieldsOfRow,
  hasRows,
  isGroup,
  isRelation,
  isRichText,
  type RelationField,
  type RichTextField,
} from '../../schema/model.ts'
import type { Mask } from '../access/fields.ts'
import { atOnce, type Pace, type SlicedWork, stopsBehind } from '../pace.ts'
import type { RichTextTarget } from '../rich-text/document.ts'
import { columnName, isList, kindOf, REV, SHAPE } from '../store/columns.ts'
import type { Row } from '../store/contract.ts'
import { decodeValue, FITTING, fittedTo, parsedInTurns } from '../store/decode.ts'
import { shapeStamp } from '../store/layout-stamp.ts'
import { parseStored } from '../store/outdated.ts'
import { lacksRowIds } from '../store/row-ids.ts'
import { mayPoint, textPointers } from '../store/text-pointers.ts'
import { holdsText, textsIn } from '../store/texts.ts'
import { runsAfterRead, shows, type View } from './view.ts'
import { printedText } from './with-relations.ts'

/** Relation targets, already rendered as JSON. */
export interface Printed {
  /** Returns the text of a target to insert; undefined if it is missing or not visible. */
  take(to: string, id: number): string | undefined
}

export interface Printer {
  /** A cache key for its columns in plans. */
  key: string
  columns: readonly string[]
  /** Relations that the view fills in. */
  relations: readonly Relation[]
  /** Columns with rich text that the view fills in. */
  texts: readonly PointingColumn[]
  /** Relations whose targets are joined to the row. */
  joins: readonly JoinedRelation[]
  /** Whether the same rows always give the same text: no function of a field shows other values than are stored. */
  isSteady: boolean
  print(row: Row, printed: Printed): string
  /** Pre-renders the long values of a row, yielding to other requests in between. */
  prepare(row: Row, printed: Printed, pace: Pace): Promise<void> | undefined
}

export interface Relation {
  to: string
  ids(row: Row): Iterable<number>
}

export interface PointingColumn {
  /** Whether the texts of a row may point to a document at all: most don't, and are copied verbatim. */
  mayPoint(row: Row): boolean
  /** To be called before printing, unless the texts can't point anywhere. */
  pointers(row: Row): Iterable<RichTextTarget>
}

export interface JoinedRelation {
  to: string
  column: string
  alias: string
  columns: readonly string[]
}

/** Returns the printer of a target whose columns arrive as `<alias>.<name>`; undefined if it can't be joined. */
export type Joining = (relation: RelationField, alias: string) => Printer | undefined

type Print = (row: Row, printed: Printed) => string
// biome-ignore lint/suspicious/noExplicitAny: each printer knows the shape of its field's values
type PrintValue = (value: any, printed: Printed) => string

/** Returns a printer, or undefined if whole objects are needed: for hooks, or rules that depend on the document. */
export function compilePrinter(
  entity: Entity,
  view: View,
  mask: Mask,
  place: { alias?: string; joining?: Joining } = {},
): Printer | undefined {
  if (runsAfterRead(entity) || mask.ask.size > 0) return undefined
  return new PrinterCompiler(entity, view, mask, place).compile()
}

let printers = 0

class PrinterCompiler {
  readonly entity: Entity
  readonly view: View
  readonly mask: Mask
  readonly columns: string[]
  readonly relations: Relation[] = []
  readonly texts: PointingColumn[] = []
  readonly joins: JoinedRelation[] = []
  readonly slicing: SlicedColumn[] = []
  readonly stamp: string
  readonly prefix: string
  readonly joining: Joining | undefined

  constructor(entity: Entity, view: View, mask: Mask, { alias, joining }: { alias?: string; joining?: Joining }) {
    this.entity = entity
    this.view = view
    this.mask = mask
    this.columns = ['id', REV, 'updated_at']
    this.stamp = shapeStamp(entity)
    this.prefix = alias === undefined ? '' : `${alias}.`
    this.joining = joining
  }

  compile(): Printer {
    const parts: [string, Print][] = []
    const has = (name: string) => this.view.select === undefined || this.view.select.includes(name)
    const collection = this.entity.kind === 'collection'
    const id = `${this.prefix}id`
    if (collection) parts.push(['id', (row) => String(row[id])])
    for (const field of this.entity.fields) if (has(field.name) && this.isShown(field)) parts.push([field.name, this.field(field)])
    if (collection && has('createdAt')) parts.push(['createdAt', this.time('created_at')])
    if (has('updatedAt')) parts.push(['updatedAt', this.time('updated_at')])
    const { columns, relations, texts, joins } = this
    const prepare = (row: Row, printed: Printed, pace: Pace) => preparedColumns(this.slicing, row, printed, pace)
    const isSteady = ![...everyField(this.entity.fields)].some(({ shown }) => shown)
    return { key: `${this.entity.slug} ${++printers}`, columns, relations, texts, joins, isSteady, print: concatenated(parts), prepare }
  }

  /** Adds a column to read, and returns its name in the row. */
  private take(name: string): string {
    if (!this.columns.includes(name)) this.columns.push(name)
    return this.prefix + name
  }

  private time(name: string): Print {
    const column = this.take(name)
    return (row) => `"${row[column]}"`
  }

  private isShown(field: Field): boolean {
    return shows(this.view, field) && !this.mask.denied.has(field)
  }

  private field(field: Field): Print {
    const { shown } = field
    if (shown && (isGroup(field) || isRelation(field) || kindOf(field) !== 'json')) {
      const stored = this.stored(field)
      return (row) => JSON.stringify(shown(stored(row) ?? null) ?? null)
    }
    if (isGroup(field)) return concatenated(field.fields.filter((one) => this.isShown(one)).map((one) => [one.name, this.field(one)]))
    if (isRelation(field) && !field.hasMany) return this.relation(field)
    const column = this.take(columnName(field))
    if (kindOf(field) !== 'json') return scalar(field, column)
    if (!this.canSplice(field)) return this.parsed(field, column)
    const spliced = this.spliced(field, column)
    if (this.view.depth === 0 || !holdsText(field)) return spliced
    const parsed = this.parsed(field, column)
    return (row, printed) => (row[column] instanceof Parsed ? parsed(row, printed) : spliced(row, printed))
  }

  /** The value that a function shows differently. */
  private stored(field: Field): (row: Row) => unknown {
    if (isGroup(field)) {
      const inside = field.fields.filter((one) => !one.writeOnly).map((one) => [one.name, this.stored(one)] as const)
      return (row) => Object.fromEntries(inside.map(([name, stored]) => [name, stored(row)]))
    }
    const column = this.take(columnName(field))
    const kind = kindOf(field)
    return (row) => decodeValue(row[column], kind, field)
  }

  private relation(field: RelationField): Print {
    const to = field.to
    const alias = `r${this.joins.length}`
    const target = this.view.depth > 0 ? this.joining?.(field, alias) : undefined
    if (target) {
      this.joins.push({ to, column: columnName(field), alias, columns: target.columns })
      const id = `${alias}.id`
      return (row, printed) => (row[id] === null ? 'null' : target.print(row, printed))
    }
    const column = this.take(columnName(field))
    if (this.view.depth === 0) return (row) => (row[column] === null ? 'null' : String(row[column]))
    this.relations.push({ to, ids: (row) => (row[column] === null ? [] : [row[column]]) })
    return (row, printed) => (row[column] === null ? 'null' : (printed.take(to, row[column]) ?? 'null'))
  }

  /** Always for rich text and json; for other types if nothing inside is hidden, has a rule or must be filled in. */
  private canSplice(field: Field): boolean {
    if (isRelation(field)) return this.view.depth === 0
    return [...everyField([field])].every(
      (one) =>
        !one.shown && !one.locales && !one.perLocale && (one === field || (this.isShown(one) && !(isRelation(one) && this.view.depth > 0))),
    )
  }

  private spliced(field: Field, column: string): Print {
    const empty = isList(field) ? '[]' : 'null'
    if (!field.fields && !field.blocks) return (row) => row[column] ?? empty
    const shape = this.take(SHAPE)
    const { stamp } = this
    return (row) => {
      if (row[column] === null) return empty
      return row[shape] === stamp && !lacksRowIds(row[column]) ? row[column] : JSON.stringify(fittedTo(field, parseStored(row[column])))
    }
  }

  private parsed(field: Field, column: string): Print {
    const value = this.value(field)
    const parse = (row: Row) =>
      row[column] instanceof Parsed ? row[column].value : fittedTo(field, row[column] === null ? null : parseStored(row[column]))
    const print = this.sliced(field)
    if (print) this.slicing.push({ field, column, print })
    if (this.view.depth > 0) {
      if (holdsText(field))
        this.texts.push({
          mayPoint: (row) => row[column] instanceof Parsed || mayPoint(row[column]),
          pointers: (row) => {
            if (!(row[column] instanceof Parsed)) {
              if (!mayPoint(row[column])) return []
              row[column] = new Parsed(parse(row), isLong(row[column]))
            }
            return pointersIn(field, parse(row))
          },
        })
      for (const relation of relationsIn([field])) {
        this.relations.push({
          to: relation.to,
          ids: (row) => {
            const parsed = parse(row)
            if (!(row[column] instanceof Parsed)) row[column] = new Parsed(parsed, isLong(row[column]))
            return idsIn(field, relation, parsed)
          },
        })
      }
    }
    return (row, printed) => (row[column] instanceof Parsed ? row[column].text : undefined) ?? value(parse(row), printed)
  }

  /** Prints a value of a column in slices; undefined if such values are never long. */
  private sliced(field: Field): SlicedColumn['print'] | undefined {
    if (isRichText(field) && this.view.depth > 0) return textOf(field)
    if (!hasRows(field)) return undefined
    const one = this.row(field)
    return (rows, printed) => printedList(rows, one, printed)
  }

  /** A value inside parsed JSON. */
  private value(field: Field): PrintValue {
    const { shown } = field
    if (shown) return (value) => JSON.stringify(shown(value ?? null) ?? null)
    if (isRelation(field)) return this.target(field)
    if (isGroup(field)) return this.object(field.fields)
    if (isRichText(field) && this.view.depth > 0) {
      const print = textOf(field)
      return (value, printed) => atOnce(print(value, printed))
    }
    return hasRows(field) ? listOf(this.row(field)) : (value) => JSON.stringify(value ?? null)
  }

  /** A row of a list. */
  private row(field: Field): PrintValue {
    if (field.fields) return this.object(field.fields, 'id')
    // biome-ignore lint/style/noNonNullAssertion: rows without fields are blocks
    const blocks = new Map(field.blocks!.map((block) => [block.slug, this.object(block.fields, 'id', 'blockType')]))
    // biome-ignore lint/style/noNonNullAssertion: rows of unknown blocks have been left out
    return (row, printed) => blocks.get(row.blockType)!(row, printed)
  }

  private target(field: RelationField): PrintValue {
    const to = field.to
    if (this.view.depth === 0) return (value) => JSON.stringify(value ?? (field.hasMany ? [] : null))
    if (!field.hasMany) return (value, printed) => (typeof value === 'number' ? (printed.take(to, value) ?? 'null') : 'null')
    return (value, printed) => `[${(value as number[]).flatMap((id) => printed.take(to, id) ?? []).join()}]`
  }

  private object(fields: readonly Field[], ...own: string[]): PrintValue {
    const named: [string, PrintValue][] = own.map((name) => [name, (value) => JSON.stringify(value ?? null)])
    for (const field of fields) if (this.isShown(field)) named.push([field.name, this.value(field)])
    const parts = withHeads(named)
    return (object, printed) => {
      let text = '{'
      for (const { name, head, print } of parts) text += head + print(object[name], printed)
      return `${text}}`
    }
  }
}

/** A column whose value had to be parsed before printing. */
class Parsed {
  /** The rendered text, if it was pre-rendered. */
  text: string | undefined
  readonly value: unknown
  readonly isLong: boolean

  constructor(value: unknown, isLong: boolean) {
    this.value = value
    this.isLong = isLong
  }
}

interface SlicedColumn {
  field: Field
  column: string
  // biome-ignore lint/suspicious/noExplicitAny: each printer knows the shape of its field's values
  print(value: any, printed: Printed): SlicedWork<string>
}

/** Columns with more characters of JSON are processed in slices, yielding in between. */
const LONG = 200_000

function preparedColumns(columns: readonly SlicedColumn[], row: Row, printed: Printed, pace: Pace): Promise<void> | undefined {
  const long = columns.filter(({ field, column }) => isLong(row[column]) && (hasRows(field) || row[column] instanceof Parsed))
  return long.length === 0 ? undefined : prepareColumns(long, row, printed, pace)
}

const isLong = (value: unknown): boolean => (value instanceof Parsed ? value.isLong : typeof value === 'string' && value.length > LONG)

async function prepareColumns(columns: readonly SlicedColumn[], row: Row, printed: Printed, pace: Pace): Promise<void> {
  for (const { field, column, print } of columns) {
    await pace.rest()
    const json = row[column]
    const parsed = json instanceof Parsed ? json : new Parsed(await parsedInTurns(field, json, FITTING, pace), true)
    parsed.text = await pace.through(print(parsed.value, printed))
    row[column] = parsed
  }
}

const textOf =
  (field: RichTextField): SlicedColumn['print'] =>
  (text, printed) =>
    printedText(field, text, (to, id) => printed.take(to, id))

function* printedList(rows: readonly unknown[], one: PrintValue, printed: Printed): SlicedWork<string> {
  let text = ''
  for (const [index, row] of rows.entries()) {
    text += index === 0 ? one(row, printed) : `,${one(row, printed)}`
    if (stopsBehind(index)) yield
  }
  return `[${text}]`
}

function scalar(field: Field, column: string): Print {
  const kind = kindOf(field)
  if (kind === 'text') return (row) => (row[column] === null ? 'null' : JSON.stringify(row[column]))
  if (kind === 'boolean') return (row) => (row[column] === null ? 'null' : row[column] === 1 || row[column] === true ? 'true' : 'false')
  return (row) => (row[column] === null ? 'null' : JSON.stringify(row[column]))
}

function concatenated(named: readonly [string, Print][]): Print {
  const parts = withHeads(named)
  return (row, printed) => {
    let text = '{'
    for (const { head, print } of parts) text += head + print(row, printed)
    return `${text}}`
  }
}

/** What precedes each value in the text of an object. */
function withHeads<Printing>(named: readonly [string, Printing][]) {
  return named.map(([name, print], index) => ({ name, head: `${index === 0 ? '' : ','}"${name}":`, print }))
}

function listOf(one: PrintValue): PrintValue {
  return (rows, printed) => `[${(rows as unknown[]).map((row) => one(row, printed)).join()}]`
}

function relationsIn(fields: readonly Field[]): RelationField[] {
  return [...everyField(fields)].filter(isRelation).filter((field) => !field.shown)
}

function* pointersIn(field: Field, value: unknown): Generator<RichTextTarget> {
  for (const text of textsIn([field], { [field.name]: value })) yield* textPointers(text.field, text.value)
}

/** All ids that one relation holds inside a value. */
// biome-ignore lint/suspicious/noExplicitAny: a database may hold JSON of any shape
function* idsIn(field: Field, relation: Field, value: any): Generator<number> {
  if (field === relation) {
    for (const id of [value].flat()) if (typeof id === 'number') yield id
    return
  }
  if (!relation.path.startsWith(`${field.path}.`)) return
  for (const row of Array.isArray(value) ? value : [value]) {
    const fields = fieldsOfRow(field, row)
    for (const one of fields) yield* idsIn(one, relation, row?.[one.name])
  }
}
