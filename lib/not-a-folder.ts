/** Refuses a folder where somebody has to name a file: reading it would fail without a name. Tested by test/cli/mistakes.test.ts. */
import { statSync } from 'node:fs'
import { badRequest } from './errors.ts'

/** `name`: how to call it. */
export function refuseFolder(file: string, name = file): void {
  if (statSync(file, { throwIfNoEntry: false })?.isDirectory()) throw badRequest(`'${name}' is a folder, not a file`)
}
