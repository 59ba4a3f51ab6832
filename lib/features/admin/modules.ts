/** Modules of the host that define its own elements: package exports or project paths, served unchanged. */
import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import type { Settings } from '../../settings.ts'

export const moduleNameOf = (index: number): string => `module-${index}.js`

/** The contents of a module, by its name in the page. */
export function moduleBy(name: string, { admin }: Settings): Buffer | undefined {
  const module = (admin.modules ?? []).find((_, index) => moduleNameOf(index) === name)
  const file = module === undefined ? undefined : fileOf(module)
  return file === undefined ? undefined : readFileSync(file)
}

/** A module that can't be found stops the start. */
export const missing = ({ admin }: Settings): string[] =>
  (admin.modules ?? [])
    .filter((module) => fileOf(module) === undefined)
    .map((module) => `admin.modules: '${module}' is neither a file of this project nor an export of a package in it`)

function fileOf(module: string): string | undefined {
  const file = path.resolve(module)
  if (/^[./]/.test(module) || existsSync(file)) return existsSync(file) ? file : undefined
  try {
    return createRequire(path.join(process.cwd(), 'package.json')).resolve(module)
  } catch {
    return undefined
  }
}
