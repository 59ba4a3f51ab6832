/** Our version. Tested by test/features/status/status.test.ts. */
import { readFileSync } from 'node:fs'
import { packageFolder } from '../schema/package-folder.ts'

export const version: string = JSON.parse(readFileSync(new URL('package.json', packageFolder), 'utf8')).version
