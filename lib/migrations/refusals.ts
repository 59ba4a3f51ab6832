/** Error messages for migrations that are refused, and what to do about them. */
import { GalleyError } from '../errors.ts'
import type { SchemaChange } from './changes.ts'
import { describeMissing, type MissingCode } from './code-memory.ts'
import { describeChange } from './words.ts'

export const pendingMigration = (changes: readonly SchemaChange[], what: string): GalleyError =>
  new GalleyError('MIGRATION', planOf(changes, what))

/** `undone`: what became of the migration that found it. */
export const codeIsMissing = (missing: readonly MissingCode[], undone = '', command = 'npx galley migrate'): GalleyError =>
  new GalleyError(
    'MIGRATION',
    `The code of ${missing.map(describeMissing).join(', ')} is missing, which its content had before. ${undone}Bring it back, such as a file that was not deployed (see 'galley types --module') or an option that converted values need at their new place, or confirm that the content goes without it:\n  ${command} --without-code ${missing.map(({ collection }) => collection).join(' ')}`,
  )

/** Values must not return to the schema in use without the rules that they had. */
export function refuseLoss(lost: readonly MissingCode[], command: string): void {
  if (lost.length > 0) throw codeIsMissing(lost, 'Nothing was changed. ', command)
}

export const commandRestoring = (names: readonly string[]): string => `npx galley migrate --restore ${names.join(' ')}`

export const changedMeanwhile = () =>
  new GalleyError(
    'MIGRATION',
    'Another process has migrated the database, so this plan is outdated. Nothing was changed. Review the last one, then run again:\n  npx galley migrate:undo --dry-run',
  )

export const inUseByOthers = (cause: unknown): GalleyError =>
  new GalleyError(
    'MIGRATION',
    "Another transaction holds a table that the migration changes. Nothing was changed. End it (pg_stat_activity shows transactions that are 'idle in transaction' or have been running for a long time), then run again:\n  npx galley migrate",
    { cause },
  )

export const changedAfter = (name: string): string =>
  `The migration ${name} was changed after it had been applied: restore its contents, and put the changes into a new one:\n  npx galley migrate:create <name>`

export const planOf = (changes: readonly SchemaChange[], what: string): string =>
  `${what}\nThe plan:\n${changes.map((change) => `  - ${describeChange(change)}`).join('\n')}`

/** The application's own tables may be in the same database. */
export const tableIsTaken = (table: string, cause?: unknown): GalleyError =>
  new GalleyError(
    'MIGRATION',
    `The database already has a table '${table}' that galley did not create. Give galley's tables a prefix, as in sqlite({ filename, tablePrefix: 'cms_' }), or a database of their own. Nothing was changed`,
    { cause },
  )
