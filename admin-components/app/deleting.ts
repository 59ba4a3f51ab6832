/** Deletes a document. A second delete, from the trash, is permanent. Each request names the expected place, in case somebody moved it.
 * Tested by test/admin-components/trash.test.ts.
 */
import { stayWhile } from '../parts/stay-while.ts'
import type { App, ToastAct } from './app.ts'
import type { Query } from './client.ts'
import type { Entity } from './schema.ts'

type Kept = Pick<Entity, 'slug' | 'trash'>

export const deleteDocument = ({ client }: App, { slug, trash }: Kept, id: number, isInTrash = false, more: Query = {}): Promise<unknown> =>
  client.delete(`/${slug}/${id}`, { ...more, ...(trash && { trash: isInTrash }) })

/** Offered right after documents went to the trash; undefined where they can't come back. */
export const undoOf = (
  app: App,
  { slug, trash, may }: Kept & Pick<Entity, 'may'>,
  ids: readonly number[],
  then?: () => unknown,
): ToastAct | undefined =>
  trash && may.update && ids.length > 0
    ? {
        label: app.t('undo'),
        run: async () => {
          try {
            await stayWhile(async () => {
              for (const id of ids) await app.client.post(`/${slug}/${id}/recover`)
            })
            sayRecovered(app, slug, ids)
          } catch (error) {
            app.say(app.explain(error), 'bad')
          }
          await then?.()
        },
      }
    : undefined

/** Lists and fields that show the documents load them again. A single one is linked: it is shown among many, or not at all. */
export function sayRecovered(app: App, slug: string, ids: readonly number[]): void {
  const [id, ...others] = ids
  const isLinked = others.length === 0 && app.router.base !== undefined
  app.say(app.t('trash.recovered'), 'good', isLinked ? { label: app.t('document.open'), to: `c/${slug}/${id}` } : undefined)
  app.dispatchEvent(new CustomEvent<Recovered>('recovered', { detail: { slug, ids } }))
}

export interface Recovered {
  slug: string
  ids: readonly number[]
}
