/** A word of the vocabulary: its place in JSON Schema, its spelling in SDL, and the schema of its value. Tested by test/schema/spellings.test.ts. */
import type { JsonSchema } from './document.ts'

export type Place = 'collection' | 'global' | 'field' | 'block'

export interface Word {
  /** Its key: under `x-cms`, or in the schema itself if it is a JSON Schema keyword. */
  name: string
  on: readonly Place[]
  /** True if it is a JSON Schema keyword. */
  keyword?: true
  /** Its name in `{ slug, fields }`, if different from `name`. */
  option?: string
  sdl?: Spelling
  value: JsonSchema
  sentence: string
  /** The feature that owns it; `core` for the core's own words. */
  feature: string
}

export interface Spelling {
  directive: string
  /** One argument is the value; several form an object; without arguments, the directive's presence means true. */
  argument?: {
    name: string
    type: string
    /** The directive may stand several times: each of them is an entry of the list that is the value. */
    repeated?: true
  }
  /** Without its argument, the directive means true. */
  optional?: true
  arguments?: Record<string, string>
  /** With `arguments`: the one that is the whole value if it is given alone. */
  alone?: string
  /** With `arguments`: the one whose entries join the others in the value. */
  others?: string
}
