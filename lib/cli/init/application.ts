/** Adds the middleware line and its imports to the application's file, in the style of that file. Tested by test/cli/init.test.ts. */
import path from 'node:path'
import type { AppFile, HostProject } from './project.ts'
import { statementEnd } from './statement-end.ts'

/** The new text of the file that creates the application. */
export function withMiddleware(app: AppFile, project: HostProject, config: string): string {
  const lines = app.text.split('\n')
  const made = lines.findIndex((line) => new RegExp(`\\b(?:const|let|var)\\s+${app.variable}\\b`).test(line))
  const indent = /^\s*/.exec(lines[made] ?? '')?.[0] ?? ''
  // Behind passport, so that the CMS knows who is signed in.
  const at = Math.max(statementEnd(lines, made), app.passportEnd ?? 0)
  lines.splice(at, 0, indent + line(app.text, `${app.variable}.use(cmsMiddleware(config))`))
  const above = importsFor(app, project, config).map((one) => line(app.text, one))
  lines.splice(afterImports(lines), 0, ...above)
  return lines.join('\n')
}

/** The lines to add by hand, if their place was not found. */
export function byHand(project: HostProject, config: string): string[] {
  const app = project.app ?? { path: 'app.js', text: '', variable: 'app', framework: project.framework }
  const imports = importsFor(app, project, config)
  if (project.other === undefined || project.other === '@nestjs/core') return [...imports, `${app.variable}.use(cmsMiddleware(config))`]
  return [...imports.map((one) => one.replace(/cmsMiddleware(.*)galley\/\w+/, 'cmsHandler$1galley/node')), ...IN_FRONT[project.other]]
}

/** How the CMS answers before frameworks with a server of their own. */
const IN_FRONT = {
  fastify: ['const app = Fastify({ serverFactory: (handler) => createServer(cmsHandler(config, handler)) })'],
  hono: [
    "// getRequestListener is from '@hono/node-server'",
    'createServer(cmsHandler(config, getRequestListener(app.fetch))).listen(3000)',
  ],
}

function importsFor(app: AppFile, { modules, typescript, framework }: HostProject, config: string): string[] {
  const relative = path.posix.relative(path.posix.dirname(app.path), config)
  const near = relative.startsWith('.') ? relative : `./${relative}`
  const isImport = modules === 'esm' || (typescript && /(?:^|\n)import\s/.test(app.text))
  const from = typescript ? (modules === 'esm' ? near.replace(/\.ts$/, '.js') : near.replace(/\.ts$/, '')) : near
  return isImport
    ? [`import { cmsMiddleware } from 'galley/${framework}'`, `import config from '${from}'`]
    : [`const { cmsMiddleware } = require('galley/${framework}')`, `const config = require('${from}')`]
}

/** The line after the last import or require at the top, otherwise after the lines that must come first. */
function afterImports(lines: readonly string[]): number {
  let after = lines.findIndex((line) => !/^(#!|'use strict'|"use strict"|\s*$|\/\/|\/\*|\s*\*)/.test(line))
  if (after < 0) after = 0
  let isInside = false
  for (const [index, line] of lines.entries()) {
    if (isInside || /^import\s|^(?:const|let|var)\s.*\brequire\(/.test(line)) {
      isInside = /^import\s+(?:type\s+)?\{[^}]*$/.test(line) || (isInside && !/\}\s*from\s/.test(line))
      after = index + 1
    } else if (!/^\s*$|^\s*(\/\/|\/\*|\*)|^'use strict'|^"use strict"|^#!/.test(line)) break
  }
  return after
}

/** Uses the quotes and semicolons of the file. */
function line(text: string, code: string): string {
  const ends = text.split('\n').filter((one) => /\S/.test(one))
  const hasSemicolons = ends.filter((one) => one.trimEnd().endsWith(';')).length > ends.length / 4
  const isDouble = (text.match(/"/g)?.length ?? 0) > (text.match(/'/g)?.length ?? 0)
  return (isDouble ? code.replaceAll("'", '"') : code) + (hasSemicolons ? ';' : '')
}
