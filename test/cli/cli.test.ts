/** The command line as people type it: output, exit codes, and what it says when something is wrong. */
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect } from 'chai'

const root = fileURLToPath(new URL('../..', import.meta.url))
const MAIN = path.join(root, 'dist/lib/cli/main.js')

const CONFIG = `import { defineConfig, sdl } from 'galley'
import { sqlite } from 'galley/sqlite'
export default defineConfig({
  secret: process.env.CMS_SECRET ?? 'a-secret-that-is-only-for-the-tests',
  db: sqlite({ filename: new URL('./cms.db', import.meta.url).pathname }),
  schema: sdl\`type Tag @collection(slug: "tags") @access(read: anyone) { name: String! EXTRA }\`,
  commands: [{ name: 'count:tags', description: 'Count the tags', help: 'Nothing more.', run: async ({ cms, args, log }) => log(\`\${await cms.count('tags')} \${args.join('+')}\`) }],
})
`

function project(extra = ''): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'galley-cli-'))
  writeFileSync(path.join(folder, 'package.json'), '{ "type": "module" }')
  writeFileSync(path.join(folder, 'cms.config.js'), CONFIG.replace('EXTRA', extra))
  symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'))
  return folder
}

function withGalley(folder: string): string {
  const own = mkdtempSync(path.join(tmpdir(), 'galley-modules-'))
  symlinkSync(root, path.join(own, 'galley'))
  spawnSync('rm', [path.join(folder, 'node_modules')])
  symlinkSync(own, path.join(folder, 'node_modules'))
  return folder
}

const run = (folder: string, ...args: string[]) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [MAIN, ...args], {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, NO_COLOR: '1' },
  })
  return { status, said: stdout + stderr }
}

