/** The commands in the hands of somebody impatient: what is missing, empty, misspelt or contradictory, and folders in place of files.
 * Each is refused with words that help, without a stack trace, and changes nothing.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect } from 'chai'
import { fileProblem, messageOf } from '../../lib/cli/message-of.ts'
import { oneIn } from '../harness/depth.ts'
import { GALLEY, galley, project } from '../harness/project.ts'

const CONFIG = `import { sqlite } from 'galley/sqlite'
export default {
  secret: 'a-secret-that-is-only-for-the-tests', db: sqlite({ filename: 'cms.db' }),
  collections: [{ slug: 'tags', access: { read: 'anyone' }, fields: [{ name: 'name' }, { name: 'title' }] }],
  commands: [null, 'oops', undefined].map((thrown, index) => ({ name: 'throw:' + index, description: 'Throws', run: () => { throw thrown } })),
}
`

/** Beside them, \`folder.ts\` and \`folder.csv\` are folders, and \`cms.db\` is a database. */
const FILES: Record<string, string> = {
  'two.jsonl': '{"titel":"A","type":"page"}\n{"titel":"B","type":"page"}\n',
  'empty.jsonl': '',
  'own.ts': 'export const own = 1\n',
  'bad.json': '{\n  "save": \n}\n',
}

const EMPTY = (what: string) => `${what} is empty`
const A_FOLDER = "'folder.ts' is a folder, not a file"

