/** Shared by the field types: their declaration, and the words that several of them support. Tested by test/field-types.test.ts. */
import type { FieldType } from '../model.ts'

type Given<Name extends string> = Omit<FieldType, 'name' | 'receive' | 'many' | 'words'> & Partial<FieldType> & { name: Name }

/** Unless declared otherwise, a type stores its input unchanged, holds one value and adds no words. */
export const fieldType = <const Name extends string>(given: Given<Name>): FieldType & { name: Name } => ({
  receive: (value) => value,
  many: false,
  words: [],
  ...given,
})

export const TEXT_WORDS = ['minLength', 'maxLength', 'pattern']
export const LIST_WORDS = ['minItems', 'maxItems']
