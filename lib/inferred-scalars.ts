/** Values of fields in code that hold neither fields nor documents. Tested by test/types/types.test.ts. */
import type { Field, OwnFieldTypes } from './field-config.ts'

/** The fields of a declaration. */
export type FieldsOf<C> = C extends { fields: infer F extends readonly Field[] } ? F : readonly []

/** Whether TypeScript knows which fields these are: `Field[]` doesn't say it. */
export type AreKnown<F extends readonly Field[]> = number extends F['length'] ? false : true

interface Scalars {
  text: string
  textarea: string
  email: string
  slug: string
  number: number
  boolean: boolean
  date: string
  json: unknown
}

/** JSON in built-in fields may have a known shape. */
type Json<F> = F extends { holds: infer Value } ? Value : unknown

/** One value of a field. */
export type Scalar<F> = F extends { options: readonly (infer Option)[]; type?: 'select' }
  ? Option extends { value: infer V }
    ? V
    : Option
  : F extends { type: infer T extends keyof Scalars }
    ? T extends 'json'
      ? Json<F>
      : Scalars[T]
    : F extends { type: infer Own extends keyof OwnFieldTypes }
      ? OwnFieldTypes[Own]
      : F extends { type: string }
        ? unknown
        : string
