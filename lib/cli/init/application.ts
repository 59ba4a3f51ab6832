/** Adds the middleware line and its imports to the application's file, in the style of that file. Tested by test/cli/init.test.ts. */
import path from 'node:path'
import type { AppFile } from './find-app.ts'
import { configIn } from './mounted.ts'
import type { HostProject } from './project.ts'

/** The new text of the file that creates the application. */
export function withMiddleware(app: AppFile, project: HostProject, config: string): string {
  const { imports, name } = importsFor(app, project, config)
  const added = `.use(cmsMiddleware(${name}))`
  const text = app.place.kind === 'chain' ? withLink(app, added) : withStatement(app, `${app.variable}${added}`)
  const lines = text.split('\n')
  const code = app.code.split('\n')
  const made = app.code.slice(0, app.place.end).split('\n').length - 1
  lines.splice(Math.min(afterImports(code), statementBegin(code, made)), 0, ...imports.map((one) => line(app.text, one)))
  return lines.join('\n')
}

/** Adds a link to the chain, on a separate line if the others are. */
function withLink({ text, place: { end } }: AppFile, link: string): string {
  const newLine = /^[ \t]*\r?\n[ \t]*(?=\.)/.exec(text.slice(end))?.[0] ?? ''
  return text.slice(0, end) + newLine + link + text.slice(end)
}

function withStatement({ text, code, place: { end }, passportEnd = 0 }: AppFile, statement: string): string {
  const lines = text.split('\n')
  const made = text.slice(0, end).split('\n').length - 1
  const behind = /^[ \t]*;(?=[ \t]*\S)/.exec(code.slice(end, end + code.slice(end).search(/\r?\n|$/)))?.[0]
  // Behind passport, so that the CMS knows who is signed in.
  if (passportEnd <= made + 1 && behind !== undefined) {
    const at = end + behind.length
    return `${text.slice(0, at)} ${statement};${text.slice(at)}`
  }
  const at = Math.max(made + 1, passportEnd)
  const indent = /^\s*/.exec(lines[at - 1] ?? '')?.[0] ?? ''
  lines.splice(at, 0, indent.replace('\r', '') + line(text, statement))
  return lines.join('\n')
}

/** The lines to add by hand, if their place was not found, and the file that the paths in them start from. */
export function byHand(project: HostProject, config: string): { lines: string[]; from: string } {
  const from =
    project.app?.path ?? project.several?.path ?? path.posix.join(path.posix.dirname(config), project.typescript ? 'app.ts' : 'app.js')
  const { text = '', code = '' } = project.sources.find((file) => file.path === from) ?? {}
  const { imports, name } = importsFor({ path: from, text, code, framework: project.framework }, project, config)
  const variable = project.app?.variable ?? 'app'
  if (project.other === undefined || project.other === '@nestjs/core')
    return { lines: [...imports, `${variable}.use(cmsMiddleware(${name}))`], from }
  const inFront = imports.map((one) => one.replace(/cmsMiddleware(.*)galley\/\w+/, 'cmsHandler$1galley/node'))
  return { lines: [...inFront, ...IN_FRONT[project.other].map((one) => one.replace('(config,', `(${name},`))], from }
}

/** How the CMS answers before frameworks with a server of their own. */
const IN_FRONT = {
  fastify: ['const app = Fastify({ serverFactory: (handler) => createServer(cmsHandler(config, handler)) })'],
  hono: [
    "// getRequestListener is from '@hono/node-server'",
    'createServer(cmsHandler(config, getRequestListener(app.fetch))).listen(3000)',
  ],
}

/** The imports that the file lacks, and its name for the configuration. */
function importsFor(
  app: Pick<AppFile, 'path' | 'text' | 'code' | 'framework'>,
  { modules, typescript, framework, existing }: HostProject,
  config: string,
): { imports: string[]; name: string } {
  const isImport = modules === 'esm' || typescript || /(?:^|\n)import\s[^(]*?['"]/.test(app.code)
  const load = (what: string, from: string, rest = '') =>
    isImport ? `import ${what} from '${from}'` : `const ${what} = require('${from}')${rest}`
  const known = configIn(app.code)
  const knownName =
    known === undefined
      ? undefined
      : new RegExp(`([\\w$]+)\\s*(?:from\\s*|=\\s*require\\(\\s*)['"]${known.replaceAll('.', '\\.')}`).exec(app.code)?.[1]
  const name =
    knownName ?? ['config', 'cmsConfig', 'galleyConfig'].find((one) => !new RegExp(`(?<![\\w$.])${one}\\b`).test(app.code)) ?? 'configOfCms'
  const isKnown = new RegExp(`\\bcmsMiddleware\\b[^;'"]*['"]galley/${framework}['"]`).test(app.code)
  return {
    imports: [
      ...(isKnown ? [] : [load('{ cmsMiddleware }', `galley/${framework}`)]),
      ...(knownName === undefined
        ? [load(name, pathTo(config, app, typescript, modules), EXPORTS.test(existing?.text ?? '') ? '.default' : '')]
        : []),
    ],
    name,
  }
}

const EXPORTS = /(?:^|\n)export\s+default\b/
/** Node and others load TypeScript as it is written. */
const IMPORTS_TS = /['"]\.[^'"]*\.ts['"]/

function pathTo(config: string, app: Pick<AppFile, 'path' | 'code'>, typescript: boolean, modules: 'esm' | 'cjs'): string {
  const relative = path.posix.relative(path.posix.dirname(app.path), config)
  const near = relative.startsWith('.') ? relative : `./${relative}`
  if (!typescript || IMPORTS_TS.test(app.code)) return near
  return modules === 'esm' ? near.replace(/\.([cm]?)ts$/, '.$1js') : near.replace(/\.ts$/, '')
}

/** The line after the last import or require at the top, otherwise the first line of code. */
function afterImports(lines: readonly string[]): number {
  const begins = lines.flatMap((line, index) => (BEGINS.test(line) ? [index] : []))
  let after = begins[0] ?? 0
  for (const [index, begin] of begins.entries()) {
    const statement = lines
      .slice(begin, begins[index + 1])
      .join('\n')
      .trimEnd()
    const isImport = /^import\b(?!\s*\()/.test(statement) || /^(?:const|let|var)\s[^;]*\brequire\(/.test(statement)
    if (!isImport && !/^['"]use strict['"]/.test(statement)) break
    after = begin + statement.split('\n').length
  }
  return after
}

/** Begins a statement at the top of a file, if it isn't the continuation of one. */
const BEGINS = /^[^\s,.)}\]]/

/** The first line of the statement at the top of the file that this line belongs to. */
function statementBegin(lines: readonly string[], at: number): number {
  return Math.max(
    lines.slice(0, at + 1).findLastIndex((line) => BEGINS.test(line)),
    0,
  )
}

/** Uses the quotes, semicolons and line ends of the file. */
function line(text: string, code: string): string {
  const ends = text.split('\n').filter((one) => /\S/.test(one))
  const hasSemicolons = ends.filter((one) => one.trimEnd().endsWith(';')).length > ends.length / 4
  const isDouble = (text.match(/"/g)?.length ?? 0) > (text.match(/'/g)?.length ?? 0)
  return (isDouble ? code.replaceAll("'", '"') : code) + (hasSemicolons ? ';' : '') + (/\r\n/.test(text) ? '\r' : '')
}
