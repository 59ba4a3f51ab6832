/** Finds the statement that creates the Express or Koa application, in the layouts where the place of the CMS is certain.
 * Tested by test/cli/init-projects.test.ts.
 */
import path from 'node:path'
import { closingOf, isInClassBody } from './code-text.ts'
import { passportEndIn } from './passport.ts'
import type { SourceFile } from './sources.ts'

export type Framework = 'express' | 'koa'

export interface AppFile extends SourceFile {
  /** What holds the application, such as `app` or `this.app`; undefined if nothing does. */
  variable: string | undefined
  framework: Framework
  place: MountingPlace
  /** It signs people in with passport, before the line of this index. */
  passportEnd?: number
}

/** Where the CMS is mounted: with a separate statement, or as the first link of a chain of calls. */
export type MountingPlace = { kind: 'statement' | 'chain'; end: number }

export interface FoundApp {
  app: AppFile | undefined
  /** The file that creates more than one, of which none is the one that listens. */
  several?: { path: string; variables: string[] }
}

/** Where applications are usually created, the likeliest first. */
const FOLDERS = ['.', 'src', 'server', 'app']
const NAMES = /^(app|server|index|main|start|www)\.(js|mjs|cjs|ts|mts|cts)$/i

export function findApp(sources: readonly SourceFile[], folder: string): FoundApp {
  const usual = FOLDERS.flatMap((inside) =>
    sources.filter((file) => path.posix.dirname(file.path) === inside && NAMES.test(path.posix.basename(file.path))),
  )
  for (const file of usual) {
    const made = creationsIn(file.code)
    const app = theOneThatListens(file.code, made)
    if (app) return { app: appFile(file, app, folder) }
    if (made.length > 0) return { app: undefined, several: { path: file.path, variables: made.flatMap(({ variable }) => variable ?? []) } }
  }
  // In files of other names there may be parts of the application that are applications, too.
  const others = sources.flatMap((file) => creationsIn(file.code).map((made) => ({ file, made })))
  const [only] = others
  return { app: only && others.length === 1 ? appFile(only.file, only.made, folder) : undefined }
}

interface Creation {
  variable: string | undefined
  framework: Framework
  place: MountingPlace
}

function appFile(file: SourceFile, { variable, framework, place }: Creation, folder: string): AppFile {
  const passportEnd = passportEndIn(file.code, path.join(folder, path.dirname(file.path)))
  return { ...file, variable, framework, place, ...(passportEnd !== undefined && { passportEnd }) }
}

/** Every `express()` and `new Koa()`, whatever the file calls them. */
function creationsIn(code: string): Creation[] {
  const names = { express: namesOf('express', code), koa: namesOf('koa', code) }
  const calls = [
    ...names.express.map((name) => ({ framework: 'express' as const, begin: new RegExp(`(?<![\\w$.])${name}\\s*\\(`, 'g') })),
    { framework: 'express' as const, begin: /\brequire\(\s*['"]express['"]\s*\)\s*\(/g },
    ...names.koa.map((name) => ({ framework: 'koa' as const, begin: new RegExp(`\\bnew\\s+${name}\\s*(?:<[^>()]*>)?\\s*\\(`, 'g') })),
    { framework: 'koa' as const, begin: /\bnew\s+\(\s*require\(\s*['"]koa['"]\s*\)\s*\)\s*\(/g },
  ]
  return calls
    .flatMap(({ framework, begin }) =>
      [...code.matchAll(begin)].flatMap(({ 0: { length }, index }) => {
        const end = closingOf(code, index + length - 1)
        return end === undefined ? [] : [{ at: index, ...creation(code, index, end, framework) }]
      }),
    )
    .sort((one, other) => one.at - other.at)
}

/** The names under which a file knows the framework. */
function namesOf(framework: Framework, code: string): string[] {
  const usual = framework === 'koa' ? 'Koa' : 'express'
  const imported = [
    `import\\s+(?:\\*\\s+as\\s+)?([\\w$]+)\\s*(?:,\\s*\\{[^}]*\\}\\s*)?from\\s*['"]${framework}['"]`,
    `import\\s*\\{[^}]*\\bdefault\\s+as\\s+([\\w$]+)[^}]*\\}\\s*from\\s*['"]${framework}['"]`,
    `\\b([\\w$]+)\\s*=\\s*require\\(\\s*['"]${framework}['"]\\s*\\)(?!\\s*[(.])`,
  ]
  return [...new Set([usual, ...imported.flatMap((one) => [...code.matchAll(new RegExp(one, 'g'))].flatMap(([, name]) => name ?? []))])]
}

const HOLDS =
  /(?:^|[;{}\n])[ \t]*(?:(?:export|public|private|protected|override|readonly|const|let|var)\s+)*((?:this\.)?#?[\w$]+)\s*(?::[^=;\n]+)?=\s*((?:[\w$.]+\s*=\s*)*)$/

function creation(code: string, at: number, end: number, framework: Framework): Creation {
  const before = code.slice(0, at)
  const [, name] = HOLDS.exec(before) ?? []
  const isField = name !== undefined && !name.startsWith('this.') && isInClassBody(code, at)
  const isStatement = name !== undefined && !isField && /^(?:[ \t]*(?:;|\r?\n(?!\s*[.,([`?*/+-])|$)|\s*$)/.test(code.slice(end))
  const declared = /(?<![\w$.])([\w$]+)\s*(?::[^=;\n]+)?=\s*$/.exec(before)?.[1]
  return { variable: isField ? `this.${name}` : (name ?? declared), framework, place: { kind: isStatement ? 'statement' : 'chain', end } }
}

/** If a file creates several applications, some are parts of others, and one listens. */
function theOneThatListens(code: string, made: readonly Creation[]): Creation | undefined {
  if (made.length < 2) return made[0]
  const listening = made.filter(
    ({ variable }) =>
      variable !== undefined &&
      new RegExp(`(?<![\\w$.])${variable.replace('.', '\\.')}\\.listen\\s*\\(|createServer\\([^()]*\\b${variable}\\b`).test(code),
  )
  return listening.length === 1 ? listening[0] : undefined
}
