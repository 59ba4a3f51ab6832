/** One record of a source: plain values, their position, and what could not be imported. */
import { badRequest } from '../../errors.ts'
import type { Omission } from './omissions.ts'

export interface Entry {
  /** The record's position, such as `posts.csv:17`. */
  where: string
  values: Record<string, unknown>
  /** Why the record could not be read. */
  problem?: string
  /** Names that the source mentions without a value. */
  omitted?: readonly Omission[]
  /** Names that the source adds: nothing is lost if the collection has no field for them. */
  added?: readonly string[]
  /** The address that relative URLs in it belong to. */
  site?: string
  /** The folder that paths in it are relative to, inside that of the import. */
  folder?: string
  /** Lines and empty lines in its texts have a meaning, as in the texts of WordPress. */
  hasLines?: boolean
  /** The record is not public in the source. */
  isRestricted?: boolean
}

/** `encoding` is the text encoding; by default it follows the byte order mark, or is UTF-8. */
export type EntrySource = (file: string, encoding?: string) => AsyncIterable<Entry>

export const cutShort = (file: string, why: string) => badRequest(`'${file}' is truncated: ${why}. Export it again; nothing was imported`)
