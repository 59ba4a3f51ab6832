/** One record of a source: plain values, where they stood, and what could not be taken along. */
import { badRequest } from '../../errors.ts'
import type { Omission } from './omissions.ts'

export interface Entry {
  /** `posts.csv:17`, so that the record is found again. */
  where: string
  values: Record<string, unknown>
  /** Why the record could not be read. */
  problem?: string
  /** What the source knows of, and has no value for. */
  omitted?: readonly Omission[]
  /** Names that the source adds: nothing is lost where a collection has no field for them. */
  added?: readonly string[]
  /** Not everybody may read it where it comes from. */
  isRestricted?: boolean
}

/** `encoding` is that of the text; without one it is UTF-8, or what the file begins with. */
export type Source = (file: string, encoding?: string) => AsyncIterable<Entry>

export const cutShort = (file: string, why: string) => badRequest(`'${file}' is cut short: ${why}. Export it again; nothing was imported`)
