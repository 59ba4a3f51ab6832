/** Migrations as people type them: what is counted, parked, dropped, restored and taken back. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect } from 'chai'
import { galley, project } from '../harness/project.ts'

const config = (collections: object[]) => `import { sqlite } from 'galley/sqlite'
export default {
  secret: 'a-secret-that-is-only-for-the-tests',
  db: sqlite({ filename: new URL('./cms.db', import.meta.url).pathname }),
  collections: ${JSON.stringify(collections)},
  commands: [{ name: 'fill', description: 'Fill', run: async ({ cms, args, log }) => {
    if (args[0]) await cms.create('posts', JSON.parse(args[0]))
    log(JSON.stringify((await cms.find('posts', { sort: 'id' })).docs))
  } }],
}
`
const posts = (...fields: object[]) => [{ slug: 'posts', fields: [...fields] }]
const rows = (...fields: object[]) => ({ name: 'rows', type: 'array', fields })

describe('cli: migrations', function () {
  this.timeout(120_000)
  let folder: string
  const schema = (collections: object[]) => writeFileSync(path.join(folder, 'cms.config.js'), config(collections))
  const say = (...args: string[]) => galley(folder, ...args).output
  const docs = () => JSON.parse(say('fill').split('\n').at(-2)!)

  beforeEach(() => {
    folder = project(config(posts(rows({ name: 'k' }, { name: 'n' }))))
    say('migrate')
    say('fill', '{"rows":[{"k":"K","n":"about 12"},{"k":"L","n":"007"}]}')
  })

  it('name documents without a value that the schema requires, also once the plan was applied @long', () => {
    const words = "'must' of 'posts' is required, but 1 document lacks it (1)"
    schema(posts(rows({ name: 'k' }, { name: 'n' }), { name: 'must', required: true }))
    for (const command of [['migrate', '--dry-run'], ['migrate'], ['migrate:status'], ['doctor']]) expect(say(...command)).to.include(words)
    const [warning] = JSON.parse(say('migrate:status', '--json')).warnings
    expect(warning).to.include({ table: 'posts', field: 'must', documents: 1 })
  })

  it('say what to do about a former name that the database does not have @long', () => {
    schema(posts(rows({ name: 'k' }, { name: 'n' }), { name: 'must', required: true }, { name: 'code', renamedFrom: 'cod' }))
    const { checks } = JSON.parse(galley(folder, 'doctor', '--json').output)
    const todoOf = (words: string) => checks.find(({ what }: { what: string }) => what.includes(words))?.todo
    expect(todoOf("renamedFrom 'cod'")).to.equal("correct 'renamedFrom', or remove it if nothing was renamed")
    expect(todoOf("'must' of 'posts' is required")).to.equal('give these documents a value that the schema accepts, or change the schema')
  })

  it('count what a step concerns, list what is parked, and drop it by name @long', () => {
    schema(posts(rows({ name: 'n' })))
    const { status, output } = galley(folder, 'migrate:status')
    expect(status).to.equal(1)
    expect(output).to.include(
      "safe    park the field 'rows.k' of 'posts': its values stay in their rows, but nothing reads them (1 document)",
    )
    expect(JSON.parse(say('migrate', '--dry-run', '--json'))).to.deep.equal({
      steps: [
        {
          do: 'parkInside',
          table: 'posts',
          column: 'rows',
          inside: '.k',
          words: "park the field 'rows.k' of 'posts': its values stay in their rows, but nothing reads them",
          risk: 'safe',
          affected: { documents: 1 },
          undo: 'migrate:undo uses it again, and so does a schema that contains it',
        },
      ],
    })
    expect(JSON.parse(say('migrate', '--json')).steps).to.have.length(1)
    expect(say('migrate:status')).to.include('parked  posts.rows.k (1 document)')
    expect(galley(folder, 'migrate', '--drop', 'posts.rows.n')).to.deep.include({ status: 1 })
    expect(say('migrate', '--drop', 'posts.rows.k')).to.include(
      "losing  drop the field 'rows.k' of 'posts' and all its values (1 document)",
    )
    expect(say('migrate:status')).to.not.include('parked')
    expect(galley(folder, 'migrate:undo')).to.deep.include({ status: 1 }).and.property('output').to.include('The last plan dropped values')
  })

  it('refuse to restore what is not kept before anything is applied @long', () => {
    schema(posts(rows({ name: 'n', type: 'number' })))
    for (const more of [[], ['--dry-run']]) {
      const { status, output } = galley(folder, 'migrate', '--restore', 'posts.rows.n', 'posts.rows.nn', ...more)
      expect({ status, output }).to.deep.include({ status: 1 })
      expect(output).to.include("Nothing of 'posts.rows.nn' is parked. To see what is: npx galley migrate:status")
    }
    expect(say('migrate', '--dry-run')).to.include("convert the field 'rows.n'").and.to.include("park the field 'rows.k'")
    expect(say('migrate', '--restore', 'posts.rows.n'))
      .to.include('Done: 2 changes.')
      .and.to.include("Restored 0 values of 'posts.rows.n'")
  })

  it('bring values back that a conversion could not express, and take a plan back @long', () => {
    const number = posts(rows({ name: 'k' }, { name: 'n', type: 'number' }))
    schema(number)
    expect(say('migrate')).to.include("careful convert the field 'rows.n' of 'posts' from text to number")
    expect(say('migrate:status')).to.include(
      'posts.rows.n (kept from when it was text) (1 document; to restore it, run: npx galley migrate --restore posts.rows.n)',
    )
    expect(say('migrate', '--restore', 'posts.rows.n')).to.include("Restored 0 values of 'posts.rows.n'.\n  1 can't be converted")
    expect(docs()[0].rows.map((row: any) => row.n)).to.deep.equal([null, 7])
    schema(posts(rows({ name: 'k' }, { name: 'n' })))
    say('migrate')
    expect(say('migrate', '--restore', 'posts.rows.n', '--dry-run')).to.include("Would restore 2 values of 'posts.rows.n'")
    expect(say('migrate', '--restore', 'posts.rows.n')).to.include('Restored 2 values')
    expect(docs()[0].rows.map((row: any) => row.n)).to.deep.equal(['about 12', '007'])
    schema(number)
    say('migrate')
    expect(say('migrate:undo', '--dry-run')).to.include(
      "careful use the values of the field 'rows.n' of 'posts' from before its conversion again",
    )
    expect(galley(folder, 'migrate:undo')).to.deep.include({ status: 0 }).and.property('output').to.include('Undid 1 change.')
    schema(posts(rows({ name: 'k' }, { name: 'n' })))
    expect(galley(folder, 'migrate:status').status).to.equal(0)
    expect(docs()[0].rows.map((row: any) => row.n)).to.deep.equal(['about 12', '007'])
    expect(say('migrate:status')).to.include('posts.rows.n (kept from when it was a number) (1 document').and.to.not.include('$old')
    expect(say('migrate', '--drop', 'posts.rows.n')).to.include("losing  drop the old values of the field 'rows.n' of 'posts' (1 document)")
    expect(say('migrate:status')).to.not.include('kept')
  })

  it('do all there is to do in one step @long', () => {
    schema([
      { slug: 'posts', fields: [{ name: 'text' }] },
      { slug: 'notes', renamedFrom: 'posts', fields: [rows({ name: 'k' }, { name: 'n' })] },
    ])
    expect(galley(folder, 'migrate').status).to.equal(0)
    expect(galley(folder, 'migrate:status')).to.deep.include({ status: 0 })
    expect(docs()).to.deep.equal([])
  })

  it('with files plan what is inside rows, from the database where the files are older @long', () => {
    folder = project(config(posts(rows({ name: 'k' }, { name: 'n' }))))
    say('migrate:create', 'first')
    const migrations = path.join(folder, 'migrations')
    const snapshot = path.join(migrations, readdirSync(migrations).find((name) => name.endsWith('.json'))!)
    const older = JSON.parse(readFileSync(snapshot, 'utf8'), (key, value) => (key === 'holds' ? undefined : value))
    writeFileSync(snapshot, JSON.stringify(older))
    say('migrate')
    schema(posts(rows({ name: 'n' })))
    for (const more of [['--dry-run'], []])
      expect(galley(folder, 'migrate', ...more))
        .to.deep.include({ status: 1 })
        .and.property('output')
        .to.include('The files in migrations/ do not cover every change')
    expect(galley(folder, 'migrate:create', 'less').output).to.include("park the field 'rows.k' of 'posts'")
    for (const more of [['--dry-run'], []]) expect(galley(folder, 'migrate', ...more)).to.deep.include({ status: 0 })
    expect(say('migrate:status')).to.include('parked  posts.rows.k')
    expect(galley(folder, 'migrate:undo')).to.deep.include({ status: 1 }).and.property('output').to.include("statements can't be undone")
  })

  it('with a file that is not applied yet end with 1, also where it holds nothing @long', () => {
    folder = project(config(posts({ name: 'a' })))
    say('migrate:create', 'first')
    expect(galley(folder, 'migrate')).to.deep.include({ status: 0 })
    const migrations = path.join(folder, 'migrations')
    const [snapshot] = readdirSync(migrations).filter((name) => name.endsWith('.json'))
    writeFileSync(path.join(migrations, '20990101000000_empty.sqlite.json'), readFileSync(path.join(migrations, snapshot!)))
    writeFileSync(path.join(migrations, '20990101000000_empty.sqlite.sql'), '')
    const { status, output } = galley(folder, 'migrate:status')
    expect(output).to.include('20990101000000_empty is not applied yet. Run:\n  npx galley migrate')
    expect(output).to.not.include('The database matches the schema')
    expect(status).to.equal(1)
    expect(galley(folder, 'migrate')).to.deep.include({ status: 0 })
    expect(galley(folder, 'migrate:status')).to.deep.include({ status: 0 })
  })

  it('with a file that was edited after it was applied say so, and end with 1 until it is as it was @long', () => {
    folder = project(config(posts({ name: 'a' })))
    say('migrate:create', 'first')
    expect(galley(folder, 'migrate')).to.deep.include({ status: 0 })
    expect(galley(folder, 'migrate:status')).to.deep.include({ status: 0 }).and.property('output').to.include('applied')
    const migrations = path.join(folder, 'migrations')
    const file = path.join(migrations, readdirSync(migrations).find((name) => name.endsWith('.sql'))!)
    const text = readFileSync(file, 'utf8')
    writeFileSync(file, `${text}\n-- more`)
    for (const command of [['migrate'], ['migrate', '--dry-run'], ['migrate:status']])
      expect(galley(folder, ...command))
        .to.deep.include({ status: 1 })
        .and.property('output')
        .to.include('_first was changed after it had been applied')
    expect(say('migrate:status')).to.include('edited').and.to.not.include('The database matches the schema')
    writeFileSync(file, text)
    expect(galley(folder, 'migrate:status'))
      .to.deep.include({ status: 0 })
      .and.property('output')
      .to.include('The database matches the schema')
  })
})
