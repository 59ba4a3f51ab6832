/** What `init` reads of a package.json, which anyone may have written. Tested by test/cli/init-projects.test.ts. */
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { jsonFrom } from '../../../schema/json-file.ts'
import { isPlainObject, kindOf } from '../../../schema/plain-object.ts'
import { badRequest } from '../../errors.ts'
import { pathFromStart } from '../working-folder.ts'

export interface PackageFile {
  type?: unknown
  packageManager?: unknown
  dependencies?: object
  devDependencies?: object
}

/** Undefined if the folder has none. */
export function packageFileOf(folder: string): PackageFile | undefined {
  const file = path.join(folder, 'package.json')
  if (!existsSync(file)) return undefined
  const name = pathFromStart(file)
  const about = jsonFrom(readFileSync(file, 'utf8'), name, (problem) => badRequest(`${problem}\nNothing was written`))
  if (!isPlainObject(about)) throw badRequest(`${name} must hold an object, not ${kindOf(about)}. Nothing was written`)
  return about
}
