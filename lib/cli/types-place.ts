/** Where generated types belong: in a folder that the project's `tsconfig.json` includes. Tested by test/cli/types.test.ts. */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
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
  const included = includedIn(path.join(folder, 'tsconfig.json'))
  if (included === undefined || included.some((one) => isWithin(path.dirname(near), one))) return { file: near }
  const [first] = included
  if (first !== undefined) return { file: path.join(first, TYPES) }
  const name = path.relative(folder, near)
  const refersToOthers = /"references"\s*:\s*\[\s*\{/.test(readFileSync(path.join(folder, 'tsconfig.json'), 'utf8'))
  const warning = refersToOthers
    ? `no project that tsconfig.json refers to includes it: add "${name}" to "include" of one of them`
    : `tsconfig.json does not include it: add "${name}" to "include"`
  return { file: near, warning }
}

/** The folders that a project includes, with everything that it extends and the projects that it refers to; undefined if the compiler can't tell. */
function includedIn(project: string, known: ReadonlySet<string> = new Set()): string[] | undefined {
  const folder = path.dirname(project)
  const compiler = compilerOf(folder)
  const shown = compiler === undefined ? undefined : shownConfig(compiler, project)
  if (compiler === undefined || shown === undefined) return undefined
  const { include = [], files, references = [] } = shown
  // A project that only refers to others names no files, which the compiler leaves out.
  const isSilent = files === undefined && references.length === 0
  if (include.length === 0 && (isSilent || includesByDefault(compiler, project))) return [folder]
  const own = include.flatMap((pattern) => folderOf(pattern) ?? []).map((one) => path.resolve(folder, one))
  const others = references.map((reference) => projectAt(path.resolve(folder, reference.path))).filter((one) => !known.has(one))
  return [...own, ...others.flatMap((one) => includedIn(one, new Set([...known, project, ...others])) ?? [])]
}

interface ShownConfig {
  include?: string[]
  /** Those that the project names, or all that were found if it names nothing. */
  files?: string[]
  references?: { path: string }[]
}

/** A reference names the file of a project, or its folder. */
const projectAt = (place: string): string => (place.endsWith('.json') ? place : path.join(place, 'tsconfig.json'))

function shownConfig(compiler: string, project: string): ShownConfig | undefined {
  const args = [compiler, '--showConfig', '-p', path.basename(project)]
  const { stdout } = spawnSync(process.execPath, args, { cwd: path.dirname(project), encoding: 'utf8' })
  try {
    return JSON.parse(stdout)
  } catch {
    return undefined
  }
}

/** Without `include` and `files`, a project that extends this one elsewhere includes its own files; otherwise those that are named here. */
function includesByDefault(compiler: string, project: string): boolean {
  const elsewhere = mkdtempSync(path.join(tmpdir(), 'galley-types-'))
  try {
    writeFileSync(path.join(elsewhere, 'tsconfig.json'), JSON.stringify({ extends: project }))
    writeFileSync(path.join(elsewhere, 'probe.ts'), '')
    return shownConfig(compiler, path.join(elsewhere, 'tsconfig.json'))?.files?.some((file) => path.basename(file) === 'probe.ts') === true
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
