/** What the field types have in common: how one is declared, and the words that several of them know. */
import type { FieldType } from '../model.ts'

type Given<Name extends string> = Omit<FieldType, 'name' | 'receive' | 'many' | 'words'> & Partial<FieldType> & { name: Name }

/** A type is kept as it comes in, holds one value and has no words of its own unless it says otherwise. */
export const fieldType = <const Name extends string>(given: Given<Name>): FieldType & { name: Name } => ({
  receive: (value) => value,
  many: false,
  words: [],
  ...given,
})

export const TEXT_WORDS = ['minLength', 'maxLength', 'pattern']
export const LIST_WORDS = ['minItems', 'maxItems']
