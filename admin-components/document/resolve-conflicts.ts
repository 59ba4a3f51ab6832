/** Asks the user about conflicting changes, with code that is loaded when it is first needed. Tested by test/admin-components/conflicts.test.ts. */
import type { Author } from '../app/author.ts'
import type { CmsElement } from '../element.ts'
import { ask } from '../parts/dialog.ts'
import { loadFor } from '../parts/later.ts'
import type { CmsConflict } from './conflict.ts'
import type { Form } from './form.ts'
import { fieldsOf } from './held-back.ts'
import type { Conflict, Keeps } from './merge-changes.ts'
import { authorsOf } from './other-authors.ts'
import type { DocumentPlan } from './planned-changes.ts'
import type { Values } from './values.ts'

/** The user's own edits from an earlier visit or another tab. */
interface Kept {
  kept: Values
}

/** The values that a save by hand adds to those of the form, and when the draft goes live. */
interface Save {
  more: Values
  publication: DocumentPlan | undefined
}

/** Resolves to which of the user's changes to keep; undefined if they left it undecided. */
export async function resolve(from: CmsElement, form: Form, conflicts: readonly Conflict[], what: Kept | Save): Promise<Keeps | undefined> {
  const [others, code] = await Promise.all(['kept' in what ? {} : whoElse(form, conflicts), loadFor(from, () => import('./conflict.ts'))])
  return code && ask(from, Object.assign(document.createElement('cms-conflict') as CmsConflict, { form, conflicts, ...what, ...others }))
}

interface Others {
  /** The authors of the other side, by field; fields whose author isn't known are missing. */
  authors?: ReadonlyMap<string, Author>
  /** If none is known, those who have the document open: it may have been one of them. */
  present?: readonly string[]
}

async function whoElse(form: Form, conflicts: readonly Conflict[]): Promise<Others> {
  const authors = await authorsOf(form, fieldsOf(conflicts))
  return authors.size === 0 ? { present: await whoIsHere(form) } : { authors }
}

async function whoIsHere({ app, path }: Form): Promise<string[]> {
  const answer = app.client.send<{ others: { name: string | null }[] }>('POST', `${path}/presence`, { body: {}, isAside: true })
  return answer.then(
    ({ others }) => others.flatMap(({ name }) => name ?? []),
    () => [],
  )
}