describe('cli', () => {
  let folder: string
  before(() => {
    folder = withGalley(project())
  })

  it('explains itself, and each command', () => {
    for (const args of [['--help'], ['help', 'migrate'], ['serve', '--help'], ['count:tags', '--help']]) {
      const { status, said } = run(folder, ...args)
      expect(status, said).to.equal(0)
      expect(said).to.include('Usage: galley')
    }
    expect(run(folder, '--version').said).to.match(/^\d+\.\d+\.\d+/)
  })

  it('exits with 1 on an unknown command, a missing configuration, a wrong one', () => {
    expect(run(folder, 'nope')).to.deep.include({ status: 1 }).and.property('said').to.include("unknown command 'nope'")
    const empty = mkdtempSync(path.join(tmpdir(), 'galley-empty-'))
    expect(run(empty, 'schema:check'))
      .to.deep.include({ status: 1 })
      .and.property('said')
      .to.include('No configuration here: looked for cms.config.ts')
    const broken = withGalley(project('x: Strin'))
    const { status, said } = run(broken, 'schema:check')
    expect(status).to.equal(1)
    expect(said).to.include('Unknown type "Strin"').and.to.include("did you mean 'String'?").and.not.to.include('    at ')
  })

  it('checks and prints the schema, types and OpenAPI', () => {
    expect(run(folder, 'schema:check').said).to.include('The schema is sound: 3 content types')
    expect(run(folder, 'schema:print').said).to.include('type Tag @collection(slug: "tags") @access(read: anyone) {\n  name: String!\n}')
    expect(JSON.parse(run(folder, 'schema:print', '--json').said).at(-1)).to.include({ title: 'Tag' })
    expect(JSON.parse(run(folder, 'openapi').said)).to.include({ openapi: '3.1.0' })
    expect(run(folder, 'types').said).to.include('Wrote cms-types.d.ts')
    expect(readFileSync(path.join(folder, 'cms-types.d.ts'), 'utf8')).to.include('"tags": { read: Tag; write: TagInput }')
  })

  it('writes a module that holds a folder of schemas with its code, and starts from it', () => {
    const own = withGalley(project())
    const schema = path.join(own, 'schema')
    mkdirSync(schema)
    writeFileSync(path.join(schema, 'posts.graphql'), 'type Post @collection(slug: "posts") { title: String }')
    writeFileSync(path.join(schema, 'posts.js'), 'export default { access: { read: () => true } }')
    writeFileSync(
      path.join(schema, 'tags.schema.json'),
      '{ "x-cms": { "collection": "tags" }, "properties": { "name": { "type": "string" } } }',
    )
    writeFileSync(path.join(own, 'cms.config.js'), CONFIG.replace(/sdl`.*`/, "'./schema'").replace('EXTRA', ''))
    expect(run(own, 'types').said).to.include('Wrote schema/index.js')
    writeFileSync(path.join(own, 'cms.config.js'), `import schema from './schema/index.js'\n${CONFIG.replace(/sdl`.*`/, '[schema]')}`)
    expect(run(own, 'schema:check'))
      .to.deep.include({ status: 0 })
      .and.property('said')
      .to.match(/content types .*posts/)
  })

  it('migrates, says what is pending, and is what production asks for', () => {
    const fresh = withGalley(project())
    expect(run(fresh, 'migrate:status')).to.deep.include({ status: 1 }).and.property('said').to.include("safe    create the table 'tags'")
    expect(run(fresh, 'migrate', '--dry-run').said).to.include("create the table 'tags'")
    expect(run(fresh, 'migrate:status').status).to.equal(1)
    expect(run(fresh, 'migrate:create', 'First tables').said).to.include('Wrote migrations')
    expect(readdirSync(path.join(fresh, 'migrations')).map((name) => name.replace(/^\d+/, ''))).to.deep.equal([
      '_first-tables.sqlite.json',
      '_first-tables.sqlite.sql',
    ])
    expect(run(fresh, 'migrate')).to.deep.include({ status: 0 }).and.property('said').to.include('Applied')
    expect(run(fresh, 'migrate:status')).to.deep.include({ status: 0 }).and.property('said').to.include('applied')
    writeFileSync(path.join(fresh, 'cms.config.js'), CONFIG.replace('EXTRA', 'more: Int'))
    expect(run(fresh, 'migrate')).to.deep.include({ status: 1 }).and.property('said').to.include('npx galley migrate:create <name>')
    expect(run(fresh, 'migrate:create', 'more').said).to.include("add the column 'more' to 'tags'")
    expect(run(fresh, 'migrate').status).to.equal(0)
    writeFileSync(path.join(fresh, 'cms.config.js'), CONFIG.replace('EXTRA', ''))
    run(fresh, 'migrate:create', 'less')
    run(fresh, 'migrate')
    expect(run(fresh, 'migrate:status').said).to.include('parked  tags.more')
    expect(run(fresh, 'migrate', '--drop', 'tags.name'))
      .to.deep.include({ status: 1 })
      .and.property('said')
      .to.include("'tags.name' is not parked")
    expect(run(fresh, 'migrate', '--drop', 'tags.more').said).to.include("losing  drop the column 'more' of 'tags'")
    expect(run(fresh, 'migrate:status').said).to.not.include('parked')
  })

  it('runs the configuration’s own commands', () => {
    run(folder, 'migrate')
    expect(run(folder, 'count:tags', 'a', 'b').said).to.include('0 a+b')
    expect(run(folder, '--help').said).to.include('Count the tags')
  })

  it('looks for what usually goes wrong', () => {
    expect(run(folder, 'doctor')).to.deep.include({ status: 0 }).and.property('said').to.include('✓ no migration is pending')
    const fresh = withGalley(project())
    const { status, said } = run(fresh, 'doctor')
    expect(status).to.equal(1)
    expect(said).to.include('changes are pending').and.to.include('run: npx galley migrate')
  })

  it('serves, says where, answers /healthz, and ends in order', async () => {
    const child = spawn(process.execPath, [MAIN, 'serve', '--port', '0'], {
      cwd: folder,
      env: { ...process.env, NO_COLOR: '1' },
    })
    let said = ''
    const origin = await new Promise<string>((resolve) =>
      child.stdout.on('data', (chunk) => {
        said += chunk
        const found = /Health\s+(http:\/\/localhost:\d+)/.exec(said)
        if (found) resolve(found[1]!)
      }),
    )
    expect(await (await fetch(`${origin}/healthz`)).text()).to.equal('{"status":"ok"}')
    expect((await (await fetch(`${origin}/api/cms/tags`)).json()) as object).to.include({ totalDocs: 0 })
    const port = Number(new URL(origin).port)
    const second = run(folder, 'serve', '--port', String(port))
    expect(second).to.deep.include({ status: 1 }).and.property('said').to.include(`Port ${port} is taken. Choose another one with --port`)
    child.kill('SIGTERM')
    expect(await new Promise((resolve) => child.on('close', resolve))).to.equal(0)
    expect(existsSync(path.join(folder, 'cms.db'))).to.equal(true)
  })

  it('reads a configuration in JSON', () => {
    const json = mkdtempSync(path.join(tmpdir(), 'galley-json-'))
    writeFileSync(
      path.join(json, 'cms.config.json'),
      JSON.stringify({
        secret: '$CMS_SECRET',
        db: { sqlite: { filename: 'x.db' } },
        collections: [{ slug: 'tags', fields: [{ name: 'name' }] }],
      }),
    )
    writeFileSync(path.join(json, '.env'), 'CMS_SECRET=a-secret-that-is-only-for-the-tests\n')
    expect(run(json, 'schema:check')).to.deep.include({ status: 0 }).and.property('said').to.include('tags')
  })
})
