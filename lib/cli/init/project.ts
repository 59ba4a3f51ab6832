/** Detects what kind of project a folder holds: module system, language, packages, and the file that creates the application.
 * Tested by test/cli/init.test.ts.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { passportEndIn } from './passport.ts'

export type Framework = 'express' | 'koa'
export type Manager = 'npm' | 'pnpm' | 'yarn'

export interface HostProject {
  folder: string
  manager: Manager
  /** How the project's own files load modules: `import` or `require`. */
  modules: 'esm' | 'cjs'
  typescript: boolean
  framework: Framework
  /** Where the application is created; undefined if not found. */
  app: AppFile | undefined
  /** A framework that the CMS is added to by hand. */
  other: Other | undefined
  /** It signs people in with passport. */
  passport: boolean
  /** The names of its dependencies. */
  has: ReadonlySet<string>
}

export interface AppFile {
  /** Relative to the folder. */
  path: string
  text: string
  /** The variable that holds the application. */
  variable: string
  framework: Framework
  /** It signs people in with passport, before the line of this index. */
  passportEnd?: number
}

/** Frameworks that host the CMS in another way. */
export type Other = 'fastify' | 'hono' | '@nestjs/core'

/** Where applications are usually created, the likeliest first. */
const FOLDERS = ['', 'src', 'server', 'app']
const NAMES = /^(app|server|index|main|start|www)\.(js|mjs|cjs|ts|mts|cts)$/
const MAKES = /(?:^|\n)[ \t]*(?:export\s+)?(?:const|let|var)\s+(\w+)\s*(?::[^=\n]+)?=\s*(?:new\s+(Koa)\s*(?:<[^>]*>)?\(|(express)\s*\()/

/** What we read of a package.json, which anyone may have written. */
interface PackageFile {
  type?: unknown
  packageManager?: unknown
  dependencies?: object
  devDependencies?: object
}

export function lookAt(folder: string): HostProject | undefined {
  const file = path.join(folder, 'package.json')
  if (!existsSync(file)) return undefined
  const about = JSON.parse(readFileSync(file, 'utf8')) as PackageFile
  const has = new Set(Object.keys({ ...about.dependencies, ...about.devDependencies }))
  const app = findApp(folder)
  const typescript = existsSync(path.join(folder, 'tsconfig.json'))
  const other = app ? undefined : OTHERS.find((name) => has.has(name))
  return {
    folder,
    manager: managerOf(folder, about),
    modules: modulesOf(folder, about, app, typescript),
    typescript,
    framework: app?.framework ?? (has.has('koa') && !has.has('express') ? 'koa' : 'express'),
    app,
    other,
    passport: app?.passportEnd !== undefined || (!other && (has.has('passport') || has.has('koa-passport'))),
    has,
  }
}

const OTHERS: readonly Other[] = ['fastify', 'hono', '@nestjs/core']

function managerOf(folder: string, about: PackageFile): Manager {
  const named = /^(pnpm|yarn|npm)@/.exec(String(about.packageManager ?? ''))?.[1]
  if (named) return named as Manager
  if (existsSync(path.join(folder, 'pnpm-lock.yaml'))) return 'pnpm'
  return existsSync(path.join(folder, 'yarn.lock')) ? 'yarn' : 'npm'
}

/** TypeScript uses `import` even if it compiles to `require`, so look at what the application itself does. */
function modulesOf(folder: string, about: PackageFile, app: AppFile | undefined, typescript: boolean): 'esm' | 'cjs' {
  if (app && /\.m[jt]s$/.test(app.path)) return 'esm'
  if (app && /\.c[jt]s$/.test(app.path)) return 'cjs'
  if (about.type === 'module') return 'esm'
  if (!typescript) return 'cjs'
  const options = readFileSync(path.join(folder, 'tsconfig.json'), 'utf8')
  return /"module"\s*:\s*"(es|preserve)/i.test(options) ? 'esm' : 'cjs'
}

function findApp(folder: string): AppFile | undefined {
  for (const inside of FOLDERS) {
    const at = path.join(folder, inside)
    if (!existsSync(at)) continue
    for (const name of readdirSync(at)
      .filter((one) => NAMES.test(one))
      .sort()) {
      const text = readFileSync(path.join(at, name), 'utf8')
      const [, variable, koa] = MAKES.exec(text) ?? []
      if (!variable) continue
      const passportEnd = passportEndIn(text, at)
      return {
        path: path.posix.join(inside, name),
        text,
        variable,
        framework: koa ? 'koa' : 'express',
        ...(passportEnd !== undefined && { passportEnd }),
      }
    }
  }
  return undefined
}
