/** Moves a document in an ordered collection: one place up or down by button, or between two others by dragging.
 * Tested by test/admin-components/arranging.test.ts.
 */

import { html, type TemplateResult } from 'lit'
import type { Doc } from '../app/doc.ts'
import type { Entity } from '../app/schema.ts'
import type { CmsElement } from '../element.ts'
import { icon } from '../parts/icon.ts'
import { titleOf } from '../parts/title.ts'

type Moved = () => unknown

export function mover(host: CmsElement, entity: Entity, docs: readonly Doc[], index: number, moved: Moved): TemplateResult {
  const title = titleOf(host, entity, docs[index]!)
  const move = (by: 1 | -1) => moveBetween(host, entity, docs, index, index + by, moved)
  return html`
    <button class="plain small icon-only" aria-label=${host.t('move.up', { title })} ?disabled=${index === 0} @click=${() => move(-1)}>
      ${icon('arrow-up')}
    </button>
    <button
      class="plain small icon-only"
      aria-label=${host.t('move.down', { title })}
      ?disabled=${index === docs.length - 1}
      @click=${() => move(1)}>
      ${icon('arrow-down')}
    </button>
  `
}

export async function moveBetween(
  { app }: CmsElement,
  { slug }: Entity,
  docs: readonly Doc[],
  from: number,
  to: number,
  moved: Moved,
): Promise<void> {
  const place = to > from ? { after: docs[to]!.id } : { before: docs[to]!.id }
  try {
    await app.client.post(`/${slug}/${docs[from]!.id}/move`, place)
    await moved()
  } catch (error) {
    app.say(app.explain(error), 'bad')
  }
}
