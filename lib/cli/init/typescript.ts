/** Where the TypeScript of a project is, and where it is compiled to, as its tsconfig.json says. Tested by test/cli/init-projects.test.ts. */
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { codeOf } from './code-text.ts'

export interface TypeScriptFolders {
  /** The folder that is compiled, '' for the whole project. */
  source: string
  /** The folder of the compiled files; undefined if something else compiles them. */
  compiled: string | undefined
  /** A source file and its compiled one are equally deep in the project, so that paths relative to them are the same. */
  isEquallyDeep: boolean
  /** It says that files are modules with `import` also when they run. */
  isEsm: boolean
}

/** Undefined in a project without TypeScript. */
export function typeScriptIn(folder: string): TypeScriptFolders | undefined {
  const file = path.join(folder, 'tsconfig.json')
  if (!existsSync(file)) return undefined
  const options = codeOf(readFileSync(file, 'utf8'))
  const compiled = named(/"outDir"\s*:\s*"([^"]*)"/, options)
  const root = named(/"rootDir"\s*:\s*"([^"]*)"/, options)
  const included = [...(/"include"\s*:\s*\[([^\]]*)\]/.exec(options)?.[1] ?? '').matchAll(/"([^"]*)"/g)].map(([, one = '']) =>
    folderOf(one),
  )
  const [first = '', ...others] = [...new Set(included)]
  return {
    source: root || (others.length === 0 ? first : (included.find((one) => one === 'src') ?? '')),
    compiled: compiled || undefined,
    isEquallyDeep: !compiled || (root !== undefined && depthOf(root) === depthOf(compiled)),
    isEsm: /"module"\s*:\s*"(es|preserve)/i.test(options),
  }
}

const named = (what: RegExp, options: string): string | undefined => {
  const found = what.exec(options)?.[1]
  return found === undefined ? undefined : plain(found)
}

const plain = (folder: string): string => {
  const normal = path.posix.normalize(folder)
  return normal.startsWith('..') ? '' : normal.replace(/^\.\/?|\/$/g, '')
}

const depthOf = (folder: string): number => folder.split('/').filter(Boolean).length

/** `src/**` + `/*.ts` is the folder `src`, and a single file is in its folder. */
function folderOf(pattern: string): string {
  const [fixed = ''] = plain(pattern).split(/\/?[^/]*[*?{]/)
  return /\.[cm]?[jt]sx?$/.test(fixed) ? plain(path.posix.dirname(fixed)) : fixed
}
