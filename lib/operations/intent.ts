/** The eight stages of an operation, and the reasons for which some of them have nothing to do. */
import type { OperationName } from './contract.ts'

export const STAGES = {
  admit: 'May this actor, and with which filter?',
  receive: 'What came in, made storable?',
  load: 'Which document is it about?',
  shape: 'What will it become?',
  check: 'Is it well formed and allowed?',
  write: 'Store it, and all that must be true with it: what these steps put together goes out in one transaction.',
  settle: 'Who must hear of it? (after the commit)',
  present: 'What does this reader get?',
} as const

export type Stage = keyof typeof STAGES

/** Decided again when the document has changed meanwhile. */
export const DECIDING: readonly Stage[] = ['load', 'shape', 'check']

/** Why an operation is taken, where one serves several purposes: a discard is an update. */
export interface Intent {
  of: OperationName
  /** One sentence for `docs/lifecycle.md`. */
  sentence: string
  /** Stages that have nothing to do then. */
  without: readonly Stage[]
  /** What the record calls it. @default by what happened */
  noted?: string
  /** It is work on drafts or versions. */
  editorial?: boolean
  /** It takes back what was saved: history has nothing to note. */
  undoes?: boolean
  /** What it saves was stored before: it may point to what its caller can't read. */
  bringsBack?: boolean
  /** Its document was out of sight until now: what fell due meanwhile did not happen, and does not happen late. */
  returns?: boolean
  /** It is one of many small saves: consecutive ones of one author are one entry of the history. */
  folds?: boolean
}
