/** Which people of a list were invited and have not accepted yet; only admins may know. Tested by test/admin-components/invitation.test.ts. */
import { html, nothing, type TemplateResult } from 'lit'
import type { App } from '../app/app.ts'
import type { Page } from '../app/client.ts'
import type { Doc, Values } from '../app/doc.ts'
import type { Entity } from '../app/schema.ts'
import type { CmsElement } from '../element.ts'

const INVITED = Symbol('invited')

type Listed = Values & { [INVITED]?: boolean }

/** A field of the site with this name takes precedence in filters. */
export const knowsInvited = ({ user }: App, { slug, fields }: Entity): boolean =>
  slug === 'users' && user?.role === 'admin' && !fields.some(({ name }) => name === 'invited')

/** Without an answer, no one is marked. */
export async function findInvited(app: App, entity: Entity, docs: readonly Listed[]): Promise<void> {
  if (!knowsInvited(app, entity) || docs.length === 0) return
  const where = { id: { in: docs.map((doc) => doc['id']) }, invited: { equals: true } }
  const query = { where, select: 'id', depth: 0, limit: docs.length, count: false }
  const found = await app.client.get<Page<Doc>>('/users', query).catch(() => undefined)
  for (const { id } of found?.docs ?? []) {
    const doc = docs.find((one) => one['id'] === id)
    if (doc) doc[INVITED] = true
  }
}

export const invitedMark = (host: CmsElement, doc: Listed): TemplateResult | typeof nothing =>
  doc[INVITED] ? html`<span class="badge warn">${host.t('users.isInvited')}</span>` : nothing
