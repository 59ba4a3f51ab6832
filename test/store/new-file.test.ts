/** A start that creates its database says so, and warns in a folder that is no project: the data may be elsewhere. */
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect } from 'chai'
import { sqlite } from '../../adapters/sqlite/index.ts'
import { createCms } from '../../lib/cms.ts'
import { SECRET } from '../harness/start.ts'

describe('store: a new file', () => {
  const startedIn = process.cwd()
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'galley-new-file-'))
    process.chdir(folder)
  })
  afterEach(() => process.chdir(startedIn))

  /** What a start in the folder says about its database, by level. */
  const said = async (filename: string): Promise<string[]> => {
    const lines: string[] = []
    const at = (level: string) => (line: string) => void (/database/.test(line) && lines.push(`${level}: ${line}`))
    const log = { info: at('info'), warn: at('warn'), error: at('error') }
    await (await createCms({ secret: SECRET, db: sqlite({ filename }), log, jobsTimer: false, production: false })).stop()
    return lines
  }

  it('is named once, in a project', async () => {
    writeFileSync('package.json', '{}')
    expect(await said('cms.db')).to.deep.equal([`info: created the database ${path.join(folder, 'cms.db')}`])
    expect(await said('cms.db')).to.deep.equal([])
    expect(await said(':memory:')).to.deep.equal([])
  })

  it('is a warning where a relative path leads into a folder that is no project', async () => {
    const [warning, ...others] = await said('data/cms.db')
    expect(others).to.deep.equal([])
    expect(warning)
      .to.include(`warn: ${path.join(folder, 'data/cms.db')} doesn't exist, so a new, empty database is created.`)
      .and.include('start in the folder of your project')
    const elsewhere = path.join(mkdtempSync(path.join(tmpdir(), 'galley-data-')), 'cms.db')
    expect(await said(elsewhere)).to.deep.equal([`info: created the database ${elsewhere}`])
  })

  it('stays the same when the application changes its working directory', async () => {
    const db = sqlite({ filename: 'cms.db' })
    process.chdir(startedIn)
    expect(db.file).to.equal(path.join(folder, 'cms.db'))
    expect(db.description).to.include(path.join(folder, 'cms.db'))
  })
})
