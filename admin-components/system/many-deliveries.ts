/** Acts on many deliveries at once: the bar below the list, the question before, and the result in words.
 * Tested by test/admin-components/many-deliveries.test.ts.
 */
import { html, nothing, type TemplateResult } from 'lit'
import type { CmsElement } from '../element.ts'
import { confirm } from '../parts/dialog.ts'
import './texts.ts'

/** The selected deliveries: some by their numbers, or all that match the filter. */
export type Selection = { ids: readonly number[] } | { state: string; url: string | undefined }

export interface Selected {
  kind: string
  selection: Selection
  count: number
}

type Tally = Record<'sent' | 'failed' | 'queued' | 'sending' | 'deleted', number>

/** As many as the server takes by number, and as many as it sends at once. */
const MOST_IDS = 100
const AT_ONCE = 50

export function selectedBar(
  host: CmsElement & { isBusy: boolean },
  { count, total }: { count: number; total: number },
  acts: { send(): void; delete(): void; chooseEvery(): void; chooseNone(): void },
): TemplateResult {
  const words = host.t('choose.count', { count })
  return html`
    <div class="chosen row apart" role="region" aria-label=${words} aria-busy=${host.isBusy}>
      <span role="status">${words}</span>
      ${count < total ? html`<button class="plain small" @click=${acts.chooseEvery}>${host.t('choose.every', { count: total })}</button>` : nothing}
      <span class="row">
        <button ?disabled=${host.isBusy} @click=${acts.send}>${host.t('deliveries.again')}</button>
        <button class="danger" ?disabled=${host.isBusy} @click=${acts.delete}>${host.t('delete')}</button>
        <button class="plain" @click=${acts.chooseNone}>${host.t('choose.none')}</button>
      </span>
    </div>
  `
}

/** Whether the person wants it: the server sends a few at once, and leaves the rest to the jobs. */
export async function isSureToSend(host: CmsElement, count: number): Promise<boolean> {
  if (count <= AT_ONCE) return true
  return confirm(host, {
    title: host.t('deliveries.again.title', { count }),
    text: host.t('deliveries.again.text', { count: AT_ONCE }),
    yes: host.t('deliveries.again'),
  })
}

export const isSureToDelete = (host: CmsElement, count: number, isEmail: boolean): Promise<boolean> =>
  confirm(host, {
    title: host.t('deliveries.delete.title', { count }),
    text: host.t(isEmail ? 'deliveries.delete.emails' : 'deliveries.delete.webhooks', { count }),
    yes: host.t('delete'),
    isDangerous: true,
  })

/** Returns the result in words. */
export async function sendMany(host: CmsElement, selected: Selected): Promise<{ text: string; hasFailed: boolean }> {
  const { sent, failed, queued, sending } = await inParts(selected, (query) =>
    host.app.client.post(`/admin/deliveries/${selected.kind}/retry`, undefined, query),
  )
  const text = said(host, { delivered: sent, failedAgain: failed, queued, sending }) || host.t('deliveries.result.nothing')
  return { text, hasFailed: failed > 0 }
}

export async function deleteMany(host: CmsElement, selected: Selected): Promise<string> {
  const { deleted, sending } = await inParts(selected, (query) => host.app.client.delete(`/admin/deliveries/${selected.kind}`, query))
  return said(host, { deleted, sending }) || host.t('deliveries.result.nothing')
}

type Query = Record<string, string | undefined>

async function inParts({ selection }: Selected, send: (query: Query) => Promise<unknown>): Promise<Tally> {
  const total: Tally = { sent: 0, failed: 0, queued: 0, sending: 0, deleted: 0 }
  for (const query of queriesOf(selection)) {
    const tally = (await send(query)) as Partial<Tally>
    for (const [name, count] of Object.entries(tally)) total[name as keyof Tally] += count
  }
  return total
}

function queriesOf(selection: Selection): Query[] {
  if (!('ids' in selection)) return [{ state: selection.state, url: selection.url }]
  const { ids } = selection
  return Array.from({ length: Math.ceil(ids.length / MOST_IDS) }, (_, n) => ({ ids: ids.slice(n * MOST_IDS, (n + 1) * MOST_IDS).join() }))
}

/** A sentence for each number that is not zero. */
const said = (host: CmsElement, counts: Partial<Record<'delivered' | 'failedAgain' | 'queued' | 'sending' | 'deleted', number>>): string =>
  Object.entries(counts)
    .filter(([, count]) => count > 0)
    .map(([name, count]) => host.t(`deliveries.result.${name as 'queued'}`, { count }))
    .join(' ')
