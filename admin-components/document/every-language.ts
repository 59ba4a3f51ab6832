/** Publishing is never of one language only: its button and its message say so while somebody translates. Tested by test/admin-components/every-language.test.ts. */

import { localeName } from '../app/locale-name.ts'
import { labelOf } from '../fields/editing.ts'
import { formatOf } from '../texts/formats.ts'
import type { DocumentHost } from './document-host.ts'
import type { Form } from './form.ts'

type Translations = Readonly<Record<string, { filled: number; missing: readonly string[] }>>

const isTranslating = ({ app }: DocumentHost, { locale }: Form): boolean => locale !== undefined && locale !== app.locales.default

const listed = ({ app }: DocumentHost, names: readonly string[]): string => formatOf(Intl.ListFormat, app.language).format(names)

/** For those who point at the button that publishes. */
export const publishHint = (host: DocumentHost, form: Form): string | undefined =>
  isTranslating(host, form) ? host.t('publish.languages', { locale: localeName(host.app, form.locale ?? '') }) : undefined

/** Names the languages that have words now, those that have none, and what is left to translate into the chosen one. */
export async function publishedText(host: DocumentHost, form: Form): Promise<string> {
  const { locale } = form
  if (locale === undefined || !isTranslating(host, form)) return host.t('published')
  const found = await host.app.client.get<Translations>(`${form.path}/translations`).catch(() => undefined)
  const { all } = host.app.locales
  const written = all.filter((one) => (found?.[one]?.filled ?? 0) > 0)
  if (written.length === 0) return host.t('published')
  const empty = all.filter((one) => !written.includes(one))
  const missing = new Set(written.includes(locale) ? found?.[locale]?.missing.map((path) => path.split('.')[0]) : [])
  const names = form.entity.fields.filter(({ name }) => missing.has(name)).map((field) => labelOf(host, field))
  const named = (one: string) => localeName(host.app, one)
  return [
    host.t('published.in', { locales: listed(host, written.map(named)) }),
    ...(empty.length > 0 ? [host.t('published.empty', { locales: listed(host, empty.map(named)) })] : []),
    ...(names.length > 0 ? [host.t('published.lacks', { locale: named(locale), fields: listed(host, names) })] : []),
  ].join(' ')
}
