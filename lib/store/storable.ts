/** The last look at values before they are bound: both databases refuse the same texts, whichever way they came. */
import { badRequest } from '../errors.ts'
import type { Connection } from './contract.ts'

/** Whether every text can be stored and looked for: without NUL and lone surrogates. */
export function areStorable(values: readonly unknown[]): boolean {
  for (const value of values) {
    if (typeof value === 'string') {
      if (value.includes('\0') || !value.isWellFormed()) return false
    } else if (Array.isArray(value) && !areStorable(value)) return false
  }
  return true
}

/** Requests are refused earlier, by the field that holds the text; this is for calls from code. */
export const notStorable = () => badRequest('A text with NUL or a lone surrogate can be neither stored nor looked for')

/** A connection that binds nothing else. */
export const storing = (connection: Connection): Connection => ({
  all: (sql, values = []) => (areStorable(values) ? connection.all(sql, values) : Promise.reject(notStorable())),
})
