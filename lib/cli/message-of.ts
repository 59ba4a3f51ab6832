/** The text that the terminal prints for an error. Tested by test/cli/cli.test.ts and test/cli/mistakes.test.ts. */
import { existsSync } from 'node:fs'
import path from 'node:path'
import { GalleyError } from '../errors.ts'

/** Without a stack trace, which would lead into our code. Code of a project may throw anything, including nothing. */
export function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return `Something threw ${typeof error === 'string' ? `'${error}'` : String(error)} instead of an error`
  if (error instanceof GalleyError) return error.message
  if (process.env['DEBUG']) return error.stack ?? error.message
  return fileProblem(error) ?? databaseProblem(error) ?? (error.message || error.name)
}

/** Explains an error of the operating system that is about a file. */
export function fileProblem({
  code = '',
  path: source,
  dest,
  syscall = '',
}: NodeJS.ErrnoException & { dest?: string }): string | undefined {
  const file = dest ?? source
  if (code === 'ENOSPC') return FULL
  return file === undefined ? undefined : PROBLEMS[code]?.(file, syscall)
}

const FULL = 'The disk is full. Free some space, and run the command again'

/** SQLite also reports an I/O error if it can't extend one of its files. */
function databaseProblem({ code = '', message }: NodeJS.ErrnoException): string | undefined {
  if (code === 'SQLITE_FULL' || /database or disk is full/.test(message)) return FULL
  return /SQLITE_IOERR|disk I\/O error/.test(`${code} ${message}`)
    ? `The disk of the database can't be used: is it full, or gone? (${message})`
    : undefined
}

const mayNot = (file: string, call: string) =>
  `This user may not ${VERBS[call] ?? 'use'} '${file}': change its permissions, or name another place`

const VERBS: Record<string, string> = {
  open: 'open',
  read: 'read',
  write: 'write',
  mkdir: 'create',
  rename: 'write',
  unlink: 'remove',
  scandir: 'read',
}

const PROBLEMS: Record<string, (file: string, call: string) => string> = {
  ENOENT: (file) => `'${file}' doesn't exist`,
  EISDIR: (file) => `'${file}' is a folder, not a file`,
  ENOTDIR: (file) => `'${nearest(file)}' is a file, not a folder`,
  EEXIST: (file, call) => (call === 'mkdir' ? `'${file}' is a file, not a folder` : `'${file}' exists already`),
  EACCES: mayNot,
  EPERM: mayNot,
  EROFS: (file) => `'${file}' is on a disk that can only be read: name another place`,
}

/** The part of a path that exists. */
function nearest(place: string): string {
  let found = place
  while (!existsSync(found) && found !== path.dirname(found)) found = path.dirname(found)
  return found
}