/** What somebody types, and what the answer has to contain. */
const REFUSED: [args: string[], ...says: string[]][] = [
  [['dev', '--port', 'abc'], "--port must be a whole number from 0 to 65535, not 'abc'"],
  [['dev', '--host', '10.255.255.1', '--port', '0'], "--host must be an address of this machine, such as 127.0.0.1, not '10.255.255.1'"],
  [['serve', '--port', '70000'], "--port must be a whole number from 0 to 65535, not '70000'"],
  [['serve', '--watch', '--port', '-1'], "--port must be a whole number from 0 to 65535, not '-1'"],
  [['serve', '--host', 'nowhere.invalid', '--port', '0'], "not 'nowhere.invalid'"],
  [['serve', '--trust-proxy', 'yes'], "--trust-proxy must be a whole number from 0 to 10, not 'yes'"],
  [['doctor', '--config', 'folder.ts'], '--config must name a file, and folder.ts is a folder'],
  [['doctor', '--config', '.'], '. is a folder. Did you mean cms.config.js?'],
  [['doctor', '--config', ''], '--config needs the name of a file'],
  [['doctor', '--config', 'nope.js'], 'The configuration file nope.js does not exist'],
  [['doctor', '--config'], "option '-c, --config <file>' argument missing"],
  [['throw:0'], 'Something threw null instead of an error'],
  [['throw:1'], "Something threw 'oops' instead of an error"],
  [['throw:2'], 'Something threw undefined instead of an error'],
  [['Doctor'], "unknown command 'Doctor'. did you mean 'doctor'?"],
  [['schema:check', 'more'], "too many arguments for 'schema:check'"],
  [['schema:print', '--jsn'], "unknown option '--jsn'", 'Did you mean --json?'],
  [['backup'], "missing required argument 'file'"],
  [['backup', ''], EMPTY('<file>')],
  [['backup', 'own.ts'], 'own.ts already exists; choose another file name'],
  [['backup', 'nope/site.db.gz'], "the folder nope doesn't exist"],
  [['backup', 'own.ts/site.db.gz'], 'own.ts is a file, not a folder'],
  [['restore', 'nope.gz'], "the file nope.gz doesn't exist"],
  [['restore', 'folder.ts'], "The backup can't be used: folder.ts is a folder"],
  [['restore', 'own.ts'], "The backup can't be used: it is not a database"],
  [['copy'], 'Name the database to copy from: --from old.db'],
  [['copy', '--from', ''], EMPTY('--from')],
  [['copy', '--from', 'nope.db'], 'The file nope.db does not exist'],
  [['copy', '--from', 'folder.ts'], A_FOLDER],
  [['copy', '--from', 'own.ts'], 'is not a SQLite database'],
  [['types', '--out', 'types.js'], '--out must name a TypeScript file'],
  [['types', '--out', ''], EMPTY('--out')],
  [['types', '--out', 'folder.ts'], A_FOLDER],
  [['types', '--out', 'own.ts'], 'own.ts is a file of your own'],
  [['types', '--out', 'two.jsonl/types.ts'], 'two.jsonl', 'is a file, not a folder'],
  [['texts', 'en'], "The admin has 'en' already"],
  [['texts', 'xx_yy'], "'xx_yy' is not the code of a language"],
  [['texts', 'ar', '--out', 'folder.ts'], A_FOLDER],
  [['texts', 'ar', '--out', 'nope/ar.json'], "the folder nope doesn't exist"],
  [['texts', 'ar', '--out', 'bad.json'], "bad.json:3:1: unexpected '}'\n    }\n    ^"],
  [['import', 'tag', 'two.jsonl'], "The collection 'tag' doesn't exist. did you mean 'tags'?"],
  [['import', 'tags', 'nope.jsonl'], "The file 'nope.jsonl' doesn't exist"],
  [['import', 'tags', 'nope.jsonl', '--from', 'jsonl'], "nope.jsonl' doesn't exist"],
  [['import', 'tags', 'own.ts'], "'own.ts' does not say what it is"],
  [['import', 'tags', 'folder.ts', '--from', 'csv'], A_FOLDER],
  [['import', 'tags', 'two.jsonl', '--from', 'markdown'], "'two.jsonl' is a file, not a folder"],
  [['import', 'tags', 'two.jsonl', '--from', 'excel'], '--from must be one of jsonl, csv'],
  [['import', 'tags', 'two.jsonl', '--map', 'titel'], `--map takes pairs such as "a=b,c=d"; 'titel' is none`],
  [['import', 'tags', 'two.jsonl', '--map', 'titel=titl'], "--map: 'tags' has no field 'titl'. did you mean 'title'?"],
  [['import', 'tags', 'two.jsonl', '--set', 'nam=x'], "--set: 'tags' has no field 'nam'. did you mean 'name'?"],
  [['import', 'tags', 'two.jsonl', '--key', 'nam'], "--key: 'tags' has no field 'nam'. did you mean 'name'?"],
  [['import', 'tags', 'two.jsonl', '--only', 'type=page,type=post'], "--only names 'type' twice"],
  [['import', 'tags', 'two.jsonl', '--encoding', 'utf9'], "--encoding: 'utf9' is not known"],
  [['export', 'tag'], "The collection 'tag' doesn't exist. did you mean 'tags'?"],
  [['export', 'tags', 'own.ts'], 'own.ts exists already, and is not an export: choose another file name'],
  [['export', 'tags', 'folder.csv'], "'folder.csv' is a folder, not a file"],
  [['export', 'tags', 'nope/tags.csv'], "the folder nope doesn't exist"],
  [['export', 'tags', '--where', '{"name": }'], "--where:1:10: unexpected '}'"],
  [['export', 'tags', '--where', '[]'], '--where must be an object'],
  [['export', 'tags', '--where', '{"nam":{"equals":"x"}}'], "unknown field 'nam'. did you mean 'name'?"],
  [['create-admin', '--email', '', '--password', 'long enough'], EMPTY('--email')],
  [['create-admin', '--email', 'a@example.org'], 'needs a terminal. Pass --email and --password'],
  [['create-admin', '--email', 'a', '--password', 'b'], 'must be a valid email address', 'must be at least 8 characters'],
  [['audit:verify'], "'audit' is not switched on"],
  [['audit:verify', '--expect', 'x'], '--expect takes what a check printed as head'],
  [['migrate', '--drop', 'tags'], "'tags' is not parked"],
  [['migrate', '--drop', 'tags.a', '--restore', 'tags.a'], 'tags.a: --drop and --restore contradict each other. Nothing was changed'],
  [['migrate:create'], "missing required argument 'name'"],
  [['migrate:create', '/'], 'needs letters or digits'],
  [['init', ''], EMPTY('<folder>')],
  [['init', 'own.ts'], 'own.ts is a file, not a folder. Nothing was written'],
  [['init', 'own.ts/site', '--yes'], 'own.ts is a file, not a folder. Nothing was written'],
  [['init', '--database', 'mysql'], "--database must be sqlite or postgres, not 'mysql'"],
]

