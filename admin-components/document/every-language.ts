/** Publishing is never of one language only: its button and its message say so while somebody translates. Tested by test/admin-components/every-language.test.ts. */
import { labelOf } from '../fields/editing.ts'
import { formatOf } from '../texts/formats.ts'
import type { DocumentHost } from './document-host.ts'
import type { Form } from './form.ts'

type Translations = Readonly<Record<string, { missing: readonly string[] }>>

const isTranslating = ({ app }: DocumentHost, { locale }: Form): boolean => locale !== undefined && locale !== app.locales.default

const listed = ({ app }: DocumentHost, names: readonly string[]): string => formatOf(Intl.ListFormat, app.language).format(names)

/** For those who point at the button that publishes. */
export const publishHint = (host: DocumentHost, form: Form): string | undefined =>
  isTranslating(host, form) ? host.t('publish.languages', { locales: listed(host, host.app.locales.all) }) : undefined

/** Names the languages that are live now, and what is left to translate into the chosen one. */
export async function publishedText(host: DocumentHost, form: Form): Promise<string> {
  const { locale } = form
  if (locale === undefined || !isTranslating(host, form)) return host.t('published')
  const done = host.t('published.in', { locales: listed(host, host.app.locales.all) })
  const found = await host.app.client.get<Translations>(`${form.path}/translations`).catch(() => undefined)
  const missing = new Set(found?.[locale]?.missing.map((path) => path.split('.')[0]))
  const names = form.entity.fields.filter(({ name }) => missing.has(name)).map((field) => labelOf(host, field))
  return names.length > 0 ? `${done} ${host.t('published.lacks', { locale, fields: listed(host, names) })}` : done
}
