/** Asks the user about conflicting changes, with code that is loaded when it is first needed. Tested by test/admin-components/conflicts.test.ts. */
import { type Author, authorName } from '../app/author.ts'
import type { CmsElement } from '../element.ts'
import { ask } from '../parts/dialog.ts'
import { loadFor } from '../parts/later.ts'
import type { CmsConflict } from './conflict.ts'
import type { Form } from './form.ts'
import type { Conflict, Keeps } from './merge-changes.ts'
import type { Values } from './values.ts'

/** Resolves to which of the user's changes to keep; undefined if they left it undecided. */
export async function resolve(
  from: CmsElement,
  form: Form,
  conflicts: readonly Conflict[],
  kept?: Values | undefined,
): Promise<Keeps | undefined> {
  const [others, code] = await Promise.all([kept ? {} : whoElse(form), loadFor(from, () => import('./conflict.ts'))])
  return code && ask(from, Object.assign(document.createElement('cms-conflict') as CmsConflict, { form, conflicts, kept, ...others }))
}

interface Others {
  /** The last person who saved, if known. */
  author?: string | undefined
  /** Otherwise those who have the document open: it may have been one of them. */
  present?: readonly string[]
}

async function whoElse(form: Form): Promise<Others> {
  const author = await lastAuthor(form)
  return author === undefined ? { present: await whoIsHere(form) } : { author }
}

/** Only the history knows. */
async function lastAuthor({ app, entity, path }: Form): Promise<string | undefined> {
  if (!entity.versions) return undefined
  const found = await app.client.get<{ docs: { author: Author | null }[] }>(`${path}/versions`, { limit: 1 }).catch(() => undefined)
  const author = found?.docs[0]?.author
  return author ? authorName(author) : undefined
}

async function whoIsHere({ app, path }: Form): Promise<string[]> {
  const answer = app.client.send<{ others: { name: string | null }[] }>('POST', `${path}/presence`, { body: {}, isAside: true })
  return answer.then(
    ({ others }) => others.flatMap(({ name }) => name ?? []),
    () => [],
  )
}
