/** What becomes of the user's choice in a conflict, so that the question can say it beforehand. Tested by test/admin-components/outcome.test.ts. */
import type { App } from '../app/app.ts'
import type { Entity } from '../app/schema.ts'
import { type Key, onDate, type Values as TextValues } from '../texts/texts.ts'
import type { DocumentPlan } from './planned-changes.ts'
import type { Values } from './values.ts'

/** The texts of the button and of the line above it. */
export interface Outcome {
  button: Key
  line: Key
  values?: TextValues
}

interface Saved {
  readonly entity: Pick<Entity, 'drafts'>
  /** A version of it is live. */
  readonly isLive: boolean
  readonly app: Pick<App, 'language'>
}

/** `more`: what the action saves besides the values of the form. */
export function outcomeOf({ entity, isLive, app }: Saved, more: Values, publication: DocumentPlan | undefined): Outcome {
  if (!entity.drafts) return { button: 'conflict.save', line: 'conflict.thenSaved' }
  if (more['status'] === 'published') return { button: 'conflict.publish', line: 'conflict.thenPublished' }
  if (publication)
    return { button: 'conflict.save', line: 'conflict.thenPlanned', values: { when: onDate(publication.runAt, app.language) } }
  return { button: 'conflict.save', line: isLive ? 'conflict.thenPending' : 'conflict.thenDraft' }
}

/** Edits of an earlier visit are only shown in the form. */
export const BROUGHT_BACK: Outcome = { button: 'recovered.save', line: 'recovered.then' }
