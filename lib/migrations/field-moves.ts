/** Decides which former field each wanted field takes its values from. A localized field has one name per locale.
 * Tested by test/migrations/default-locale.test.ts.
 */
import { localeOf, withoutLocale } from '../store/columns.ts'
import { type Former, type Moves, movesBetween, type Wanted } from './moves.ts'

export const fieldMoves = (former: readonly Former[], wanted: readonly Wanted[], spelled: (name: string) => string): Moves =>
  movesBetween(former, inTheirLanguage(former, wanted), spelled, (one, name) => withoutLocale(one) === name)

/** A field that was not localized held text in the default locale of that time; changing the default does not translate the text. */
function inTheirLanguage(former: readonly Former[], wanted: readonly Wanted[]): Wanted[] {
  const names = new Set(wanted.map(({ name }) => name))
  const given = new Map<string, string>()
  for (const { name, was = [] } of wanted)
    for (const plain of localeOf(name) === undefined ? [] : was.filter((one) => localeOf(one) === undefined)) {
      const language = languageOf(former.find((one) => one.name === plain))
      const own = `${withoutLocale(name)}__${language}`
      if (language !== undefined && own !== name && names.has(own)) given.set(plain, own)
    }
  if (given.size === 0) return [...wanted]
  return wanted.map((one) => {
    const { name, was = [] } = one
    const taken = [...given].flatMap(([plain, own]) => (own === name && !was.includes(plain) ? [plain] : []))
    return { ...one, was: [...taken, ...was.filter((plain) => (given.get(plain) ?? name) === name)] }
  })
}

/** The default locale when the field was last applied: the first locale whose values it could take. */
const languageOf = (plain: Former | undefined): string | undefined => {
  const own = plain?.was?.find((one) => localeOf(one) !== undefined && withoutLocale(one) === plain.name)
  return own === undefined ? undefined : localeOf(own)
}
