/** Conditions on rows and values for them, written as SQL. A plain value must be equal; tests compare in other ways. */
import type { Kind } from '../../schema/model.ts'
import type { Dialect } from './contract.ts'
import { Ref, type Statement } from './write-set.ts'

export type Value = string | number | boolean | null | Ref

/** A statement that is being written: its values so far, and the table that its columns belong to. */
export class Writer {
  readonly dialect: Dialect
  readonly values: unknown[]
  readonly #table: string
  /** Written before the names of columns: empty, or their table with a dot. */
  readonly #prefix: string
  /** The same for the statement around a subquery. */
  readonly #outer: string

  constructor(dialect: Dialect, table: string, values: unknown[] = [], prefix = '', outer = '') {
    this.dialect = dialect
    this.values = values
    this.#table = table
    this.#prefix = prefix
    this.#outer = outer
  }

  column(name: string): string {
    return this.#prefix + this.dialect.quote(name)
  }

  /** Binds a value. */
  put(value: unknown): string {
    if (value instanceof Outer) return this.#outer + this.dialect.quote(value.column)
    this.values.push(typeof value === 'boolean' ? this.dialect.bind('boolean', value) : value)
    return '?'
  }

  /** For the same table, where columns need its name. */
  qualified(): Writer {
    return new Writer(this.dialect, this.#table, this.values, `${this.#table}.`)
  }

  /** For a subquery on a table, or on the same one again, under an alias. */
  inner(alias: string): Writer {
    return new Writer(this.dialect, alias, this.values, `${alias}.`, `${this.#table}.`)
  }

  subquery({ sql, values }: Statement): string {
    this.values.push(...values)
    return `(${sql})`
  }
}

/** A column of the row that a subquery is for. */
class Outer {
  readonly column: string
  constructor(column: string) {
    this.column = column
  }
}

export const ofOuter = (column: string): Outer => new Outer(column)

type Written = (column: string, writer: Writer) => string

/** Anything but equality. */
export class ColumnTest {
  readonly written: Written
  constructor(written: Written) {
    this.written = written
  }
}

/** A value that the database computes. */
export class Computed {
  readonly written: Written
  constructor(written: Written) {
    this.written = written
  }
}

type Comparable = string | number | Outer | Ref

const compared = (sign: string) => (value: Comparable) => new ColumnTest((column, writer) => `${column} ${sign} ${writer.put(value)}`)

export const lessThan = compared('<')
export const atMost = compared('<=')
export const greaterThan = compared('>')
export const atLeast = compared('>=')

/** Never holds for an empty column, unless the value is null. */
export const isNot = (value: string | number | boolean | null) =>
  new ColumnTest((column, writer) => (value === null ? `${column} is not null` : `${column} <> ${writer.put(value)}`))

/** One of a few values. */
export const oneOf = (...values: readonly (string | number)[]) =>
  new ColumnTest((column, writer) => `${column} in (${values.map((value) => writer.put(value)).join(', ')})`)

/** One of any number of values, bound as one. */
export const among = (kind: 'text' | 'id', values: readonly (string | number)[]) =>
  new ColumnTest((column, writer) => {
    writer.put(writer.dialect.list(kind, values))
    return writer.dialect.within(column, kind)
  })

export const noneOf = (...values: Parameters<typeof among>) =>
  new ColumnTest((column, writer) => `not ${written(column, among(...values), writer)}`)

export const both = (...operands: readonly Operand[]) =>
  new ColumnTest((column, writer) => operands.map((operand) => written(column, operand, writer)).join(' and '))

export const either = (...operands: readonly Operand[]) =>
  new ColumnTest((column, writer) => `(${operands.map((operand) => written(column, operand, writer)).join(' or ')})`)

/** Equal to the only value of a query, up to it, or one of its values. */
export const sameAs = (query: Statement) => new ColumnTest((column, writer) => `${column} = ${writer.subquery(query)}`)
export const upToThat = (query: Statement) => new ColumnTest((column, writer) => `${column} <= ${writer.subquery(query)}`)
export const inside = (query: Statement) => new ColumnTest((column, writer) => `${column} in ${writer.subquery(query)}`)
export const notInside = (query: Statement) => new ColumnTest((column, writer) => `${column} not in ${writer.subquery(query)}`)

/** A text anywhere in the column, ignoring case. */
export const containing = (text: string) =>
  new ColumnTest((column, { dialect, values }) => {
    values.push(dialect.containing(text))
    return dialect.contains(column)
  })

/** A key of a JSON object has this value. */
export const jsonKey = (key: string, kind: Kind, value: string | number) =>
  new ColumnTest((column, writer) => `${writer.dialect.scalar(writer.dialect.key(column, key), kind)} = ${writer.put(value)}`)

export type Operand = Value | Outer | ColumnTest

/** A condition that concerns more than one column. */
export class Condition {
  readonly written: (writer: Writer) => string
  constructor(written: (writer: Writer) => string) {
    this.written = written
  }
}

/** Every column passes its test; every condition of a list holds. */
export type RowFilter<Name extends string> = { readonly [One in Name]?: Operand } | Condition | readonly RowFilter<Name>[]

export const anyOf = <Name extends string>(...conditions: readonly RowFilter<Name>[]) =>
  new Condition((writer) =>
    conditions.length === 0 ? '1 = 0' : `(${conditions.map((one) => conditionSql(one, writer) || '1 = 1').join(' or ')})`,
  )

/** Rows after one, in the order of these columns. */
export const following = (columns: readonly string[], values: readonly Comparable[]) =>
  new Condition(
    (writer) => `(${columns.map((name) => writer.column(name)).join(', ')}) > (${values.map((value) => writer.put(value)).join(', ')})`,
  )

/** Another table, or the same one, has a row that meets the condition, which may compare with `ofOuter`. */
export const hasRow = <Name extends string>(table: string, where: RowFilter<Name>) =>
  new Condition((writer) => {
    const condition = conditionSql(where, writer.inner('other'))
    return `exists (select 1 from ${writer.dialect.table(table)} as other where ${condition})`
  })

export const hasNoRow = <Name extends string>(table: string, where: RowFilter<Name>) =>
  new Condition((writer) => `not ${hasRow(table, where).written(writer)}`)

/** Empty without conditions. */
export function conditionSql(where: RowFilter<string>, writer: Writer): string {
  if (where instanceof Condition) return where.written(writer)
  const parts = Array.isArray(where)
    ? where.map((one) => conditionSql(one, writer))
    : Object.entries(where).map(([name, operand]) => written(writer.column(name), operand, writer))
  return parts.filter((part) => part !== '').join(' and ')
}

function written(column: string, operand: Operand | undefined, writer: Writer): string {
  // Left out by mistake, it would concern every row.
  if (operand === undefined) throw new TypeError(`the condition on ${column} has no value`)
  if (operand === null) return `${column} is null`
  return operand instanceof ColumnTest ? operand.written(column, writer) : `${column} = ${writer.put(operand)}`
}

/** For updates: the value plus a number. An empty column counts as zero. */
export const increased = (by = 1) => new Computed((column, writer) => `coalesce(${column}, 0) + ${writer.put(by)}`)

/** For updates: the JSON object with another value of one key. */
export const withJsonKey = (key: string, kind: Kind, value: string | number | null) =>
  new Computed((column, writer) => writer.dialect.withKey(column, key, kind, writer.put(value)))

/** Its value after the increase is within limits. `from`: the value before it, if only that may be increased. */
export const staysWithin = (by: number, least: number, most: number, from?: number) =>
  new ColumnTest((column, writer) => {
    const sum = () => `coalesce(${column}, 0) + ${writer.put(by)}`
    const within = `${sum()} >= ${writer.put(least)} and ${sum()} <= ${writer.put(most)}`
    return from === undefined ? within : `${within} and coalesce(${column}, 0) = ${writer.put(from)}`
  })

/** For updates: the value, or that of another column if it is empty. */
export const orElse = (other: string) => new Computed((column, writer) => `coalesce(${column}, ${writer.column(other)})`)

/** A text made of parts, some of which are known only once their row is written. Ids are numbers; SQLite drivers may bind large ones as doubles. */
export const joinedText = (parts: readonly (string | Ref)[]) =>
  new Computed((_column, writer) =>
    parts
      .map((part) => (part instanceof Ref ? `cast(cast(${writer.put(part)} as bigint) as text)` : `cast(${writer.put(part)} as text)`))
      .join(' || '),
  )

/** For the groups of a query: several rows. */
export const isRepeated = new Condition(() => 'count(*) > 1')

/** For queries. */
export const count = () => new Computed(() => 'count(*)')
export const highest = (column: string) => new Computed((_column, writer) => `max(${writer.column(column)})`)
export const lowest = (column: string) => new Computed((_column, writer) => `min(${writer.column(column)})`)
export const beginning = (column: string, length: number) =>
  new Computed((_column, writer) => `substr(${writer.column(column)}, 1, ${length})`)
/** The size of a text in bytes, which databases know without reading it. */
export const bytes = (column: string) => new Computed((_column, writer) => `octet_length(${writer.column(column)})`)
