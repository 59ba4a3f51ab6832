/** Finds where an application mounts the CMS already, so that `init` doesn't mount it twice. Tested by test/cli/init-projects.test.ts. */
import path from 'node:path'
import type { SourceFile } from './sources.ts'

export interface Mounted {
  /** The file, relative to the folder. */
  path: string
  /** Counted from 1. */
  line: number
  /** The path that the file loads the configuration from, such as `./cms.config.js`; undefined if it has it in itself. */
  configFrom: string | undefined
}

const HOSTS = /(?:from\s*|\brequire\(\s*|\bimport\(\s*)['"]galley\/(?:express|koa|node|fetch)['"]/
const TYPES_ONLY = /\b(?:import|export)\s+type\b[^'"]*['"][^'"]*['"]/g
const RENAMED = /\bcms(?:Middleware|Handler|Fetch)\s*(?:as|:)\s*([\w$]+)/g

export function mountedIn(sources: readonly SourceFile[]): Mounted | undefined {
  for (const { path: file, code } of sources) {
    if (!HOSTS.test(code.replace(TYPES_ONLY, ''))) continue
    const names = [...code.matchAll(RENAMED)].flatMap(([, name]) => name ?? [])
    const call = new RegExp(
      `\\b(?:cms(?:Middleware|Handler|Fetch)${names.map((name) => `|${name.replaceAll('$', '\\$')}`).join('')})\\s*\\(`,
    )
    const at = call.exec(code)?.index
    if (at !== undefined) return { path: file, line: code.slice(0, at).split('\n').length, configFrom: configIn(code) }
  }
  return undefined
}

/** The path of the module that has the name of a configuration. */
export const configIn = (code: string): string | undefined => /['"](\.[^'"]*\bcms\.config(?:\.[cm]?[jt]s)?)['"]/.exec(code)?.[1]

/** The file that a path in an import means: TypeScript is imported by the name of what it compiles to, or without an ending. */
export function importedFile(from: string, importer: string, typescript: boolean): string {
  const file = path.posix.join(path.posix.dirname(importer), from)
  if (!/\.[cm]?[jt]s$/.test(file)) return `${file}.${typescript ? 'ts' : 'js'}`
  return typescript ? file.replace(/\.([cm]?)js$/, '.$1ts') : file
}
