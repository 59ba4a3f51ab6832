/** Languages that a site adds to the admin: their catalogues of texts, checked at the start. Tested by test/features/admin-languages.test.ts. */
import { existsSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { jsonFrom } from '../../../schema/json-file.ts'
import { hasLanguage, LANGUAGES, languageHint, noLanguage } from '../../../schema/languages.ts'
import { didYouMean } from '../../../schema/nearest.ts'
import { isPlainObject } from '../../../schema/plain-object.ts'
import { oneOf } from '../../../schema/sentences.ts'
import { Attached } from '../../attached.ts'
import type { Engine } from '../../engine.ts'
import { configError, notFound } from '../../errors.ts'
import type { Answer } from '../../http/answer.ts'
import { checksum, withTag } from '../../http/etag.ts'
import type { ApiRequest } from '../../http/request.ts'
import type { Settings } from '../../settings.ts'
import { takenTwice } from '../../taken-twice.ts'
import { englishTexts, type Text } from './assets.ts'
import type { LanguageConfig } from './config.ts'
import { STARTING_ENGLISH, STARTING_THAI, startingTexts } from './starting.ts'

export const adminLanguages = ({ admin }: Settings): string[] => [...LANGUAGES, ...admin.languages.map(({ code }) => code)]

/** The languages as the admin offers them. It loads their texts when somebody chooses one. */
export const offered = ({ admin }: Settings) => admin.languages.map(({ code, name, dir = 'ltr' }) => ({ code, name, dir }))

export const scriptDirection = ({ admin }: Settings, code: string): 'ltr' | 'rtl' =>
  admin.languages.find((one) => one.code === code)?.dir ?? 'ltr'

const catalogues = new Attached<Engine, Map<string, Catalogue>>()

interface Catalogue {
  texts: Readonly<Record<string, Text>>
  bytes: Buffer
  tag: string
}

/** `GET /admin/texts/:language`: for everyone, because the sign-in page needs it. */
export async function catalogue(request: ApiRequest): Promise<Answer> {
  const { engine, params } = request
  const language = engine.settings.admin.languages.find(({ code }) => code === params['language'])
  if (!language) throw notFound()
  const { bytes, tag } = loaded(engine, language)
  return withTag(request, bytes, tag)
}

/** The words on the page of the admin until its script runs. */
export function textsOfPage(engine: Engine): ReturnType<typeof startingTexts> {
  const { locale, languages } = engine.settings.admin
  if (locale === 'th') return STARTING_THAI
  const language = languages.find(({ code }) => code === locale)
  return startingTexts(language ? loaded(engine, language).texts : STARTING_ENGLISH)
}

function loaded(engine: Engine, language: LanguageConfig): Catalogue {
  const { code, name, dir = 'ltr' } = language
  const known = catalogues.of(engine, () => new Map())
  const before = known.get(code)
  if (before) return before
  const texts = catalogueOf(language)
  const bytes = Buffer.from(JSON.stringify({ code, name, dir, texts }))
  const found = { texts, bytes, tag: `"${checksum(bytes)}"` }
  known.set(code, found)
  return found
}

/** A language that can't be used stops the start. */
export function wrongLanguages(settings: Settings): string[] {
  const { locale, languages } = settings.admin
  const codes = adminLanguages(settings)
  return [
    ...takenTwice('admin.languages', codes),
    ...languages.flatMap((language, index) => problemsOf(language, `admin.languages[${index}]`)),
    ...(codes.includes(locale) ? [] : [`admin.locale: ${oneOf(codes)}. ${didYouMean(locale, codes)}`.replace(/\. $/, '')]),
    ...textsOf(settings).flatMap(([at, text]) =>
      isPlainObject(text)
        ? Object.keys(text)
            .filter((code) => !hasLanguage(codes, code))
            .map((code) => `${at}: ${noLanguage(code, codes)}. ${languageHint(code, codes)}`)
        : [],
    ),
  ]
}

function problemsOf(language: LanguageConfig, at: string): string[] {
  const { texts } = language
  // Options that are missing are problems of their own.
  if (language.code === undefined || texts === undefined) return []
  const misspelt = codeProblem(language.code)
  if (misspelt) return [`${at}.code: ${misspelt}`]
  if (typeof texts === 'string' && !existsSync(path.resolve(texts)))
    return [`${at}.texts: the file '${texts}' doesn't exist; write it with: galley texts ${language.code}`]
  if (typeof texts === 'string' && !statSync(path.resolve(texts)).isFile()) return [`${at}.texts: '${texts}' is a folder, not a file`]
  try {
    const given: unknown = catalogueOf(language)
    if (!isPlainObject(given)) return [`${at}.texts: must be an object of texts by key`]
    return Object.entries(given)
      .filter(([, text]) => !isText(text))
      .map(([key]) => `${at}.texts.${key}: must be a string, or an object of plural forms with 'other'`)
  } catch (error) {
    return [`${at}.texts: ${(error as Error).message}`]
  }
}

function codeProblem(code: string): string | undefined {
  try {
    return Intl.getCanonicalLocales(code)[0] === code ? undefined : `must be written '${Intl.getCanonicalLocales(code)[0]}'`
  } catch {
    return "must be the code of a language, such as 'ar' or 'pt-BR'"
  }
}

const isText = (given: unknown): given is Text =>
  typeof given === 'string' ||
  (isPlainObject(given) && typeof given['other'] === 'string' && Object.values(given).every((form) => typeof form === 'string'))

/** Texts that the admin doesn't have, and values that they don't get: not shown, but no reason to stop. */
export function confusedTexts({ admin }: Settings): string[] {
  const english = englishTexts()
  if (!english) return []
  return admin.languages.flatMap((language) =>
    Object.entries(catalogueOf(language)).flatMap(([key, text]) => {
      const at = `admin.languages: the text '${key}' in '${language.code}'`
      const known = english[key]
      if (known === undefined) return [`${at} is not a text of the admin. ${didYouMean(key, Object.keys(english))}`.trim()]
      const unknown = placesIn(text).filter((name) => !placesIn(known).includes(name))
      return unknown.map((name) =>
        `${at} contains {${name}}, which the admin does not fill in. ${didYouMean(name, placesIn(known))}`.trim(),
      )
    }),
  )
}

const placesIn = (text: Text): string[] =>
  Object.values(typeof text === 'string' ? { other: text } : text).flatMap((form) =>
    [...form.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as string),
  )

const catalogueOf = ({ texts }: LanguageConfig): Readonly<Record<string, Text>> =>
  typeof texts === 'string' ? (jsonFrom(readFileSync(path.resolve(texts), 'utf8'), texts, configError) as Record<string, Text>) : texts

/** The options of the admin that are texts. */
function textsOf({ admin }: Settings): [at: string, text: unknown][] {
  const { nav = [], pages = [], dashboard = [], commands = [], switcher } = admin
  const labels = (name: string, list: readonly { label?: unknown }[]) =>
    list.map(({ label }, index): [string, unknown] => [`admin.${name}[${index}].label`, label])
  return [
    ...labels('nav', nav),
    ...nav.flatMap(({ children = [] }, index) => labels(`nav[${index}].children`, children)),
    ...labels('pages', pages),
    ...labels('dashboard', dashboard),
    ...labels('commands', commands),
    ['admin.switcher.label', switcher?.label],
    ...(Array.isArray(switcher?.options) ? labels('switcher.options', switcher.options) : []),
  ]
}
