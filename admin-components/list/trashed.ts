/** The trash of a list: how many documents are in it, and when each was deleted. Tested by test/admin-components/trash.test.ts. */
import { html, nothing, type TemplateResult } from 'lit'
import type { App } from '../app/app.ts'
import type { Page } from '../app/client.ts'
import type { Doc, Values } from '../app/doc.ts'
import type { Entity } from '../app/schema.ts'
import type { CmsElement } from '../element.ts'
import { ago, onDate } from '../texts/texts.ts'

const DELETED_AT = Symbol('deleted at')

type Listed = Values & { [DELETED_AT]?: string }

export async function findDeletionTimes({ client }: App, { slug }: Entity, docs: readonly Listed[]): Promise<void> {
  if (docs.length === 0) return
  const ids = docs.map((doc) => doc['id']).join()
  const times = await client.get<{ id: number; at: string }[]>('/admin/trashed', { collection: slug, ids }).catch(() => [])
  for (const { id, at } of times) {
    const doc = docs.find((one) => one['id'] === id)
    if (doc) doc[DELETED_AT] = at
  }
}

/** Undefined without a trash, or without access to it. */
export async function countTrash({ client }: App, { slug, trash, may }: Entity): Promise<number | undefined> {
  if (!trash || !may.delete) return undefined
  const page = await client.get<Page<Doc>>(`/${slug}`, { trash: true, limit: 1, depth: 0, select: 'id' }).catch(() => undefined)
  return page?.totalDocs
}

export function deletionTime(host: CmsElement, doc: Listed): TemplateResult | typeof nothing {
  const at = doc[DELETED_AT]
  if (at === undefined) return nothing
  const { language } = host.app
  return html`<time class="muted small" datetime=${at} title=${onDate(at, language)}>${host.t('trash.when', { ago: ago(at, language) })}</time>`
}
