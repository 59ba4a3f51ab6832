/** Runs a write set as one statement: inserts a row into an internal view, whose trigger executes the whole set or nothing. Sets of one
 * shape that wait at the same time are several rows.
 */
import type { Connection, ReturnedRows, Row } from '../../lib/store/contract.ts'
import { Ref, type Statement } from '../../lib/store/write-set.ts'
import type { LoneStatement } from './combined.ts'

/** A set of the same shape gets its view after this many uses; a connection keeps this many shapes. */
const MADE_AFTER = 3
const KEPT = 200
/** A view may have 2,000 columns. */
const WIDEST = 1900
/** Characters in a set's values. Longer sets run statement by statement, so that `better-sqlite3` yields to other work in between. */
const LONGEST = 5_000_000

/** The connection that writes. */
interface Writer {
  readonly isBusy: boolean
  add<T>(work: (connection: Connection) => Promise<T>): Promise<T>
  alone(statement: LoneStatement): Promise<Row[]>
}

interface Shape {
  uses: number
  view?: View
}

interface View {
  made: string[]
  drop: string
  /** The statements that insert a row into it, and several. */
  put: string
  several(rows: number): string
}

export class Sets {
  readonly #writer: Writer
  readonly #shapes = new Map<string, Shape>()
  readonly #views = new Set<View>()
  #made = 0

  constructor(writer: Writer) {
    this.#writer = writer
  }

  /** Undefined if a transaction is needed: the shape is rare, or cannot be expressed as one statement. */
  run(statements: readonly Statement[]): Promise<ReturnedRows> | undefined {
    // A single statement only gains if it waits with others.
    if (statements.length === 0 || (statements.length === 1 && !this.#writer.isBusy) || isLong(statements)) return undefined
    const key = statements.map(shapeOf).join(';')
    const shape = this.#shapes.get(key) ?? this.#remember(key)
    if (shape.view) return this.#put(shape.view, statements)
    if (++shape.uses === MADE_AFTER) this.#make(shape, statements)
    return undefined
  }

  #remember(key: string): Shape {
    if (this.#shapes.size >= KEPT) this.#forgetOldest()
    const shape: Shape = { uses: 0 }
    this.#shapes.set(key, shape)
    return shape
  }

  #forgetOldest(): void {
    const [oldest] = this.#shapes
    if (!oldest) return
    const [key, { view }] = oldest
    this.#shapes.delete(key)
    if (!view) return
    this.#views.delete(view)
    this.#writer.add(({ all }) => all(view.drop)).catch(() => undefined)
  }

  /** Call before a schema change: writes already queued still find their view, later ones create a new one. */
  forget(): (connection: Connection) => Promise<void> {
    const views = [...this.#views]
    this.#views.clear()
    this.#shapes.clear()
    return async ({ all }) => {
      for (const { drop } of views) await all(drop)
    }
  }

  /** Sets that a trigger cannot express stay transactions. */
  #make(shape: Shape, statements: readonly Statement[]): void {
    const view = viewOf(`galley set ${++this.#made}`, statements)
    if (!view) return
    this.#views.add(view)
    this.#writer
      .add(async ({ all }) => {
        for (const statement of view.made) await all(statement)
      })
      .then(
        () => (shape.view = view),
        () => undefined,
      )
  }

  async #put({ put, several }: View, statements: readonly Statement[]): Promise<ReturnedRows> {
    const values: unknown[] = []
    for (const statement of statements) for (const value of statement.values) if (!(value instanceof Ref)) values.push(value)
    try {
      const [row] = await this.#writer.alone({ sql: put, values, several })
      const name = statements.find((statement) => statement.as)?.as
      // biome-ignore lint/style/noNonNullAssertion: a view with a named statement returns the id of the new row
      return name === undefined ? {} : { [name]: row! }
    } catch (error) {
      throw refusalOf(error, statements) ?? error
    }
  }
}

