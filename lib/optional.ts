/** Loads a package that the application installs; if it is missing, the error shows the command that adds it. Tested by test/package.test.ts. */
import { createRequire } from 'node:module'
import { GalleyError } from './errors.ts'

const require = createRequire(import.meta.url)

// biome-ignore lint/suspicious/noExplicitAny: its callers know the types of their package
export function optional(name: string): any {
  try {
    return require(name)
  } catch (error) {
    throw (error as { code?: string }).code === 'MODULE_NOT_FOUND' ? notInstalled(name) : error
  }
}

export function isInstalled(name: string): boolean {
  try {
    require.resolve(name)
    return true
  } catch {
    return false
  }
}

export const notInstalled = (name: string, command = 'npm install'): GalleyError =>
  new GalleyError('CONFIG', `The package '${name}' is not installed. Add it:\n  ${command} ${name}`)
