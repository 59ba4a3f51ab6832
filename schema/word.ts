/** What a word of the vocabulary is: its place in JSON Schema, its spelling in SDL, what its value must be. */
import type { JsonSchema } from './document.ts'

export type Place = 'collection' | 'global' | 'field' | 'block'

export interface Word {
  /** Its key: under `x-cms`, or in the schema itself where JSON Schema has the word. */
  name: string
  on: readonly Place[]
  /** True where JSON Schema itself has the word. */
  keyword?: true
  /** Its spelling in `{ slug, fields }`, where that differs from `name`. */
  option?: string
  sdl?: Spelling
  value: JsonSchema
  sentence: string
  /** The feature that owns it; the core's own words say `core`. */
  feature: string
}

export interface Spelling {
  directive: string
  /** One argument is the value; several together make an object; none: being there means true. */
  argument?: { name: string; type: string }
  arguments?: Record<string, string>
  /** With `arguments`: the one that stands for the whole value when it is given alone. */
  alone?: string
}
