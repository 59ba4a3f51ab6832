/** Says that a list is filtered and sorted by live values while some of its rows show pending ones. Tested by test/admin-components/live-note.test.ts. */
import { html, nothing, type TemplateResult } from 'lit'
import type { Doc } from '../app/doc.ts'
import type { Entity } from '../app/schema.ts'
import type { ListHost } from './list-host.ts'
import { sortIn } from './query.ts'
import { stateOf } from './state.ts'
import { conditionsIn, filterFrom } from './where.ts'

/** These are the same in both, or go by what the rows show. */
const ALIKE: readonly string[] = ['id', 'createdAt', 'updatedAt', 'pending', 'status']

export function liveNote(host: ListHost, entity: Entity, docs: readonly Doc[]): TemplateResult | typeof nothing {
  if (!docs.some((doc) => stateOf(doc) === 'pending')) return nothing
  const sorts = (sortIn(entity, host.query) ?? '').split(',').map((one) => one.replace(/^-/, ''))
  const filters = conditionsIn(filterFrom(host.query.get('filter'))).map(({ field }) => field)
  const goesByLive = [...sorts, ...filters].some((name) => name !== '' && !ALIKE.includes(name))
  return goesByLive ? html`<p class="muted small">${host.t('list.byLive')}</p>` : nothing
}
