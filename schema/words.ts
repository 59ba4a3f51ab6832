/** The vocabulary: one entry per word. Documents, SDL and `{ slug, fields }` are lowered, checked and documented from here. */
import { entityWords } from './entity-words.ts'
import { fieldWords } from './field-words.ts'
import { richTextWords } from './rich-text-words.ts'
import type { Place, Spelling, Word } from './word.ts'

export type { Place, Spelling, Word } from './word.ts'
export { RULES } from './word-values.ts'

export const words: readonly Word[] = [...entityWords, ...fieldWords, ...richTextWords]

export const wordsOn = (place: Place, all: readonly Word[] = words): Word[] => all.filter((word) => word.on.includes(place))

/** The key of a word in `{ slug, fields }`. */
export const optionOf = (word: Word): string => word.option ?? word.name

/** A word whose directive and argument have other names: `@range(min:)` for `minimum`. */
export function inSdl(name: string): string {
  const { sdl } = words.find((word) => word.name === name) ?? {}
  return !sdl?.argument || [sdl.directive, sdl.argument.name].includes(name) ? name : `@${sdl.directive}(${sdl.argument.name}:)`
}

/** How a word is written in SDL in one of its places: the words of entities are arguments of `@collection` or `@global`. */
export function spellingOn(word: Word, place: Place): Spelling | undefined {
  if (place === 'global' && word.sdl?.directive === 'collection') return { ...word.sdl, directive: 'global' }
  return word.sdl
}
