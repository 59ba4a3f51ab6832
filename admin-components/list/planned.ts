/** When documents of a list will be published or unpublished. Tested by test/admin-components/filters.test.ts. */
import { html, nothing, type TemplateResult } from 'lit'
import type { App } from '../app/app.ts'
import type { Values } from '../app/doc.ts'
import type { Entity } from '../app/schema.ts'
import type { CmsElement } from '../element.ts'
import { icon } from '../parts/icon.ts'
import { formatOf } from '../texts/formats.ts'
import { onDateInZone } from '../texts/texts.ts'

export interface Planned {
  collection: string
  id: number
  title: string | null
  action: 'publish' | 'unpublish'
  runAt: string
}

const PLANS = Symbol('plans')

type Listed = Values & { [PLANS]?: Planned[] }

/** Without an answer, the list shows no plans. */
export async function findPlanned({ client }: App, { schedule, slug }: Entity, docs: readonly Listed[]): Promise<void> {
  if (!schedule || docs.length === 0) return
  const ids = docs.map((doc) => doc['id']).join()
  const plans = await client.get<Planned[]>('/admin/planned', { collection: slug, ids }).catch(() => [])
  for (const doc of docs) doc[PLANS] = plans.filter(({ id }) => id === doc['id'])
}

export const plannedFor = (host: CmsElement, doc: Listed): TemplateResult | typeof nothing =>
  doc[PLANS]?.length
    ? html`${doc[PLANS].map((plan) => html`<span class="badge plan" title=${onDateInZone(plan.runAt, host.app.language)}>${icon('clock')}${planText(host, plan)}</span>`)}`
    : nothing

/** Short enough for a cell of a table. */
export function planText({ app }: CmsElement, { action, runAt }: Pick<Planned, 'action' | 'runAt'>): string {
  const when = formatOf(Intl.DateTimeFormat, app.language, { day: 'numeric', month: 'short', hour: 'numeric', minute: 'numeric' })
  return app.t(`schedule.${action}`, { when: when.format(new Date(runAt)) })
}
