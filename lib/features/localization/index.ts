/** Localization: fields with one value per locale, and the locale of a read or change. */

import { type Entity, everyField } from '../../../schema/model.ts'
import { because } from '../../../schema/reasons.ts'
import { badQuery } from '../../errors.ts'
import type { Feature } from '../../feature.ts'
import { json } from '../../http/answer.ts'
import { documentRoutes } from '../../http/document-routes.ts'
import { truth } from '../../local/flag.ts'
import type { OperationName } from '../../operations/contract.ts'
import type { View } from '../../query/view.ts'
import type { Settings } from '../../settings.ts'
import { localizationMethods } from './local.ts'
import { ONE_LANGUAGE, translations } from './translations.ts'

const ALL = 'all'
const EVERY: readonly OperationName[] = ['list', 'read', 'create', 'update', 'delete']

const isLocalized = (entity: Entity): boolean => entity.forms !== undefined

export const localization: Feature = {
  name: 'localization',
  check: ({ localization }) => (localization ? problems(localization.locales) : []),
  checkEntity: ({ slug, fields }, { localization }) =>
    localization
      ? []
      : [...everyField(fields)]
          .filter(({ localized }) => localized)
          .map(({ path }) => `${slug}.${path}: 'localized' needs locales; add 'localization: { locales: ["en", …] }'`),
  options: {
    locale: {
      sentence: 'The locale of localized fields, or `all`: then each field holds its values by locale.',
      schema: { type: 'string' },
      on: EVERY,
      for: isLocalized,
      parse(given, { localization }) {
        if (!localization) throw badQuery(ONE_LANGUAGE, 'locale')
        const known = [...localization.locales, ALL]
        if (typeof given !== 'string' || !known.includes(given)) throw badQuery(because('one-of', { options: known }), 'locale')
        return given
      },
    },
    'fallback-locale': {
      sentence: 'Whether empty values fall back to the default locale.',
      schema: { type: 'boolean' },
      on: EVERY,
      for: isLocalized,
      local: 'fallbackLocale',
      parse: truth('fallback-locale'),
    },
  },
  form,
  local: localizationMethods,
  routes: () =>
    documentRoutes('GET', '/translations', 'translations', async ({ engine, caller }, at) =>
      json(200, JSON.stringify(await translations(engine, caller, at))),
    ),
}

/** A change applies to the values of one locale; reads fall back to the default locale. */
function form(entity: Entity, { options }: View, purpose: 'read' | 'change', { localization }: Settings): Entity {
  const { forms } = entity
  if (!forms || !localization) return entity
  const { defaultLocale, fallback } = localization
  const locale = (options['locale'] as string | undefined) ?? defaultLocale
  if (locale === ALL) return forms.whole
  return forms.in(locale, purpose === 'read' && ((options['fallback-locale'] as boolean | undefined) ?? fallback))
}

function problems(locales: readonly string[]): string[] {
  const folded = locales.map((locale) => locale.toLowerCase())
  const inOtherCase = locales.filter((locale, index) => locales.indexOf(locale) === index && folded.indexOf(locale.toLowerCase()) !== index)
  return [
    ...inOtherCase.map((locale) => `localization.locales: '${locale}' is listed twice`),
    ...(folded.includes(ALL) ? [`localization.locales: '${ALL}' means all of them and can't be one`] : []),
  ]
}
