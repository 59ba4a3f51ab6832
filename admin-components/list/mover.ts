/** Moves a document in an ordered collection: one place up or down by button, or between two others by dragging.
 * Tested by test/admin-components/arranging.test.ts.
 */

import type { TemplateResult } from 'lit'
import type { Doc } from '../app/doc.ts'
import type { Entity } from '../app/schema.ts'
import type { CmsElement } from '../element.ts'
import { followMoved, moveButtons } from '../parts/moving.ts'
import { titleOf } from '../parts/title.ts'

type Moved = () => unknown

export function mover(host: CmsElement, entity: Entity, docs: readonly Doc[], doc: Doc, moved: Moved): TemplateResult {
  const at = docs.indexOf(doc)
  const count = docs.length
  return moveButtons(host, {
    title: titleOf(host, entity, doc),
    at,
    count,
    async move(to) {
      if (!(await moveBetween(host, entity, docs, at, to, moved))) return
      await host.updateComplete
      followMoved(host, host.querySelector(`tr[data-id='${doc.id}']`), { from: at, to, count })
    },
  })
}

/** Returns whether it was moved. */
export async function moveBetween(
  { app }: CmsElement,
  { slug }: Entity,
  docs: readonly Doc[],
  from: number,
  to: number,
  moved: Moved,
): Promise<boolean> {
  // biome-ignore lint/style/noNonNullAssertion: both are indexes of rows in the list
  const [doc, target] = [docs[from]!, docs[to]!]
  const place = to > from ? { after: target.id } : { before: target.id }
  try {
    await app.client.post(`/${slug}/${doc.id}/move`, place)
    await moved()
    return true
  } catch (error) {
    app.say(app.explain(error), 'bad')
    return false
  }
}
