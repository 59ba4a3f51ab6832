/** Translates names of other spellings and systems, such as `minimum` for `min`. */
import { didYouMean } from './nearest.ts'
import type { Word } from './word.ts'
import { inSdl, optionOf, spellingOn, words, wordsOn } from './words.ts'

/** Names that field types have in other systems. */
export const TYPES_ELSEWHERE: Readonly<Record<string, string>> = {
  media: 'upload',
  image: 'upload',
  file: 'upload',
  string: 'text',
  relation: 'relationship',
  reference: 'relationship',
  int: 'number',
  integer: 'number',
  float: 'number',
  decimal: 'number',
  bool: 'boolean',
  checkbox: 'boolean',
  datetime: 'date',
  timestamp: 'date',
  enum: 'select',
  radio: 'select',
  object: 'group',
  repeater: 'array',
  list: 'array',
  markdown: 'richText',
  html: 'richText',
}

/** Names that options of fields have in other systems. */
const OPTIONS_ELSEWHERE: Readonly<Record<string, string>> = {
  initialValue: 'defaultValue',
  multiple: 'hasMany',
  relationTo: 'to',
  target: 'to',
  enum: 'options',
  values: 'options',
  choices: 'options',
  items: 'fields',
  properties: 'fields',
  translatable: 'localized',
  regex: 'pattern',
  help: 'description',
  hint: 'description',
}

/** The hint to an unknown option of a field in `{ slug, fields }`. */
export const hintToOption = (name: string, known: readonly string[]): string => meant(name, optionOf, known) ?? didYouMean(name, known)

/** The same in a JSON Schema document. */
export const hintToWord = (name: string, known: readonly string[]): string =>
  meant(name, (word) => word.name, known) ?? didYouMean(name, known)

/** The same for a directive of SDL: `@range(min:)`, or the name of a directive. */
export function hintToDirective(name: string, known: readonly string[]): string {
  const word = wordCalled(name)
  if (!word?.sdl) return didYouMean(name, known)
  const spelling = inSdl(word.name)
  return `did you mean '${spelling.startsWith('@') ? spelling : `@${word.sdl.directive}`}'?`
}

/** The same for an argument of a directive, which may have its own: `@label` for `@global(label:)`. */
export function hintToArgument(name: string, directive: string): string {
  const { sdl } = wordCalled(name) ?? {}
  if (sdl?.directive === directive && sdl.argument) return `did you mean '${sdl.argument.name}'?`
  const place = directive === 'collection' || directive === 'global' ? directive : 'field'
  const own = wordsOn(place).find((word) => word.sdl && optionOf(word) === name)
  const spelled = own && spellingOn(own, place)
  if (!spelled || spelled.directive === directive) return ''
  const [argument] = spelled.argument ? [spelled.argument.name] : spelled.alone ? [spelled.alone] : Object.keys(spelled.arguments ?? {})
  return `use @${spelled.directive}${argument === undefined ? '' : `(${argument}: …)`}`
}

function meant(name: string, spelled: (word: Word) => string, known: readonly string[]): string | undefined {
  const word = wordCalled(name)
  const found = word ? spelled(word) : Object.hasOwn(OPTIONS_ELSEWHERE, name) ? OPTIONS_ELSEWHERE[name] : undefined
  return found !== undefined && found !== name && known.includes(found) ? `did you mean '${found}'?` : undefined
}

const wordCalled = (name: string): Word | undefined =>
  words.find((word) => word.on.includes('field') && (word.name === name || word.option === name))