describe('cli: mistakes', function () {
  this.timeout(60_000)
  let folder: string
  before(() => {
    folder = project(CONFIG)
    for (const [name, text] of Object.entries(FILES)) writeFileSync(path.join(folder, name), text)
    for (const name of ['folder.ts', 'folder.csv']) mkdirSync(path.join(folder, name))
    galley(folder, 'migrate')
  })

  /** All files with their contents, except for what reading a database touches. */
  const contents = () =>
    readdirSync(folder)
      .filter((name) => !/^cms\.db|^node_modules$/.test(name))
      .map((name) => [name, statSync(path.join(folder, name)).isFile() ? readFileSync(path.join(folder, name), 'utf8') : ''])

  for (const [args, ...says] of oneIn(5, REFUSED))
    it(`galley ${args.map((arg) => (arg === '' ? "''" : arg)).join(' ')} @long`, () => {
      const before = contents()
      const { status, output } = galley(folder, ...args)
      expect(status, output).to.equal(1)
      for (const part of says) expect(output).to.include(part)
      expect(output).to.not.match(/^ {4}at |node:internal/m)
      expect(contents()).to.deep.equal(before)
    })

  it('explains what the operating system says about files', () => {
    const about = (code: string, syscall: string) => fileProblem(Object.assign(new Error('x'), { code, syscall, path: '/data/x' }))
    expect(about('EACCES', 'open')).to.equal("This user may not open '/data/x': change its permissions, or name another place")
    expect(about('EPERM', 'mkdir')).to.equal("This user may not create '/data/x': change its permissions, or name another place")
    expect(about('EROFS', 'open')).to.equal("'/data/x' is on a disk that can only be read: name another place")
    expect(about('ENOSPC', 'write')).to.equal('The disk is full. Free some space, and run the command again')
    for (const [code, message] of [
      ['SQLITE_FULL', 'SQLITE_FULL: database or disk is full'],
      ['SQLITE_IOERR', 'SQLITE_IOERR: disk I/O error'],
    ] as const)
      expect(messageOf(Object.assign(new Error(message), { code }))).to.match(
        /^The disk (?:is full\. Free some space|of the database can't be used: is it full)/,
      )
    expect(messageOf(Object.assign(new Error('Connection refused'), { code: 'ECONNREFUSED' }))).to.equal('Connection refused')
  })

  it('says what is empty or contradictory as JSON, too @long', () => {
    expect(JSON.parse(galley(folder, 'backup', '', '--json').output)).to.deep.equal({ problems: ['<file> is empty'] })
  })

  it('hints at names and values that no record of an import has @long', () => {
    const hints = (...more: string[]) => JSON.parse(galley(folder, 'import', 'tags', ...more, '--dry-run', '--json').output).hints
    expect(hints('two.jsonl', '--map', 'titl=title')).to.deep.equal(["--map: no record has 'titl'. did you mean 'titel'?"])
    expect(hints('two.jsonl', '--only', 'typ=page')).to.deep.equal(["--only: no record has 'typ'. did you mean 'type'?"])
    expect(hints('two.jsonl', '--only', 'type=post')).to.deep.equal(["--only: no record has type=post; there are 'page'"])
    expect(hints('empty.jsonl')).to.deep.equal(['empty.jsonl has no records'])
    expect(hints('folder.ts')).to.deep.equal(['folder.ts has no records'])
    expect(hints('two.jsonl', '--map', 'titel=title', '--only', 'type=page')).to.equal(undefined)
  })

  it('says what an export wrote, and replaces earlier ones @long', () => {
    expect(galley(folder, 'export', 'tags', 'tags.jsonl').output).to.equal('Wrote tags.jsonl: 0 documents\n')
    galley(folder, 'import', 'tags', 'two.jsonl', '--map', 'titel=title')
    for (const name of ['tags.jsonl', 'tags.csv']) galley(folder, 'export', 'tags', name)
    for (const name of ['tags.jsonl', 'tags.csv'])
      expect(galley(folder, 'export', 'tags', name).output).to.equal(`Replaced ${name}: 2 documents\n`)
  })

  it('creates no database to look at one @long', () => {
    const fresh = project(CONFIG)
    const missing = `The database file ${path.join(fresh, 'cms.db')} doesn't exist`
    for (const args of oneIn(3, [
      ['export', 'tags'],
      ['backup', 'x.db.gz'],
      ['migrate:undo'],
      ['jobs:run'],
      ['media:check'],
      ['media:render'],
      ['audit:verify'],
    ]))
      expect(galley(fresh, ...args))
        .to.deep.include({ status: 1 })
        .and.property('output')
        .to.include(missing)
    expect(galley(fresh, 'doctor').output).to.include("✗ the database doesn't exist yet: SQLite, ").and.include('changes are pending')
    expect(galley(fresh, 'migrate:status').output).to.include("create the table 'tags'")
    expect(galley(fresh, 'migrate', '--dry-run').output).to.include("create the table 'tags'")
    expect(existsSync(path.join(fresh, 'cms.db'))).to.equal(false)
    expect(galley(fresh, 'migrate:create', 'one').output).to.include('Wrote migrations/')
    expect(galley(fresh, 'migrate:create', 'two').output).to.match(/_one covers every change in the schema, and is not applied yet\. Run:/)
    expect(existsSync(path.join(fresh, 'cms.db'))).to.equal(false)
    galley(fresh, 'migrate')
    expect(galley(fresh, 'migrate:create', 'two').output).to.include('the database matches the schema')
  })

  it('reads .env as editors on Windows write it, and says where it can’t @long', () => {
    const own = project(CONFIG.replace(/'a-secret[^']*'/, 'process.env.CMS_SECRET'))
    const secret = 'CMS_SECRET=a-secret-that-is-only-for-the-tests\r\nOTHER=1\r\n'
    writeFileSync(path.join(own, '.env'), `\uFEFF${secret}`)
    expect(galley(own, 'schema:check').output).to.include('The schema is valid')
    writeFileSync(path.join(own, '.env'), Buffer.from(`\uFEFF${secret}`, 'utf16le'))
    expect(galley(own, 'schema:check')).to.deep.equal({ status: 1, output: '.env is written in UTF-16. Save it as UTF-8\n' })
    const environment = project(CONFIG)
    mkdirSync(path.join(environment, '.env'))
    expect(galley(environment, 'schema:check').status).to.equal(0)
  })

  it('ends dev where there is no configuration, and where it may not listen @long', () => {
    expect(galley(project(), 'dev')).to.deep.include({ status: 1 }).and.property('output').to.include('No configuration found')
    const { status, stderr } = spawnSync(process.execPath, [GALLEY, 'serve'], {
      cwd: folder,
      encoding: 'utf8',
      env: { ...process.env, PORT: 'abc', NO_COLOR: '1' },
    })
    expect({ status, stderr }).to.deep.equal({
      status: 1,
      stderr: "The environment variable PORT must be a whole number from 0 to 65535, not 'abc'\n",
    })
  })
})