function isLong(statements: readonly Statement[]): boolean {
  let characters = 0
  for (const { values } of statements) for (const value of values) if (typeof value === 'string') characters += value.length
  return characters > LONGEST
}

const isRef = (value: unknown) => value instanceof Ref

/** Statements of one shape differ in their values only. */
const shapeOf = ({ sql, values, as = '', expect }: Statement) =>
  `${sql}|${as}|${expect?.rows ?? ''}|${values.some(isRef) ? values.map(isRef).join() : ''}`

const REFUSED = 'galley refused'

function refusalOf(error: unknown, statements: readonly Statement[]): Error | undefined {
  const index = new RegExp(`${REFUSED} (\\d+)$`).exec((error as Error).message)?.[1]
  if (index === undefined) return undefined
  // biome-ignore lint/style/noNonNullAssertion: `stepOf` adds refusals to statements with an expectation only
  return statements[Number(index)]!.expect!.otherwise()
}

function viewOf(name: string, statements: readonly Statement[]): View | undefined {
  const named = statements.filter((statement) => statement.as)
  if (named.length > 1) return undefined
  const newest = named[0] ? newestOf(named[0]) : undefined
  if (named[0] && !newest) return undefined
  let count = 0
  const steps: string[] = []
  for (const [index, { kind, sql, values, expect }] of statements.entries()) {
    let at = 0
    let isKnown = true
    const body = sql.replace(/\?/g, () => {
      const value = values[at++]
      if (!(value instanceof Ref)) return `new.v${count++}`
      isKnown &&= value.of === named[0]?.as && value.column === 'id'
      // biome-ignore lint/style/noNonNullAssertion: without a named statement no reference is known, and the text is discarded
      return newest!
    })
    const step = stepOf(kind, body, expect?.rows, `${REFUSED} ${index}`)
    if (!isKnown || at !== values.length || !step) return undefined
    steps.push(...step)
  }
  if (count === 0 || count > WIDEST) return undefined
  const columns = Array.from({ length: count }, (_, index) => `v${index}`)
  const marks = `?${', ?'.repeat(count - 1)}`
  const returning = newest ? `${newest} as "id"` : undefined
  // SQLite asks a subquery once for all rows, unless it depends on each of them.
  const each = newest ? `${newest.slice(0, -1)} where "${name}".at is not null) as "id"` : undefined
  const kept: string[] = []
  const several = (rows: number) => {
    kept[rows] ??=
      `insert into "${name}" (at, ${columns.join(', ')}) select * from (values ${Array(rows).fill(`(?, ${marks})`).join(', ')}) where column1 is not null${each ? ` returning at, ${each}` : ''}`
    return kept[rows]
  }
  return {
    made: [
      `create temp view "${name}" as select ${['at', ...columns].map((column) => `null as ${column}`).join(', ')}`,
      `create temp trigger "${name} put" instead of insert on "${name}" begin ${steps.join('; ')}; end`,
    ],
    drop: `drop view if exists "${name}"`,
    put: `insert into "${name}" (${columns.join(', ')}) values (${marks})${returning ? ` returning ${returning}` : ''}`,
    several,
  }
}

/** The row that an insert creates: an id assigned by the database was never used before, so it is the highest. */
const newestOf = ({ into, returning }: Statement): string | undefined =>
  into !== undefined && returning === '"id"' ? `(select max("id") from ${into})` : undefined

/** A statement, followed by one that rolls everything back if it affected the wrong number of rows. */
function stepOf(kind: Statement['kind'], sql: string, rows: number | undefined, refused: string): string[] | undefined {
  const unless = (count: string) => `select raise(abort, '${refused}') where ${count} <> ${rows}`
  if (kind === 'select') return rows === undefined ? undefined : [unless(`(select count(*) from (${sql}))`)]
  return rows === undefined ? [sql] : [sql, unless('changes()')]
}
