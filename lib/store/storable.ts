/** The final check of values before they are bound, so that both databases refuse the same texts from any source. Tested by test/http/odd-values.test.ts. */
import { badRequest } from '../errors.ts'
import type { Connection, Dialect, Row } from './contract.ts'
import { runOn } from './execute.ts'
import type { Statement } from './write-set.ts'

/** Whether every text can be stored and searched for: it contains neither NUL nor lone surrogates. */
export function areStorable(values: readonly unknown[]): boolean {
  for (const value of values) {
    if (typeof value === 'string') {
      if (value.includes('\0') || !value.isWellFormed()) return false
    } else if (Array.isArray(value) && !areStorable(value)) return false
  }
  return true
}

/** Requests are refused earlier, with the name of the field; this is for calls from code. */
export const notStorable = () => badRequest("Text with a NUL character or a lone surrogate can't be stored or searched for")

/** A transaction without user code in it. */
export interface ShortTransaction extends Connection {
  run(statement: Statement): Promise<Row[]>
}

/** A connection that refuses to bind other values. */
export function storing(connection: Connection, dialect: Dialect): ShortTransaction {
  const all = (sql: string, values: readonly unknown[] = []) =>
    areStorable(values) ? connection.all(sql, values) : Promise.reject(notStorable())
  return { all, run: (statement) => runOn({ all }, dialect, statement) }
}
