/** The examples in TypeScript compile as they are in a project with every strict option, as far as no other test compiles them. */
import { spawnSync } from 'node:child_process'
import { mkdirSync, rmSync, symlinkSync } from 'node:fs'
import path from 'node:path'
import { expect } from 'chai'
import { blocks, projectWith, root } from './blocks.ts'

const compiler = path.join(process.env['TYPESCRIPT'] ?? path.join(root, 'node_modules/typescript'), 'bin/tsc')

/** Galley's own code has no project around it; test/types/types.test.ts compiles the examples of docs/typescript.md. */
const OWN = ['docs/typescript.md', 'docs/architecture.md']
/** Compiled in test/other-hosts.test.ts, with packages that are not among ours. */
const OTHER_HOSTS = /^\/\/ (?:fastify|hono)\.ts\n/
const EXAMPLES = blocks.filter(({ page, language, text }) => language === 'ts' && !OWN.includes(page) && !OTHER_HOSTS.test(text))

/** What fragments take from the application around them, and packages that need not be installed to read an example. */
const APPLICATION = `import 'galley/express'
declare global {
  const app: import('express').Express
  const req: { cms: import('galley').Cms }
}
`
const ELSEWHERE = `declare module '@nestjs/common'
declare module '@nestjs/core'
declare module 'reflect-metadata'
`
/** It stands for the module that `galley types --module` writes. */
const SCHEMA = `import { sdl } from 'galley'
export default sdl\`type Post @collection(slug: "posts") { title: String }\`
`

const COMPILER_OPTIONS = {
  module: 'esnext',
  moduleResolution: 'bundler',
  target: 'es2022',
  lib: ['es2024', 'dom'],
  types: ['node'],
  strict: true,
  noUncheckedIndexedAccess: true,
  exactOptionalPropertyTypes: true,
  noPropertyAccessFromIndexSignature: true,
  noImplicitOverride: true,
  noImplicitReturns: true,
  verbatimModuleSyntax: true,
  experimentalDecorators: true,
  noEmit: true,
}

describe('docs: examples in TypeScript', function () {
  this.timeout(180_000)

  it('compile under the strictest options @long', () => {
    const files = EXAMPLES.map(({ page, text }, index) => {
      const folder = path.basename(page, '.md')
      const name = /^\/\/ ([\w/.[\]-]+\.ts)\n/.exec(text)?.[1]
      return [`${folder}/${name ?? `example-${index}.ts`}`, text] as const
    })
    const folder = projectWith({
      ...Object.fromEntries(files),
      'schema/schema/index.ts': SCHEMA,
      'application.ts': APPLICATION,
      'elsewhere.d.ts': ELSEWHERE,
      'tsconfig.json': JSON.stringify({ compilerOptions: COMPILER_OPTIONS, include: ['**/*.ts'] }),
    })
    try {
      mkdirSync(path.join(folder, 'node_modules/@types'))
      for (const one of ['express', 'node'])
        symlinkSync(path.join(root, 'node_modules/@types', one), path.join(folder, 'node_modules/@types', one))
      const { stdout } = spawnSync(process.execPath, [compiler, '-p', '.', '--pretty', 'false'], { cwd: folder, encoding: 'utf8' })
      expect(stdout.trim()).to.equal('')
      expect(files.length).to.be.above(6)
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })
})
