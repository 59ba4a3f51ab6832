/** The name of a language of the content, in the language of the admin. Tested by test/admin-components/filled-languages.test.ts. */
import { formatOf } from '../texts/formats.ts'

/** `th` → `Thai`. Codes that aren't known as a language, such as one that a site made up, stay as they are. */
export function localeName({ language }: { language: string }, locale: string): string {
  try {
    const options: Intl.DisplayNamesOptions = { type: 'language', languageDisplay: 'standard' }
    return formatOf(Intl.DisplayNames as NamesByOptions, language, options).of(locale) ?? locale
  } catch {
    return locale
  }
}

/** Unlike other formats, these can't be made without options. */
type NamesByOptions = new (language: string, options?: Intl.DisplayNamesOptions) => Intl.DisplayNames
