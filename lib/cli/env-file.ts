/** The variables of `.env`, as the command line reads them. Tested by test/cli/mistakes.test.ts. */
import { readFileSync, statSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { badRequest } from '../errors.ts'

/** Variables that are already set take precedence. A folder of this name may be one of Python's. */
export function loadEnvironment(file: string): void {
  if (statSync(file, { throwIfNoEntry: false })?.isFile() !== true) return
  for (const [name, value] of Object.entries(parseEnv(textOf(file)))) process.env[name] ??= value
}

/** Editors on Windows begin a file with a byte order mark, and PowerShell writes UTF-16. */
function textOf(file: string): string {
  const bytes = readFileSync(file)
  if (['fffe', 'feff'].includes(bytes.toString('hex', 0, 2))) throw badRequest(`${file} is written in UTF-16. Save it as UTF-8`)
  return bytes.toString('utf8').replace(/^\uFEFF/, '')
}
