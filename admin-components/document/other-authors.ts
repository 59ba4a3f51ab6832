/** Finds the authors of changes to fields that are in question: other people, or the same person in another tab.
 * Tested by test/admin-components/two-writers.test.ts.
 */
import type { App } from '../app/app.ts'
import { type Author, authorName } from '../app/author.ts'
import type { Entity } from '../app/schema.ts'
import { authorOf, type Saved } from './whose-change.ts'

/** How far back it looks: galley reads the content of each. */
const VERSIONS = 10

interface Open {
  readonly app: App
  readonly entity: Entity
  readonly path: string
  readonly locale: string | undefined
}

/** By the name of the field. Only the history knows: the last save may be a planned publication, or concern other fields. */
export async function authorsOf({ app, entity, path, locale }: Open, fields: readonly string[]): Promise<ReadonlyMap<string, Author>> {
  if (!entity.versions) return new Map()
  const query = { limit: VERSIONS, changed: true }
  const { docs } = await app.client.get<{ docs: Saved[] }>(`${path}/versions`, query).catch(() => ({ docs: [] }))
  const locales = app.known.locales?.all ?? []
  return new Map(
    fields.flatMap((field): [string, Author][] => {
      const author = authorOf(docs, { field, locale, locales })
      return author ? [[field, author]] : []
    }),
  )
}

export const isOneself = (app: App, author: Author | undefined): boolean => author !== undefined && author.id === app.user?.id

/** For the line that says what isn't saved. */
export function alsoChanged(app: App, author: Author | undefined): string {
  if (isOneself(app, author)) return app.t('conflict.alsoYou')
  return author ? app.t('conflict.alsoBy', { who: authorName(author) }) : app.t('conflict.also')
}
