/** The heading of a form: the title of its document, also while that is not translated yet. Tested by test/admin-components/everyday.test.ts. */
import type { RelatedDocuments } from '../app/related.ts'
import type { CmsElement } from '../element.ts'
import { titleOf } from '../parts/title.ts'
import { humanized } from '../texts/texts.ts'
import type { Form } from './form.ts'

/** `names` knows titles in the default language. */
export function headingOf(host: CmsElement, { entity, isNew, values, id, locale }: Form, names: RelatedDocuments): string {
  const singular = host.app.label(entity.labels.singular, humanized(entity.slug))
  if (entity.kind === 'global') return singular
  if (isNew || id === undefined) return host.t('list.new', { what: singular })
  if (entity.slug === 'users' && values['name']) return values['name']
  const isUntitled = entity.title !== undefined && !values[entity.title]
  if (isUntitled && locale !== undefined && locale !== host.app.locales.default) return names.title(host, entity.slug, id)
  return titleOf(host, entity, values)
}
