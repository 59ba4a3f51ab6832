/** A bundle of an application: it runs with galley outside, as docs/hosts.md says, and says so if galley is inside. */
import { spawnSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import path from 'node:path'
import { expect } from 'chai'
import { type BuildOptions, build } from 'esbuild'
import { blocks, projectWith } from './docs/blocks.ts'

const SERVER = `import { cmsMiddleware } from 'galley/express'
import { sqlite } from 'galley/sqlite'
import express from 'express'

const cms = cmsMiddleware({
  secret: 'a-secret-of-at-least-thirty-two-characters',
  db: sqlite({ filename: ':memory:' }),
  collections: [{ slug: 'posts', access: { read: 'anyone' }, fields: [{ name: 'title' }] }],
  log: { info() {}, warn: console.warn, error: console.error },
})
const server = express().use(cms).listen(0, async () => {
  const origin = 'http://localhost:' + server.address().port
  const answers = await Promise.all(['/api/cms/posts', '/admin'].map((at) => fetch(origin + at)))
  console.log(...answers.map(({ status }) => status))
  server.close()
  await (await cms.cms).stop()
})
`
/** What a bundler can't resolve: knex knows drivers that are not installed. */
const UNRESOLVED = ['oracledb', 'tedious', 'mysql', 'mysql2', 'mariadb/callback', 'pg-query-stream', 'sqlite3', 'better-sqlite3', 'pg']
const INSIDE = /Error: galley doesn't work inside a bundle.*'packages: external' of esbuild/

const CASES: [title: string, options: BuildOptions, status: number, says: RegExp][] = [
  ['packages: external', { packages: 'external', format: 'esm' }, 0, /^200 200\n$/],
  ['external: galley, CommonJS', { external: ['galley'], format: 'cjs' }, 0, /^200 200\n$/],
  ['galley inside, ES modules', { external: UNRESOLVED, format: 'esm' }, 1, INSIDE],
  ['galley inside, CommonJS', { external: UNRESOLVED, format: 'cjs' }, 1, INSIDE],
]

describe('bundlers: esbuild with @long', function () {
  this.timeout(60_000)

  for (const [title, options, expected, says] of CASES)
    it(title, async () => {
      const folder = projectWith({ 'server.js': SERVER })
      const outfile = `bundle/server.${options.format === 'cjs' ? 'cjs' : 'mjs'}`
      const shared: BuildOptions = { absWorkingDir: folder, entryPoints: ['server.js'], outfile, bundle: true, platform: 'node' }
      await build({ ...shared, ...options, logLevel: 'silent' })
      const { status, stdout, stderr } = spawnSync(process.execPath, [outfile], { cwd: folder, encoding: 'utf8' })
      expect(stdout + stderr).to.match(says)
      expect(status).to.equal(expected)
      rmSync(folder, { recursive: true, force: true })
    })

  it('the program of docs/hosts.md', () => {
    const program = blocks.find(({ page, text }) => page === 'docs/hosts.md' && text.startsWith('// build.js'))!.text
    const esbuild = path.resolve('node_modules/esbuild/lib/main.js')
    const folder = projectWith({ 'server.js': SERVER, 'build.mjs': program.replace("'esbuild'", JSON.stringify(esbuild)) })
    const run = (file: string) => spawnSync(process.execPath, [file], { cwd: folder, encoding: 'utf8' })
    expect(run('build.mjs').stderr).to.equal('')
    expect(run('bundle/server.js').stdout).to.equal('200 200\n')
    rmSync(folder, { recursive: true, force: true })
  })
})
