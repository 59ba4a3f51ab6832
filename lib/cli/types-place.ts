/** Where generated types belong: in a folder that the project's `tsconfig.json` includes. Tested by test/cli/types.test.ts. */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
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
  const shown = compiler === undefined ? undefined : shownConfig(compiler, folder)
  if (compiler === undefined || shown === undefined) return undefined
  const { include = [], files } = shown
  if (include.length === 0 && (files === undefined || includesByDefault(compiler, folder))) return [folder]
  return include.flatMap((pattern) => folderOf(pattern) ?? []).map((one) => path.resolve(folder, one))
}

interface ShownConfig {
  include?: string[]
  /** Those that the project names, or all that were found if it names nothing. */
  files?: string[]
}

function shownConfig(compiler: string, folder: string): ShownConfig | undefined {
  const { stdout } = spawnSync(process.execPath, [compiler, '--showConfig', '-p', 'tsconfig.json'], { cwd: folder, encoding: 'utf8' })
  try {
    return JSON.parse(stdout)
  } catch {
    return undefined
  }
}

/** Without `include` and `files`, a project that extends this one elsewhere includes its own files; otherwise those that are named here. */
function includesByDefault(compiler: string, folder: string): boolean {
  const elsewhere = mkdtempSync(path.join(tmpdir(), 'galley-types-'))
  try {
    writeFileSync(path.join(elsewhere, 'tsconfig.json'), JSON.stringify({ extends: path.join(folder, 'tsconfig.json') }))
    writeFileSync(path.join(elsewhere, 'probe.ts'), '')
    return shownConfig(compiler, elsewhere)?.files?.some((file) => path.basename(file) === 'probe.ts') === true
  } finally {
    rmSync(elsewhere, { recursive: true })
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
