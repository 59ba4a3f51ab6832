/** The command line as people type it: output, exit codes, and what it says when something is wrong. */
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect } from 'chai'
import { commands } from '../../lib/cli/commands.ts'
import { features } from '../../lib/features.ts'
import { OUR_COMMANDS } from '../../lib/our-commands.ts'
import { oneIn } from '../harness/depth.ts'
import { GALLEY, galley, project } from '../harness/project.ts'

const CONFIG = `import { defineConfig, sdl } from 'galley'
import { sqlite } from 'galley/sqlite'
export default defineConfig({
  secret: process.env.CMS_SECRET ?? 'a-secret-that-is-only-for-the-tests',
  db: sqlite({ filename: new URL('./cms.db', import.meta.url).pathname }),
  schema: sdl\`type Tag @collection(slug: "tags") @access(read: anyone) { name: String! EXTRA }\`,
  commands: [{ name: 'count:tags', description: 'Count the tags', help: 'Nothing more.', run: async ({ cms, args, log }) => log(\`\${await cms.count('tags')} \${args.join('+')}\`) }],
})
`

const withField = (field = '') => CONFIG.replace('EXTRA', field)

describe('cli', () => {
  let folder: string
  before(() => {
    folder = project(withField())
  })

  it('explains itself, and each command', () => {
    for (const args of oneIn(3, [['--help'], ['help', 'migrate'], ['serve', '--help'], ['count:tags', '--help']])) {
      const { status, output } = galley(folder, ...args)
      expect(status, output).to.equal(0)
      expect(output).to.include('Usage: galley')
    }
    expect(galley(folder, '--version').output).to.match(/^\d+\.\d+\.\d+/)
  })

  it("knows the names that configurations can't take", () => {
    const names = [...commands, ...features.flatMap((feature) => feature.commands ?? [])].map(({ usage }) => usage.split(' ')[0])
    expect([...names, 'help'].sort()).to.deep.equal([...OUR_COMMANDS])
  })

  it('exits with 1 on an unknown command, a missing configuration, a wrong one @long', () => {
    expect(galley(folder, 'nope')).to.deep.include({ status: 1 }).and.property('output').to.include("unknown command 'nope'")
    expect(galley(folder, 'help', 'typs'))
      .to.deep.include({ status: 1 })
      .and.property('output')
      .to.include("unknown command 'typs'. did you mean 'types'?")
    const empty = mkdtempSync(path.join(tmpdir(), 'galley-empty-'))
    expect(galley(empty, 'schema:check'))
      .to.deep.include({ status: 1 })
      .and.property('output')
      .to.include('No configuration found: looked for cms.config.ts')
    const broken = project(withField('x: Strin'))
    const { status, output } = galley(broken, 'schema:check')
    expect(status).to.equal(1)
    expect(output).to.include('Unknown type "Strin"').and.to.include("did you mean 'String'?").and.not.to.include('    at ')
  })

  const BROKEN: Record<string, [files: Record<string, string>, ...says: string[]]> = {
    'does not parse': [
      { 'cms.config.js': 'export default {\n  secret: "x"\n  db: 1\n}' },
      "cms.config.js:3:3: Unexpected identifier 'db'\n      db: 1\n      ^",
    ],
    throws: [
      { 'cms.config.js': '\nexport default { secret: process.env.NOPE.y }' },
      'cms.config.js:2:43: Cannot read properties of undefined',
      'process.env.NOPE.y',
    ],
    'throws, in TypeScript': [
      { 'cms.config.ts': '\nexport default { secret: process.env.NOPE!.y }' },
      'cms.config.ts:2:',
      'Cannot read properties of undefined',
    ],
    'imports what is not there': [
      { 'cms.config.js': "\nimport { defineConfg } from 'galley'" },
      "cms.config.js:2:10: The requested module 'galley' does not provide an export named 'defineConfg'",
    ],
    'imports a file that does not parse': [
      { 'cms.config.js': "import './posts.js'\nexport default {}", 'posts.js': 'export const x = {' },
      'posts.js:1:',
      'Unexpected end of input',
    ],
    'imports a file that is not there': [
      { 'cms.config.js': "import 'galley'\nimport posts from './nope.js'\nexport default { posts }" },
      'cms.config.js:2:19: Cannot find module',
    ],
    'imports a file that is not there, in TypeScript': [
      { 'cms.config.ts': "import 'galley'\nimport posts from './nope.ts'\nexport default { posts }" },
      'cms.config.ts:2:19: Cannot find module',
    ],
    'exports a function': [
      { 'cms.config.js': 'export default () => ({})' },
      "cms.config.js must export the configuration as its default export, an object with 'secret' and 'db'; it is a function",
    ],
    'names a variable that is not set, and has other mistakes': [
      { 'cms.config.json': '{ "secret": "$NOPE", "db": { "sqlite": { "filename": "a.db" } }, "colections": [] }' },
      "cms.config.json:\n  secret: the environment variable NOPE is not set\n  unknown option 'colections'. did you mean 'collections'?\n",
    ],
    'is no JSON': [{ 'cms.config.json': '{\n  "secret": "x",\n}' }, 'cms.config.json:3:1: expected a key in double quotes\n    }\n    ^'],
  }
  for (const [title, [files, ...says]] of Object.entries(BROKEN))
    it(`points at the line of a configuration that ${title} @long`, () => {
      const broken = project()
      for (const [name, text] of Object.entries(files)) writeFileSync(path.join(broken, name), text)
      const { status, output } = galley(broken, 'schema:check')
      expect(status).to.equal(1)
      for (const part of says) expect(output).to.include(part)
    })

  it('checks and prints the schema, types and OpenAPI @long', () => {
    expect(galley(folder, 'schema:check').output).to.include('The schema is valid: 3 content types')
    expect(galley(folder, 'schema:print').output).to.include(
      'type Tag @collection(slug: "tags") @access(read: anyone) {\n  name: String!\n}',
    )
    expect(JSON.parse(galley(folder, 'schema:print', '--json').output).at(-1)).to.include({ title: 'Tag' })
    expect(JSON.parse(galley(folder, 'openapi').output)).to.include({ openapi: '3.1.0' })
    expect(galley(folder, 'types').output).to.include('Wrote cms-types.d.ts')
    expect(readFileSync(path.join(folder, 'cms-types.d.ts'), 'utf8')).to.include('"tags": TagContentType')
  })

  it('writes a module that holds a folder of schemas with its code, and starts from it @long', () => {
    const own = project(withField())
    const schema = path.join(own, 'schema')
    mkdirSync(schema)
    writeFileSync(path.join(schema, 'posts.graphql'), 'type Post @collection(slug: "posts") { title: String }')
    writeFileSync(path.join(schema, 'posts.js'), 'export default { access: { read: () => true } }')
    writeFileSync(
      path.join(schema, 'tags.schema.json'),
      '{ "x-cms": { "collection": "tags" }, "properties": { "name": { "type": "string" } } }',
    )
    writeFileSync(path.join(own, 'cms.config.js'), CONFIG.replace(/sdl`.*`/, "'./schema'"))
    expect(galley(own, 'types', '--module').output).to.include('Wrote schema/index.js')
    writeFileSync(path.join(own, 'cms.config.js'), `import schema from './schema/index.js'\n${CONFIG.replace(/sdl`.*`/, '[schema]')}`)
    expect(galley(own, 'schema:check'))
      .to.deep.include({ status: 0 })
      .and.property('output')
      .to.match(/content types .*posts/)
  })

  it('migrates, says what is pending, and is what production asks for @long', () => {
    const fresh = project(withField())
    expect(galley(fresh, 'migrate:status'))
      .to.deep.include({ status: 1 })
      .and.property('output')
      .to.include("safe    create the table 'tags'")
    expect(galley(fresh, 'migrate', '--dry-run').output).to.include("create the table 'tags'")
    expect(galley(fresh, 'migrate:status').status).to.equal(1)
    expect(galley(fresh, 'migrate:create', '../..'))
      .to.deep.include({ status: 1 })
      .and.property('output')
      .to.include('needs letters or digits')
    expect(galley(fresh, 'migrate:create', 'First tables').output).to.include('Wrote migrations')
    expect(readdirSync(path.join(fresh, 'migrations')).map((name) => name.replace(/^\d+/, ''))).to.deep.equal([
      '_first-tables.sqlite.json',
      '_first-tables.sqlite.sql',
    ])
    const [snapshot = ''] = readdirSync(path.join(fresh, 'migrations'))
    const written = readFileSync(path.join(fresh, 'migrations', snapshot), 'utf8')
    writeFileSync(path.join(fresh, 'migrations', snapshot), '{,')
    expect(galley(fresh, 'migrate'))
      .to.deep.include({ status: 1 })
      .and.property('output')
      .to.include(`migrations/${snapshot}:1:2: expected a key in double quotes\n    {,\n     ^\nRestore this file`)
    writeFileSync(path.join(fresh, 'migrations', snapshot), written)
    expect(galley(fresh, 'migrate')).to.deep.include({ status: 0 }).and.property('output').to.include('Applied')
    expect(galley(fresh, 'migrate:status')).to.deep.include({ status: 0 }).and.property('output').to.include('applied')
    writeFileSync(path.join(fresh, 'cms.config.js'), withField('more: Int'))
    expect(galley(fresh, 'migrate')).to.deep.include({ status: 1 }).and.property('output').to.include('npx galley migrate:create <name>')
    expect(galley(fresh, 'migrate:create', 'more').output).to.include("add the column 'more' to 'tags'")
    expect(galley(fresh, 'migrate').status).to.equal(0)
    writeFileSync(path.join(fresh, 'cms.config.js'), withField())
    galley(fresh, 'migrate:create', 'less')
    galley(fresh, 'migrate')
    expect(galley(fresh, 'migrate:status').output).to.include('parked  tags.more')
    expect(galley(fresh, 'migrate', '--drop', 'tags.name'))
      .to.deep.include({ status: 1 })
      .and.property('output')
      .to.include("'tags.name' is not parked")
    expect(galley(fresh, 'migrate', '--drop', 'tags.more').output).to.include("losing  drop the column 'more' of 'tags'")
    expect(galley(fresh, 'migrate:status').output).to.not.include('parked')
  })

  it('runs the configuration’s own commands @long', () => {
    galley(folder, 'migrate')
    expect(galley(folder, 'count:tags', 'a', 'b').output).to.include('0 a+b')
    expect(galley(folder, '--help').output).to.include('Count the tags')
  })

  it("tells what stops a migration: the application's own tables @long", () => {
    const folder = project(withField())
    const SQLite = createRequire(import.meta.url)('better-sqlite3')
    new SQLite(path.join(folder, 'cms.db')).exec('create table Users (id integer)').close()
    const { checks, problems } = JSON.parse(galley(folder, 'doctor', '--json').output)
    expect(problems).to.have.length(2)
    expect(problems[0]).to.equal(
      "the database already has a table 'users' that galley did not create; set tablePrefix, as in sqlite({ filename, tablePrefix: 'cms_' }), or give the CMS another database",
    )
    expect(problems[1]).to.match(/^\d+ changes are pending$/)
    expect(checks.at(-2)).to.include({ isGood: false }).and.to.have.property('todo')
    for (const [command, ...options] of [['migrate'], ['migrate', '--dry-run'], ['migrate:status']] as const)
      expect(galley(folder, command, ...options), command)
        .to.deep.include({ status: 1 })
        .and.property('output')
        .to.include("a table 'users' that galley did not create. Give galley's tables a prefix")
    expect(galley(folder, 'export', 'tags')).to.deep.equal({
      status: 1,
      output: "The database doesn't match the schema yet, so nothing can be exported. Run:\n  npx galley migrate\n",
    })
  })

  it('looks for what usually goes wrong @long', () => {
    galley(folder, 'migrate')
    expect(galley(folder, 'doctor')).to.deep.include({ status: 0 }).and.property('output').to.include('✓ no migrations are pending')
    expect(galley(folder, 'doctor').output).to.match(/✓ sharp is (?:not )?installed.*pictures/)
    const fresh = project(withField())
    const { status, output } = galley(fresh, 'doctor')
    expect(status).to.equal(1)
    expect(output).to.include('changes are pending').and.to.include('run: npx galley migrate')
    galley(fresh, 'migrate')
    const renamed = withField().replace('name: String!', 'label: String! @renamedFrom(name: "name")')
    writeFileSync(path.join(fresh, 'cms.config.js'), renamed)
    expect(galley(fresh, 'doctor').output).to.include('1 change is pending; renames and conversions among them: 1')
  })

  it('serves, says where, answers /healthz, and ends in order @long', async () => {
    const child = spawn(process.execPath, [GALLEY, 'serve', '--port', '0'], {
      cwd: folder,
      env: { ...process.env, NO_COLOR: '1' },
    })
    let output = ''
    const origin = await new Promise<string>((resolve) =>
      child.stdout.on('data', (chunk) => {
        output += chunk
        const found = /Health\s+(http:\/\/localhost:\d+)/.exec(output)
        if (found) resolve(found[1]!)
      }),
    )
    expect(await (await fetch(`${origin}/healthz`)).text()).to.equal('{"status":"ok"}')
    for (const name of ['Admin', 'API']) expect(output).to.match(new RegExp(`${name}\\s+${origin}/`))
    expect((await fetch(/Admin\s+(\S+)/.exec(output)![1]!)).status).to.equal(200)
    expect((await (await fetch(`${origin}/api/cms/tags`)).json()) as object).to.include({ totalDocs: 0 })
    const port = Number(new URL(origin).port)
    const second = galley(folder, 'serve', '--port', String(port))
    expect(second)
      .to.deep.include({ status: 1 })
      .and.property('output')
      .to.include(`Port ${port} is already in use. Choose another one with --port`)
    child.kill('SIGTERM')
    expect(await new Promise((resolve) => child.on('close', resolve))).to.equal(0)
    expect(existsSync(path.join(folder, 'cms.db'))).to.equal(true)
  })

  it('reads a configuration in JSON @long', () => {
    const json = mkdtempSync(path.join(tmpdir(), 'galley-json-'))
    writeFileSync(
      path.join(json, 'cms.config.json'),
      JSON.stringify({
        $schema: './config.schema.json',
        secret: '$CMS_SECRET',
        db: { sqlite: { filename: 'x.db' } },
        collections: [{ slug: 'tags', fields: [{ name: 'name' }] }],
      }),
    )
    expect(galley(json, 'schema:check'))
      .to.deep.include({ status: 1 })
      .and.property('output')
      .to.include('cms.config.json:\n  secret: the environment variable CMS_SECRET is not set')
    writeFileSync(path.join(json, '.env'), 'CMS_SECRET=a-secret-that-is-only-for-the-tests\n')
    expect(galley(json, 'schema:check')).to.deep.include({ status: 0 }).and.property('output').to.include('tags')
  })
})
