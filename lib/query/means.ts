/** How the rows of an entity are read for a caller. Tested by test/query/model.test.ts. */
import type { Field } from '../../schema/model.ts'
import type { Overlay } from './overlay.ts'
import type { Printer } from './printer.ts'

export interface Means {
  /** Prints them as text, if that is possible. */
  printer: Printer | undefined
  overlay: Overlay | undefined
  /** The fields to decode, if they become objects: those that are selected, unless hooks or rules about single documents need all. */
  fields: readonly Field[]
}
