/** Reads of single rows by id: those that begin in one turn of the event loop share a statement, because each one is a trip to another
 * thread or server. Tested by test/store/combined-reads.test.ts.
 */
import type { Dialect, Row, RowsById, StatementOptions } from './contract.ts'

/** How many rows a statement may read. */
const MOST = 100

type Read = (sql: string, values: readonly unknown[], options: StatementOptions) => Promise<Row[]>

interface Reader {
  id: number
  resolve(rows: Row[]): void
  reject(error: unknown): void
}

/** A statement that has not begun yet. */
interface Combined {
  statement: RowsById
  /** All values but the ids. */
  values: readonly unknown[]
  fresh: boolean
  readers: Reader[]
}

export class CombinedReads {
  readonly #read: Read
  readonly #dialect: Dialect
  #waiting: Combined[] = []

  constructor(dialect: Dialect, read: Read) {
    this.#dialect = dialect
    this.#read = read
  }

  /** The row with the id among the values, or none. It sees everything that was committed before the call. */
  row(statement: RowsById, values: readonly unknown[], fresh: boolean): Promise<Row[]> {
    if (this.#waiting.length === 0) setImmediate(() => this.#begin())
    const combined = this.#waiting.find((one) => isSame(one, statement, values, fresh)) ?? this.#add(statement, values, fresh)
    const id = values[statement.at] as number
    return new Promise((resolve, reject) => combined.readers.push({ id, resolve, reject }))
  }

  #add(statement: RowsById, values: readonly unknown[], fresh: boolean): Combined {
    const combined: Combined = { statement, values, fresh, readers: [] }
    this.#waiting.push(combined)
    return combined
  }

  #begin(): void {
    const waiting = this.#waiting
    this.#waiting = []
    for (const combined of waiting) void this.#run(combined, combined.readers)
  }

  /** If a statement fails, each row is read alone, so that one row never fails the others. */
  async #run(combined: Combined, readers: readonly Reader[]): Promise<void> {
    try {
      const rows = await this.#rows(combined, readers)
      const given = new Set<Row>()
      for (const { id, resolve } of readers) {
        const row = rows.get(id)
        // Readers may change their row.
        resolve(row === undefined ? [] : [given.has(row) ? { ...row } : row])
        if (row) given.add(row)
      }
    } catch (error) {
      const [only, ...others] = readers
      if (others.length === 0) only?.reject(error)
      else for (const reader of readers) void this.#run(combined, [reader])
    }
  }

  async #rows({ statement, values, fresh }: Combined, readers: readonly Reader[]): Promise<Map<number, Row>> {
    const ids = [...new Set(readers.map(({ id }) => id))]
    const rows = await this.#read(statement.sql, values.with(statement.at, this.#dialect.list('id', ids)), { fresh, bounded: true })
    return new Map(rows.map((row) => [row['id'], row]))
  }
}

function isSame(combined: Combined, statement: RowsById, values: readonly unknown[], fresh: boolean): boolean {
  if (combined.statement !== statement || combined.fresh !== fresh || combined.readers.length >= MOST) return false
  return values.every((value, index) => index === statement.at || value === combined.values[index])
}
