/** Detects what kind of project a folder holds: module system, language, packages, and the file that creates the application.
 * Tested by test/cli/init.test.ts.
 */
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { CONFIG_NAMES } from '../find-config.ts'
import { type AppFile, type FoundApp, type Framework, findApp } from './find-app.ts'
import { type Mounted, mountedIn } from './mounted.ts'
import { type PackageFile, packageFileOf } from './package-file.ts'
import { type SourceFile, sourcesIn } from './sources.ts'
import { type TypeScriptFolders, typeScriptIn } from './typescript.ts'

export type Manager = 'npm' | 'pnpm' | 'yarn'

export interface HostProject {
  folder: string
  manager: Manager
  /** How the project's own files load modules: `import` or `require`. */
  modules: 'esm' | 'cjs'
  typescript: boolean
  compiler: TypeScriptFolders | undefined
  framework: Framework
  /** Where the application is created; undefined if not found. */
  app: AppFile | undefined
  /** A file that creates several applications. */
  several: FoundApp['several']
  /** Where the CMS is mounted already. */
  mounted: Mounted | undefined
  /** The configuration that is already there. */
  existing: ExistingConfig | undefined
  sources: readonly SourceFile[]
  /** A framework that the CMS is added to by hand. */
  other: Other | undefined
  /** It signs people in with passport. */
  passport: boolean
  /** It signs people in by other means, as far as its code shows. */
  signIn: boolean
  /** The names of its dependencies. */
  has: ReadonlySet<string>
}

export interface ExistingConfig {
  /** Relative to the folder. */
  path: string
  text: string
}

/** Frameworks that host the CMS in another way. */
export type Other = 'fastify' | 'hono' | '@nestjs/core'

export function lookAt(folder: string): HostProject | undefined {
  const about = packageFileOf(folder)
  if (about === undefined) return undefined
  const has = new Set(Object.keys({ ...about.dependencies, ...about.devDependencies }))
  const compiler = typeScriptIn(folder)
  const sources = sourcesIn(folder, compiler?.compiled)
  const { app, several } = findApp(sources, folder)
  const mounted = mountedIn(sources)
  const other = app ? undefined : OTHERS.find((name) => has.has(name))
  return {
    folder,
    manager: managerOf(folder, about),
    modules: modulesOf(about, app ?? sources.find((file) => file.path === mounted?.path), compiler),
    typescript: compiler !== undefined,
    compiler,
    framework: app?.framework ?? (has.has('koa') && !has.has('express') ? 'koa' : 'express'),
    app,
    several,
    other,
    mounted,
    existing: configIn(folder),
    sources,
    passport: app?.passportEnd !== undefined || (!other && (has.has('passport') || has.has('koa-passport'))),
    signIn: sources.some(({ code }) => SIGNS_IN.test(code)),
    has,
  }
}

/** What middleware of applications gives requests, and the packages that help with it. */
const SIGNS_IN =
  /\b(?:req(?:uest)?|state|session)\.user\s*=[^=]|['"](?:express-session|cookie-session|koa-session|koa-generic-session|koa-jwt|express-jwt)['"]/

function configIn(folder: string): ExistingConfig | undefined {
  const found = CONFIG_NAMES.find((name) => existsSync(path.join(folder, name)))
  return found === undefined ? undefined : { path: found, text: readFileSync(path.join(folder, found), 'utf8') }
}

const OTHERS: readonly Other[] = ['fastify', 'hono', '@nestjs/core']

function managerOf(folder: string, about: PackageFile): Manager {
  const named = /^(pnpm|yarn|npm)@/.exec(String(about.packageManager ?? ''))?.[1]
  if (named) return named as Manager
  if (existsSync(path.join(folder, 'pnpm-lock.yaml'))) return 'pnpm'
  return existsSync(path.join(folder, 'yarn.lock')) ? 'yarn' : 'npm'
}

/** TypeScript uses `import` even if it compiles to `require`, so look at what the application itself does. */
function modulesOf(about: PackageFile, app: SourceFile | undefined, compiler: TypeScriptFolders | undefined): 'esm' | 'cjs' {
  if (app && /\.m[jt]s$/.test(app.path)) return 'esm'
  if (app && /\.c[jt]s$/.test(app.path)) return 'cjs'
  if (about.type === 'module') return 'esm'
  if (compiler) return compiler.isEsm ? 'esm' : 'cjs'
  // Without a type, Node decides by what is in the file.
  return about.type === undefined && app && /(?:^|\n)import\s[^(]*?['"]/.test(app.code) ? 'esm' : 'cjs'
}
