/** The buttons that put a row of an ordered collection one place up or down. */
import { html, type TemplateResult } from 'lit'
import type { Entity } from '../desk/schema.ts'
import type { CmsElement } from '../element.ts'
import { icon } from '../parts/icon.ts'
import { titleOf } from './columns.ts'

type Doc = Record<string, any> & { id: number }

export function mover(host: CmsElement, entity: Entity, docs: readonly Doc[], index: number, moved: () => unknown): TemplateResult {
  const title = titleOf(host, entity, docs[index]!)
  const move = async (place: object) => {
    try {
      await host.desk.client.post(`/${entity.slug}/${docs[index]!.id}/move`, place)
      await moved()
    } catch (error) {
      host.desk.say(host.desk.explain(error), 'bad')
    }
  }
  const [above, below] = [docs[index - 1], docs[index + 1]]
  return html`<button class="plain small icon-only" aria-label=${host.t('move.up', { title })} ?disabled=${!above} @click=${() => move({ before: above!.id })}>${icon('arrow-up')}</button>
    <button class="plain small icon-only" aria-label=${host.t('move.down', { title })} ?disabled=${!below} @click=${() => move({ after: below!.id })}>${icon('arrow-down')}</button>`
}
