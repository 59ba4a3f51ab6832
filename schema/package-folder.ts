/** The folder of our package, for the files that belong to it. The build joins modules, so none of them knows where it will lie itself.
 * Tested by test/package.test.ts.
 */
import { existsSync } from 'node:fs'

export const packageFolder: URL = above(new URL('./', import.meta.url))

function above(folder: URL): URL {
  return existsSync(new URL('package.json', folder)) ? folder : above(new URL('../', folder))
}
