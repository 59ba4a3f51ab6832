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

export function mover(host: CmsElement, entity: Entity, docs: readonly Doc[], doc: Doc, moved: Moved): TemplateResult {
  const title = titleOf(host, entity, doc)
  const index = docs.indexOf(doc)
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
  // biome-ignore lint/style/noNonNullAssertion: both are indexes of rows in the list
  const [doc, target] = [docs[from]!, docs[to]!]
  const place = to > from ? { after: target.id } : { before: target.id }
  try {
    await app.client.post(`/${slug}/${doc.id}/move`, place)
    await moved()
  } catch (error) {
    app.say(app.explain(error), 'bad')
  }
}
