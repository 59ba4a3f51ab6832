/** The trash of a list: how many documents are in it, what each was, when it was deleted and by whom, and until when it can be
 * brought back. Tested by test/admin-components/trash.test.ts. */
import { html, nothing, type TemplateResult } from 'lit'
import type { App } from '../app/app.ts'
import { type Author, authorName } from '../app/author.ts'
import type { Page } from '../app/client.ts'
import type { Doc, Values } from '../app/doc.ts'
import type { Entity } from '../app/schema.ts'
import type { CmsElement } from '../element.ts'
import { formatOf } from '../texts/formats.ts'
import { ago, onDate } from '../texts/texts.ts'
import { liveSince, statusBadge } from './state.ts'

const DELETION = Symbol('deletion')

interface Deletion {
  id: number
  at: string
  /** When it is removed from the trash, if ever. */
  until: string | null
  by: Author | null
}

type Listed = Values & { [DELETION]?: Deletion }

export async function findDeletions({ client }: App, { slug }: Entity, docs: readonly Listed[]): Promise<void> {
  if (docs.length === 0) return
  const ids = docs.map((doc) => doc['id']).join()
  const deletions = await client.get<Deletion[]>('/admin/trashed', { collection: slug, ids }).catch(() => [])
  for (const deletion of deletions) {
    const doc = docs.find((one) => one['id'] === deletion.id)
    if (doc) doc[DELETION] = deletion
  }
}

/** Undefined without a trash, or without access to it. */
export async function countTrash({ client }: App, { slug, trash, may, drafts }: Entity): Promise<number | undefined> {
  if (!trash || !may.delete) return undefined
  const query = { trash: true, ...(drafts && { draft: true }), limit: 1, depth: 0, select: 'id' }
  const page = await client.get<Page<Doc>>(`/${slug}`, query).catch(() => undefined)
  return page?.totalDocs
}

export function deletionOf(host: CmsElement, doc: Listed): TemplateResult | typeof nothing {
  const deletion = doc[DELETION]
  if (deletion === undefined) return nothing
  const { at, by, until } = deletion
  const { language } = host.app
  const when = ago(at, language)
  const words = by ? host.t('trash.whenAndWho', { ago: when, who: authorName(by) }) : when
  const gone = until && formatOf(Intl.DateTimeFormat, language, { day: 'numeric', month: 'short' }).format(new Date(until))
  return html`
    <time class="muted small" datetime=${at} title=${onDate(at, language)}>${words}</time>
    ${gone ? html`<span class="small gone">${host.t('trash.until', { date: gone })}</span>` : nothing}
  `
}

/** Nothing in the trash is public, whatever its status says. */
export const stateInTrash = (host: CmsElement, doc: Values): TemplateResult =>
  doc['status'] === 'published' || liveSince(doc) !== undefined
    ? html`<span class="badge">${host.t('status.was')}</span>`
    : statusBadge(host, 'draft')
