/** Marks the documents of a list that have no title in the language it is shown in. Tested by test/admin-components/everyday.test.ts. */
import { html, nothing, type TemplateResult } from 'lit'
import type { App } from '../app/app.ts'
import type { Page } from '../app/client.ts'
import type { Doc, Values } from '../app/doc.ts'
import type { Entity } from '../app/schema.ts'
import type { CmsElement } from '../element.ts'

const UNTRANSLATED = Symbol('untranslated')

type Listed = Values & { [UNTRANSLATED]?: boolean }

/** Without an answer, nothing is marked. */
export async function findUntranslated(
  app: App,
  { slug, title, fields, drafts }: Entity,
  docs: readonly Listed[],
  locale: string | undefined,
): Promise<void> {
  const isNamed = fields.some(({ name, localized }) => name === title && localized)
  if (!isNamed || !title || !locale || locale === app.schema?.locales?.default || docs.length === 0) return
  const ids = docs.map((doc) => doc['id'])
  const query = { where: { id: { in: ids } }, locale, 'fallback-locale': false, select: title, depth: 0, limit: ids.length, count: false }
  const own = await app.client.get<Page<Doc>>(`/${slug}`, { ...query, ...(drafts && { draft: true }) }).catch(() => undefined)
  for (const { id, [title]: name } of own?.docs ?? []) {
    const doc = docs.find((one) => one['id'] === id)
    if (doc) doc[UNTRANSLATED] = !name
  }
}

export const untranslatedMark = (host: CmsElement, doc: Listed): TemplateResult | typeof nothing =>
  doc[UNTRANSLATED] ? html`<span class="badge warn">${host.t('locale.missing')}</span>` : nothing
