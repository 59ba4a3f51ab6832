/** The eight stages of an operation, and the intents that skip some of them. */
import type { OperationName } from './contract.ts'

export const STAGES = {
  admit: 'Is the caller allowed, and with which filter?',
  receive: 'What was sent, in a form that can be stored?',
  load: 'Which document is it?',
  shape: 'What will it become?',
  check: 'Is it well formed and allowed?',
  write: 'Store it with everything that belongs to it: these steps collect statements, which run in one transaction.',
  settle: 'Who needs to know? (after the commit)',
  present: 'What does this caller see?',
} as const

export type Stage = keyof typeof STAGES

/** The stages that run again if the document has changed in the meantime. */
export const DECIDING: readonly Stage[] = ['load', 'shape', 'check']

/** The purpose of an operation that serves several: a discard is an update. */
export interface Intent {
  of: OperationName
  /** One sentence for `docs/lifecycle.md`. */
  sentence: string
  /** The stages that this intent skips. */
  without: readonly Stage[]
  /** The name of the action in the audit log. @default by what happened */
  noted?: string
  /** Works on drafts or versions. */
  editorial?: boolean
  /** Reverts a save, so no version is recorded. */
  undoes?: boolean
  /** Saves content that was stored before, so it may point to documents that the caller can't read. */
  bringsBack?: boolean
  /** Brings back a hidden document: schedules that fell due while it was hidden are dropped, not run late. */
  returns?: boolean
  /** One of many small saves: consecutive ones by the same author collapse into one version. */
  folds?: boolean
}
