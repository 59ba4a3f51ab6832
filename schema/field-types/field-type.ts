/** Shared by the field types: their declaration, and the words that several of them support. Tested by test/field-types.test.ts. */
import type { FieldType } from '../model.ts'

/** Worked out from `holds`. */
type Derived = 'kind' | 'text'
/** Has a default. */
type Optional = 'receive' | 'many' | 'words'

type Given<Name extends string> = Omit<FieldType, 'name' | Derived | Optional> & Partial<Pick<FieldType, Optional>> & { name: Name }

/** Unless declared otherwise, a type stores its input unchanged, holds one value and adds no words. */
export const fieldType = <const Name extends string>(given: Given<Name>): FieldType & { name: Name } => ({
  receive: (value) => value,
  many: false,
  words: [],
  ...given,
  kind: given.holds === 'date' ? 'text' : given.holds,
  text: given.holds === 'text',
})

export const TEXT_WORDS = ['minLength', 'maxLength', 'pattern']
export const LIST_WORDS = ['minItems', 'maxItems']
