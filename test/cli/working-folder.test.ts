/** Commands with `--config`: they work in the project of that file, with paths as somebody typed them where the command was started. */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect } from 'chai'
import { galley, project } from '../harness/project.ts'

const CONFIG = `import { sqlite } from 'galley/sqlite'
export default { secret: process.env.CMS_SECRET, db: sqlite({ filename: 'cms.db' }), schema: './schema' }
`

describe('cli: the folder that commands work in', function () {
  this.timeout(60_000)
  let site: string
  let outside: string
  before(() => {
    site = project()
    mkdirSync(path.join(site, 'conf'))
    mkdirSync(path.join(site, 'schema'))
    writeFileSync(path.join(site, 'conf/cms.config.js'), CONFIG)
    writeFileSync(path.join(site, '.env'), '\uFEFFCMS_SECRET=a-secret-that-is-only-for-the-tests\n')
    writeFileSync(path.join(site, 'schema/tags.graphql'), 'type Tag @collection(slug: "tags") { name: String! }')
    outside = project()
  })

  /** Each way of naming the file leads into the project, from wherever it is named. */
  const WAYS: [folder: () => string, args: () => string[]][] = [
    [() => site, () => ['--config', 'conf/cms.config.js']],
    [() => path.join(site, 'conf'), () => ['-c', 'cms.config.js']],
    [() => outside, () => [`--config=${path.join(site, 'conf/cms.config.js')}`]],
    [() => outside, () => ['-c', path.relative(outside, path.join(site, 'conf/cms.config.js'))]],
  ]
  for (const [folder, args] of WAYS)
    it('has the database, the schema, .env and migrations/ of the project @long', () => {
      expect(galley(folder(), 'schema:check', ...args()).output).to.include('tags')
      const { status, output } = galley(folder(), ...args(), 'migrate')
      expect(status, output).to.equal(0)
      expect(existsSync(path.join(site, 'cms.db'))).to.equal(true)
      expect(galley(folder(), ...args(), 'doctor').output)
        .to.include(`SQLite, ${path.join(site, 'cms.db')}`)
        .and.include(path.join(site, 'uploads'))
      expect(readdirSync(outside).sort()).to.deep.equal(['node_modules', 'package.json'])
      expect(readdirSync(path.join(site, 'conf'))).to.deep.equal(['cms.config.js'])
    })

  it('takes files as they are typed, and names what it writes from there @long', () => {
    const config = path.join(site, 'conf/cms.config.js')
    galley(site, 'migrate', '-c', config)
    writeFileSync(path.join(outside, 'tags.jsonl'), '{"name":"One"}\n')
    expect(galley(outside, 'import', 'tags', 'tags.jsonl', '-c', config).output).to.include('Created 1')
    expect(galley(outside, 'export', 'tags', 'out.jsonl', '-c', config).status).to.equal(0)
    expect(readFileSync(path.join(outside, 'out.jsonl'), 'utf8')).to.include('"name":"One"')
    expect(galley(outside, 'backup', 'site.db.gz', '-c', config).status).to.equal(0)
    expect(existsSync(path.join(outside, 'site.db.gz'))).to.equal(true)
    expect(galley(outside, 'types', '-o', 'types.d.ts', '-c', config).output).to.include('Wrote types.d.ts')
    expect(galley(outside, 'types', '-c', config).output).to.include(
      `Wrote ${path.relative(outside, path.join(site, 'conf/cms-types.d.ts'))}`,
    )
    expect(galley(outside, 'copy', '--from', 'nope.db', '-c', config).output).to.include(path.join(outside, 'nope.db'))
  })
})
