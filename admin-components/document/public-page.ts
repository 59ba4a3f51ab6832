/** The page on the site that shows a published document: the address of its preview, without the token. Tested by test/admin-components/public-page.test.ts. */
import './action-texts.ts'
import type { DocumentHost } from './document-host.ts'
import type { Form } from './form.ts'
import type { Values } from './values.ts'

/** The page of the live document, whatever is pending; undefined if it has none. */
export async function publicPageOf({ app, entity, path, locale }: Form): Promise<string | undefined> {
  if (!entity.preview) return undefined
  const query = locale === undefined ? {} : { locale }
  const live = await app.client.get<Values>(path, { ...query, depth: 0 })
  const { url } = await app.client.post<{ url: string | null }>(`${path}/preview`, live, query)
  return url === null ? undefined : withoutToken(url)
}

export async function openPublicPage({ app }: DocumentHost, form: Form): Promise<void> {
  try {
    const page = await publicPageOf(form)
    if (page === undefined) app.say(app.t('preview.none'), 'plain')
    else window.open(page, '_blank', 'noopener')
  } catch (error) {
    app.say(app.explain(error), 'bad')
  }
}

function withoutToken(address: string): string {
  const url = new URL(address, location.href)
  url.searchParams.delete('preview')
  return url.href
}
