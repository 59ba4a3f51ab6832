/** `migrate` never confirms silently that code of a content type is gone: every command names it, and a file may confirm it. */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect } from 'chai'
import { galley, project } from '../harness/project.ts'

const CONFIG = `import { sqlite } from 'galley/sqlite'
export default { secret: 'a-secret-of-at-least-thirty-two-characters', db: sqlite({ filename: process.env.DB ?? 'cms.db' }), schema: './schema' }
`
const SDL = 'type Post @collection(slug: "posts") @access(read: anyone) { title: String }\n'
const CODE =
  'export default { access: { read: () => false }, fields: { title: { access: { read: () => false } } }, hooks: { afterRead: () => undefined } }\n'
const PARTS = ['access.read', 'fields.title.access.read', 'hooks.afterRead']
const WORDS = "The code of 'posts' (access.read, hooks.afterRead, fields.title.access.read) is missing"
const MATCHES = 'The database matches the schema.'

describe('cli: code that is gone', function () {
  this.timeout(120_000)
  let folder: string
  const code = () => path.join(folder, 'schema/posts.js')
  const says = (status: number, ...args: string[]) => {
    const ran = galley(folder, ...args)
    expect(ran.status, ran.output).to.equal(status)
    return ran.output
  }

  beforeEach(() => {
    folder = project(CONFIG)
    mkdirSync(path.join(folder, 'schema'))
    writeFileSync(path.join(folder, 'schema/posts.graphql'), SDL)
    writeFileSync(code(), CODE)
    says(0, 'migrate')
  })

  it('is named by each command, and needs its name @long', () => {
    rmSync(code())
    expect(says(1, 'migrate:status')).to.include(WORDS).and.not.include(MATCHES)
    expect(says(1, 'doctor')).to.include("the code of 'posts' (access.read")
    expect(says(1, 'migrate', '--dry-run'))
      .to.include("losing  go without the code of 'posts'")
      .and.include(WORDS)
      .and.not.include(MATCHES)
    const planned = JSON.parse(says(1, 'migrate', '--dry-run', '--json'))
    expect(planned.missingCode[0].parts).to.have.members(PARTS)
    expect(planned.problems[0]).to.include(WORDS)
    says(0, 'migrate', '--dry-run', '--without-code', 'posts')
    const { missingCode, problems } = JSON.parse(says(1, 'migrate', '--json'))
    expect(missingCode).to.have.length(1)
    expect(missingCode[0].parts).to.have.members(PARTS)
    expect(problems[0]).to.include(WORDS).and.include('--without-code posts')
    expect(says(0, 'migrate', '--without-code', 'posts')).to.include("go without the code of 'posts'")
    expect(says(1, 'migrate', '--without-code', 'posts')).to.include("'posts' lacks no code")
  })

  it('a file confirms it where it is applied, and nothing else @long', () => {
    says(0, 'migrate:create', 'init')
    rmSync(code())
    expect(says(1, 'migrate:create', 'open'))
      .to.include(WORDS)
      .and.include('npx galley migrate:create open --without-code posts')
    says(0, 'migrate:create', 'open', '--without-code', 'posts')
    const files = readdirSync(path.join(folder, 'migrations')).filter((name) => name.endsWith('_open.sqlite.sql'))
    const text = readFileSync(path.join(folder, 'migrations', files[0]!), 'utf8')
    for (const part of PARTS) expect(text).to.include(`-- galley: without the code posts.${part}\n`)
    expect(says(0, 'migrate')).to.include('Applied').and.include(MATCHES)
    writeFileSync(code(), CODE)
    says(0, 'migrate')
    rmSync(code())
    expect(says(1, 'migrate')).to.include(WORDS)
  })

  const field = (code: string, name = 'salary') => `{ name: '${name}', ${code} }`
  const FILL = `commands: [{ name: 'fill', description: 'Fill', run: async ({ cms, args, log }) => {
  if (args[0]) await cms.create('people', JSON.parse(args[0]))
  log(JSON.stringify((await cms.find('people')).docs.map(({ salary }) => salary)))
} }]`
  const schema = (...fields: string[]) => {
    const people = `{ slug: 'people', fields: [{ name: 'title' }, ${fields.join(', ')}] }`
    writeFileSync(path.join(folder, 'cms.config.js'), CONFIG.replace("schema: './schema'", `collections: [${people}], ${FILL}`))
  }
  const salaries = (...documents: string[]) =>
    JSON.parse(
      says(0, 'fill', ...documents)
        .split('\n')
        .at(-2)!,
    )
  const RULE = 'access: { read: () => false }'
  const LOST = "The code of 'people' (fields.salary.access.read) is missing, which its content had before. Nothing was changed."

  it('a conversion of rows needs what hides a field in them, in each command and in a file @long', () => {
    rmSync(path.join(folder, 'schema'), { recursive: true })
    rmSync(path.join(folder, 'cms.db'))
    schema("{ name: 'salary', type: 'array', fields: [{ name: 'sum', hidden: true }] }")
    says(0, 'migrate:create', 'init')
    says(0, 'migrate')
    salaries('{"salary":[{"sum":"SECRET"}]}')
    schema(field("type: 'textarea'"))
    const hidden = "The code of 'people' (fields.salary.hidden) is missing"
    for (const command of ['migrate', 'migrate:status', 'migrate --dry-run', 'migrate:create open'])
      expect(says(1, ...command.split(' ')), command).to.include(hidden)
    const { missingCode } = JSON.parse(says(1, 'migrate', '--json'))
    expect(missingCode).to.deep.equal([{ collection: 'people', parts: ['fields.salary.hidden'] }])
    expect(says(1, 'doctor')).to.include("the code of 'people' (fields.salary.hidden")
    says(0, 'migrate:create', 'open', '--without-code', 'people')
    const file = readdirSync(path.join(folder, 'migrations')).find((name) => name.endsWith('_open.sqlite.sql'))
    expect(readFileSync(path.join(folder, 'migrations', file!), 'utf8')).to.include(
      '-- galley: without the code people.fields.salary.hidden\n',
    )
    expect(says(0, 'migrate')).to.include(MATCHES)
    expect(salaries()).to.deep.equal(['SECRET'])
    expect(says(0, 'migrate')).to.include(MATCHES)
  })

  it('values that come back by --restore or migrate:undo need the rules that they had, unless their content type is named @long', () => {
    rmSync(path.join(folder, 'schema'), { recursive: true })
    rmSync(path.join(folder, 'cms.db'))
    schema(field(RULE), field('', 'other'))
    says(0, 'migrate')
    salaries('{"salary":"SECRET"}')
    schema(field(`renamedFrom: 'other'`))
    says(0, 'migrate')
    expect(salaries()).to.deep.equal([null])
    for (const command of [['migrate', '--restore', 'people.salary'], ['migrate:undo']]) {
      const confirm = `  npx galley ${command.join(' ')} --without-code people`
      expect(says(1, ...command))
        .to.include(LOST)
        .and.include(confirm)
      const { missingCode, problems } = JSON.parse(says(1, ...command, '--json'))
      expect(missingCode).to.deep.equal([{ collection: 'people', parts: ['fields.salary.access.read'] }])
      expect(problems[0]).to.include(LOST)
      expect(says(1, ...command, '--dry-run')).to.include(LOST.slice(0, 40))
      expect(salaries()).to.deep.equal([null])
    }
    expect(says(0, 'migrate', '--restore', 'people.salary', '--without-code', 'people')).to.include('Restored 1 value')
    expect(salaries()).to.deep.equal(['SECRET'])
    expect(says(0, 'migrate', '--restore', 'people.salary')).to.include('Restored 0 values')
    expect(says(1, 'migrate', '--restore', 'people.salary', '--without-code', 'people')).to.include('lacks no code')
  })
})
