/** The state of a document as users see it: draft, published, or published with a pending draft. Tested by test/admin-components/states.test.ts. */

import { html, type TemplateResult } from 'lit'
import type { App } from '../app/app.ts'
import type { Page, Query } from '../app/client.ts'
import type { Doc, Values } from '../app/doc.ts'
import type { Entity } from '../app/schema.ts'
import type { CmsElement } from '../element.ts'

/** `pending`: live, with unpublished changes. */
export type State = 'draft' | 'published' | 'pending'

const LIVE_SINCE = Symbol('live since')

type Listed = Values & { [LIVE_SINCE]?: string }

/** Lists show the pending draft instead of a live document. This finds out which of the drafts belong to a live document. */
export async function findPending(app: App, entity: Entity, docs: readonly Listed[], more: Query = {}): Promise<void> {
  const drafts = new Map(docs.filter((doc) => doc['status'] === 'draft').map((doc) => [doc['id'] as number, doc]))
  if (!entity.drafts || drafts.size === 0) return
  const live = await app.client.get<Page<Doc>>(`/${entity.slug}`, {
    ...more,
    where: { id: { in: [...drafts.keys()] } },
    select: 'updatedAt',
    depth: 0,
    limit: drafts.size,
    count: false,
  })
  for (const { id, updatedAt } of live.docs) {
    const draft = drafts.get(id)
    if (draft) draft[LIVE_SINCE] = updatedAt
  }
}

/** When the live document was last updated; `undefined` without a pending draft. */
export const liveSince = (doc: Listed): string | undefined => doc[LIVE_SINCE]

export const stateOf = (doc: Listed): State =>
  doc['status'] === 'published' ? 'published' : liveSince(doc) === undefined ? 'draft' : 'pending'

export const TONES = { draft: 'warn', published: 'good', pending: 'accent' } as const satisfies Record<State, string>

export const statusBadge = (host: CmsElement, state: State): TemplateResult =>
  state === 'pending' ? html`<span class="badges">${badge(host, 'published')} ${badge(host, 'pending')}</span>` : badge(host, state)

const badge = (host: CmsElement, state: State): TemplateResult =>
  html`<span class="badge ${TONES[state]}">${host.t(`status.${state}`)}</span>`
