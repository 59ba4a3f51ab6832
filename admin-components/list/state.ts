/** The state of a document as users see it: draft, published, or published with a pending draft. Tested by test/admin-components/states.test.ts. */
import { html, type TemplateResult } from 'lit'
import type { App } from '../app/app.ts'
import type { Page, Query } from '../app/client.ts'
import type { Entity } from '../app/schema.ts'
import type { CmsElement } from '../element.ts'

/** `pending`: live, with unpublished changes. */
export type State = 'draft' | 'published' | 'pending'

type Doc = Record<string | symbol, any>

const LIVE_SINCE = Symbol('live since')

/** Lists show the pending draft instead of a live document. This finds out which of the drafts belong to a live document. */
export async function findPending(app: App, entity: Entity, docs: readonly Doc[], more: Query = {}): Promise<void> {
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
  for (const doc of live.docs) drafts.get(doc['id'])![LIVE_SINCE] = doc['updatedAt']
}

/** When the live document was last updated; `undefined` without a pending draft. */
export const liveSince = (doc: Doc): string | undefined => doc[LIVE_SINCE]

export const stateOf = (doc: Doc): State =>
  doc['status'] === 'published' ? 'published' : liveSince(doc) === undefined ? 'draft' : 'pending'

const TONES = { draft: 'warn', published: 'good', pending: 'accent' } as const satisfies Record<State, string>

export const statusBadge = (host: CmsElement, state: State): TemplateResult =>
  html`<span class="badge ${TONES[state]}">${host.t(`status.${state}`)}</span>`
