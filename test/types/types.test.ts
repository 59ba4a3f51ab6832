/** The declarations of the built package, checked by the compiler in a strict project under every way to resolve modules. */
import { spawnSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect } from 'chai'
import { blocks } from '../docs/blocks.ts'
import { galley, project } from '../harness/project.ts'
import { type Case, IMPORTS, RIGHT } from './cases.ts'
import { CODE_RIGHT, CODE_WRONG } from './code.ts'
import { CONFIG } from './configuration.ts'
import { DECLARED_IMPORTS, DECLARED_RIGHT } from './declared.ts'
import { DECLARED_WRONG } from './declared-mistakes.ts'
import { DECLARED_FEATURES_RIGHT, DECLARED_FEATURES_WRONG, FEATURES_RIGHT, FEATURES_WRONG } from './features.ts'
import { WRONG } from './mistakes.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
/** TYPESCRIPT=<folder>: another version than ours. Its errors have other words, but the first line must name the wrong one too. */
const other = process.env['TYPESCRIPT']
const compiler = path.join(other ?? path.join(root, 'node_modules/typescript'), 'bin/tsc')
const namesAll = (message: string, [wrong = '', ...suggested]: readonly string[]) =>
  other ? message.includes(wrong.replace(/^['"]|['"]$/g, '')) : [wrong, ...suggested].every((part) => message.includes(part))
const RESOLUTIONS = [
  ['nodenext', 'nodenext'],
  ['node16', 'node16'],
  ['esnext', 'bundler'],
] as const

/** Without the types of Koa: the one interface that every version of them has, as far as these cases need it. */
const KOA = `declare module 'koa' {
  interface ExtendableContext { req: import('node:http').IncomingMessage }
  interface DefaultContext { [key: PropertyKey]: any }
  type ParameterizedContext = ExtendableContext & { state: object } & DefaultContext & { body: unknown }
}
`
const KOA_CASES = `import 'galley/koa'
import type { Cms } from 'galley'
import type { ParameterizedContext } from 'koa'
declare const ctx: ParameterizedContext
export const handle: Cms = ctx.cms
// @ts-expect-error the handle is typed, and no text
export const text: string = ctx.cms
`

/** The examples of the documentation's page. */
const EXAMPLES = blocks.filter(({ page, language }) => page === 'docs/typescript.md' && language === 'ts')

/** A project that registers what it declares in code, and generates nothing. */
const REGISTERED = `import './register.js'
import 'galley/express'
import { defineCollection, type Cms, type ContentTypes, type Field } from 'galley'
import type express from 'express'
declare const cms: Cms
declare const req: express.Request
export const title: string = (await cms.find('posts', { where: { 'author.name': { equals: 'x' } } })).docs[0]!.title
export const mood: 'calm' | 'bright' | null = (await req.cms.find('posts')).docs[0]!.mood
// @ts-expect-error there is no such field
await cms.find('posts', { sort: 'titel' })
const me = await cms.me()
export const fields: ['red' | 'blue' | null | undefined, string | undefined, 'admin' | 'editor' | undefined] = [me?.team, me?.email, me?.role]
defineCollection({ slug: 'teams', access: { read: ({ user }) => user?.team === 'red' }, fields: [{ name: 'a' }] })
// @ts-expect-error users have no such field
defineCollection({ slug: 'teams', access: { read: ({ user }) => user?.teem === 'red' }, fields: [{ name: 'a' }] })
declare module 'galley' { interface OwnFieldTypes { color: \`#\${string}\`; size: { width: number } } }
export const own: Field[] = [
  { name: 'mood', options: ['calm'], validate: (value) => value?.startsWith('c') || 'no', shown: (value) => value?.length },
  { name: 'moods', type: 'select', options: ['calm'], hasMany: true, validate: (value) => (value ?? []).length < 3 || 'too many' },
  { name: 'tint', type: 'color', options: { alpha: true }, validate: (value) => value?.startsWith('#f') || 'no' },
]
const shapes = defineCollection({ slug: 'shapes', fields: [{ name: 'tint', type: 'color', required: true }, { name: 'size', type: 'size', validate: (value) => (value?.width ?? 0) > 1 || 'no' }] })
declare const mine: Cms<ContentTypes<[typeof shapes]>>
const shape = await mine.create('shapes', { tint: '#ff0000', size: { width: 3 } })
export const values: [\`#\${string}\`, number | undefined] = [shape.tint, shape.size?.width]
await mine.find('shapes', { where: { tint: { equals: title } }, sort: 'tint' })
// @ts-expect-error a color begins with #
await mine.create('shapes', { tint: 'red' })
`

/** The same types in a CommonJS project, where `import` is compiled to `require`. */
const COMMONJS = `import { ForbiddenError, type Cms } from 'galley'
import { createClient } from 'galley/client'
import { cmsMiddleware } from 'galley/express'
import express = require('express')
declare const cms: Cms
export const app = express().use(cmsMiddleware(cms))
export const statusOf = (error: unknown): number => (error instanceof ForbiddenError ? error.status : 500)
export const names = async () => (await cms.find('posts', { where: { 'author.name': { like: 'x' } } })).docs.map((post) => post.author?.name)
// @ts-expect-error there is no such collection
export const none = () => createClient({ url: '/api/cms' }).find('psots')
`

/** Cases by the names of their files, each behind its imports. */
const KINDS: Readonly<Record<string, { imports: string; cases: readonly Case[] }>> = {
  right: { imports: IMPORTS, cases: [...RIGHT, ...CODE_RIGHT, ...FEATURES_RIGHT] },
  wrong: { imports: IMPORTS, cases: [...WRONG, ...CODE_WRONG, ...FEATURES_WRONG] },
  'declared-right': { imports: DECLARED_IMPORTS, cases: [...DECLARED_RIGHT, ...DECLARED_FEATURES_RIGHT] },
  'declared-wrong': { imports: DECLARED_IMPORTS, cases: [...DECLARED_WRONG, ...DECLARED_FEATURES_WRONG] },
}

const nameOf = (kind: string, index: number) => `${kind}-${index}.ts`

describe('types', function () {
  this.timeout(180_000)
  let folder: string

  before(() => {
    folder = project(CONFIG)
    const types = path.join(folder, 'node_modules/@types')
    mkdirSync(types)
    for (const one of ['express', 'node']) symlinkSync(path.join(root, 'node_modules/@types', one), path.join(types, one))
    const hasKoa = existsSync(path.join(root, 'node_modules/@types/koa'))
    if (hasKoa) symlinkSync(path.join(root, 'node_modules/@types/koa'), path.join(types, 'koa'))
    else writeFileSync(path.join(folder, 'koa-types.d.ts'), KOA)
    writeFileSync(path.join(folder, 'koa.ts'), KOA_CASES)
    const { status, output } = galley(folder, 'types')
    expect(status, output).to.equal(0)
    for (const [kind, { imports, cases }] of Object.entries(KINDS)) write(kind, cases, imports)
    for (const one of ['registered', 'commonjs']) mkdirSync(path.join(folder, one))
    writeFileSync(path.join(folder, 'commonjs/package.json'), '{ "type": "commonjs" }')
    writeFileSync(path.join(folder, 'commonjs/use.ts'), COMMONJS)
    copyFileSync(path.join(folder, 'cms-types.d.ts'), path.join(folder, 'commonjs/cms-types.d.ts'))
    writeFileSync(path.join(folder, 'registered/use.ts'), REGISTERED)
    for (const [index, { text }] of EXAMPLES.entries()) {
      const name = /^\/\/ (\w+\.ts)\n/.exec(text)?.[1]
      writeFileSync(path.join(folder, name === undefined ? `example-${index}.ts` : `registered/${name}`), text)
    }
  })
  after(() => rmSync(folder, { recursive: true, force: true }))

  const write = (kind: string, cases: readonly Case[], imports: string) =>
    cases.forEach(({ code }, index) => {
      writeFileSync(path.join(folder, nameOf(kind, index)), `${imports}${code}\n`)
    })

  /** The first error of each file. Its details are in further lines. */
  function check(module: string, moduleResolution: string, within: string, exclude: readonly string[] = []): Map<string, string> {
    const compilerOptions = {
      module,
      moduleResolution,
      target: 'es2022',
      lib: ['es2024', 'dom'],
      types: ['node'],
      strict: true,
      noUncheckedIndexedAccess: true,
      exactOptionalPropertyTypes: true,
      noPropertyAccessFromIndexSignature: true,
      esModuleInterop: true,
      noEmit: true,
    }
    writeFileSync(path.join(within, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.ts'], exclude }))
    const { stdout } = spawnSync(process.execPath, [compiler, '-p', '.', '--pretty', 'false'], {
      cwd: within,
      encoding: 'utf8',
    })
    const found = new Map<string, string>()
    for (const error of stdout.split(/\n(?! )/)) {
      const [, file, message] = /^(?:.*\/)?([^/(\n]+\.ts)\(\d+,\d+\): error ([\s\S]*)$/.exec(error) ?? []
      if (file !== undefined && message !== undefined && !found.has(file)) found.set(file, message)
    }
    return found
  }

  /** What is wrong is wrong under every resolution, so it is checked under one. */
  const titleOf = (file: string) => KINDS[file.replace(/-\d+\.ts$/, '')]?.cases[Number(/\d+/.exec(file)?.[0])]?.title ?? file

  for (const [module, resolution] of RESOLUTIONS) {
    it(`accept what is right (${resolution})${resolution === 'bundler' ? '' : ' @long'}`, () => {
      const errors = check(module, resolution, folder, ['*wrong-*.ts'])
      expect([...errors].map(([file, message]) => `${titleOf(file)}: ${message}`)).to.deep.equal([])
    })
  }

  it('name what is wrong', () => {
    const errors = check('esnext', 'bundler', folder, ['*right-*.ts', 'koa.ts', 'example-*.ts'])
    const missed = Object.entries(KINDS).flatMap(([kind, { cases }]) =>
      !kind.endsWith('wrong')
        ? []
        : cases.flatMap(({ title, error = [], detail = '' }, index) => {
            const message = errors.get(nameOf(kind, index)) ?? 'no error'
            const [first = ''] = message.split('\n')
            return namesAll(first, error) && message.includes(detail) ? [] : [`${title}: ${message}`]
          }),
    )
    expect(missed).to.deep.equal([])
  })

  it('are the same in a CommonJS project', () => {
    expect([...check('node16', 'node16', path.join(folder, 'commonjs'))]).to.deep.equal([])
  })

  it('are those of what a project declares and registers itself', () => {
    expect([...check('nodenext', 'nodenext', path.join(folder, 'registered'))]).to.deep.equal([])
  })
})
