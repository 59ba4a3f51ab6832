/** Actions on all selected documents, and a report of the outcome of each. Tested by test/admin-components/content.test.ts. */
import { html, nothing, type TemplateResult } from 'lit'
import { deleteDocument } from '../../app/deleting.ts'
import type { Doc } from '../../app/doc.ts'
import type { Entity } from '../../app/schema.ts'
import { usesOfMany } from '../../app/uses.ts'
import { deleteWarning } from '../../parts/delete-warning.ts'
import { confirm } from '../../parts/dialog.ts'
import { icon } from '../../parts/icon.ts'
import { loadFor } from '../../parts/later.ts'
import { titleOf } from '../../parts/title.ts'
import type { Key } from '../../texts/texts.ts'
import type { ListHost } from '../list-host.ts'
import { showsTrash } from '../query.ts'
import { forEach } from './each.ts'

type Action = 'publish' | 'unpublish' | 'delete' | 'recover'

/** The labels of the buttons. */
const LABELS: Record<Action, Key> = { publish: 'publish', unpublish: 'unpublish', delete: 'delete', recover: 'trash.recover' }

export function many(host: ListHost, entity: Entity): TemplateResult {
  const { may, drafts } = entity
  const { size } = host.chosen
  const total = host.found?.totalDocs ?? 0
  const isBusy = host.busy !== ''
  const button = (action: Action, look = '') => html`
    <button class=${look} ?disabled=${isBusy} @click=${() => actOn(host, entity, action)}>${host.t(LABELS[action])}</button>
  `
  return html`
    <div class="chosen row apart" role="region" aria-label=${host.t('choose.count', { count: size })}>
      <span role="status">${host.busy || host.t('choose.count', { count: size })}</span>
      ${
        size < total
          ? html`<button class="plain small" @click=${() => host.chooseEvery(entity)}>${host.t('choose.every', { count: total })}</button>`
          : nothing
      }
      <span class="row">
        ${may.update && showsTrash(entity, host.query) ? button('recover') : nothing}
        ${
          may.update && !showsTrash(entity, host.query)
            ? html`<button ?disabled=${isBusy} @click=${() => edit(host, entity)}>${icon('pencil')}${host.t('bulk.edit')}</button>`
            : nothing
        }
        ${drafts && may.publish && !showsTrash(entity, host.query) ? html`${button('publish')}${button('unpublish')}` : nothing}
        ${may.delete ? button('delete', 'danger') : nothing}
        <button class="plain" @click=${() => host.chooseNone()}>${host.t('choose.none')}</button>
      </span>
    </div>
  `
}

async function actOn(host: ListHost, entity: Entity, action: Action): Promise<void> {
  const ids = [...host.chosen]
  const isSure = await confirm(host, {
    title: host.t(`bulk.${action}`, { count: ids.length }),
    ...(action === 'delete' && { text: await whatADeleteDoes(host, entity, ids) }),
    yes: host.t(LABELS[action]),
    isDangerous: action === 'delete',
    // Where one document asks for its title, many ask for their number.
    ...(action === 'delete' && entity.admin.confirmDelete?.typeTitle && { typed: String(ids.length) }),
  })
  if (!isSure) return
  const done = await change(host, entity, ids, CHANGES[action](host, entity))
  if (action === 'delete') host.emit('deleted', { collection: entity.slug, ids: done })
}

async function whatADeleteDoes(host: ListHost, entity: Entity, ids: readonly number[]): Promise<TemplateResult> {
  const looks = entity.admin.confirmDelete?.impact !== false && !showsTrash(entity, host.query)
  const uses = looks ? await usesOfMany(host.app, entity.slug, ids).catch(() => undefined) : undefined
  return deleteWarning(host, entity, uses, { count: ids.length, isInTrash: showsTrash(entity, host.query) })
}

type Change = (id: number) => Promise<unknown>

const CHANGES: Record<Action, (host: ListHost, entity: Entity) => Change> = {
  publish:
    ({ app }, { slug }) =>
    (id) =>
      app.client.patch(`/${slug}/${id}`, { status: 'published' }),
  unpublish:
    ({ app }, { slug }) =>
    (id) =>
      app.client.post(`/${slug}/${id}/unpublish`),
  delete: (host, entity) => (id) => deleteDocument(host.app, entity, id, showsTrash(entity, host.query)),
  recover:
    ({ app }, { slug }) =>
    (id) =>
      app.client.post(`/${slug}/${id}/recover`),
}

async function edit(host: ListHost, entity: Entity): Promise<void> {
  const bulkEdit = await loadFor(host, () => import('./edit.ts'))
  const locale = host.query.get('locale') ?? undefined
  const ids = [...host.chosen]
  const changes = await bulkEdit?.askChanges(host, entity, ids.length, locale)
  if (!changes) return
  await change(host, entity, ids, (id) => host.app.client.patch(`/${entity.slug}/${id}`, changes, { locale }))
}

/** Returns the ids that were changed; documents that failed stay selected. */
async function change(host: ListHost, entity: Entity, ids: readonly number[], one: Change): Promise<number[]> {
  const { done, failed } = await forEach(
    host.app,
    ids,
    one,
    (count) => (host.busy = host.t('bulk.progress', { done: count, of: ids.length })),
  )
  host.busy = ''
  host.chosen = new Set(failed.map(({ id }) => id))
  host.app.say(host.t('bulk.done', { count: done.length }), failed.length > 0 ? 'plain' : 'good')
  const [first, ...others] = failed
  if (first) {
    const more = others.length > 0 ? ` ${host.t('bulk.failed', { count: others.length })}` : ''
    host.app.say(`${await nameOf(host, entity, first.id)}: ${first.why}${more}`, 'bad')
  }
  await host.reload()
  host.emit('saved', { collection: entity.slug, ids: done })
  return done
}

/** Also of a document that is on another page of the list. */
async function nameOf(host: ListHost, entity: Entity, id: number): Promise<string> {
  const listed = host.found?.docs.find((doc) => doc.id === id)
  const query = { depth: 0, ...(entity.drafts && { draft: true }) }
  const doc = listed ?? (await host.app.client.get<Doc>(`/${entity.slug}/${id}`, query).catch(() => ({ id }) as Doc))
  return titleOf(host, entity, doc)
}
