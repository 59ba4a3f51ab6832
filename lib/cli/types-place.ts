/** Where generated types belong: in a folder that the project's `tsconfig.json` includes. Tested by test/cli/types.test.ts. */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import type { Project } from './command.ts'

export const TYPES = 'cms-types.d.ts'

interface Place {
  file: string
  /** What to do if no folder is included. */
  warning?: string
}

/** Types that are next to the configuration stay there. */
export function placeOfTypes({ file, folder }: Pick<Project, 'file' | 'folder'>): Place {
  const near = path.join(path.dirname(file), TYPES)
  if (existsSync(near) || !existsSync(path.join(folder, 'tsconfig.json'))) return { file: near }
  const included = includedIn(folder)
  if (included === undefined || included.some((one) => isWithin(path.dirname(near), one))) return { file: near }
  const [first] = included
  if (first !== undefined) return { file: path.join(first, TYPES) }
  return { file: near, warning: `tsconfig.json does not include it: add "${path.relative(folder, near)}" to "include"` }
}

/** The folders that `tsconfig.json` includes, with everything that it extends; undefined if the compiler can't tell. */
function includedIn(folder: string): string[] | undefined {
  const compiler = compilerOf(folder)
  if (compiler === undefined) return undefined
  const { stdout } = spawnSync(process.execPath, [compiler, '--showConfig', '-p', 'tsconfig.json'], { cwd: folder, encoding: 'utf8' })
  try {
    const { include = [], files } = JSON.parse(stdout) as { include?: string[]; files?: string[] }
    if (include.length === 0 && files === undefined) return [folder]
    return include.flatMap((pattern) => folderOf(pattern) ?? []).map((one) => path.resolve(folder, one))
  } catch {
    return undefined
  }
}

function compilerOf(folder: string): string | undefined {
  try {
    const about = createRequire(path.join(folder, 'package.json')).resolve('typescript/package.json')
    return path.join(path.dirname(about), 'bin/tsc')
  } catch {
    return undefined
  }
}

/** The folder that a pattern of `include` covers: `src/**` + `/*` covers `src`, and a single file covers none. */
function folderOf(pattern: string): string | undefined {
  const [fixed = ''] = pattern.split(/\/?[^/]*[*?]/)
  if (fixed !== pattern) return fixed || '.'
  return /\.[cm]?[jt]sx?$/.test(pattern) ? undefined : pattern
}

const isWithin = (inner: string, outer: string): boolean => !path.relative(outer, inner).startsWith('..')
