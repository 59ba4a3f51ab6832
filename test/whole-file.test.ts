/** Files that appear whole or not at all, whoever else writes the same one, and whatever is killed. */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import { expect } from 'chai'
import { MARK } from '../lib/scratch.ts'
import { writeWhole } from '../lib/whole-file.ts'
import { GALLEY, galley, project } from './harness/project.ts'

describe('whole files', () => {
  let folder: string
  let file: string
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'galley-whole-'))
    file = path.join(folder, 'site.db.gz')
  })

  it('have several writers at once, of which the last to finish wins', async () => {
    let finishFirst!: () => void
    const isSecondDone = new Promise<void>((resolve) => (finishFirst = resolve))
    const first = writeWhole(file, async (unfinished) => {
      await writeFile(unfinished, 'first', { flag: 'wx' })
      await isSecondDone
    })
    await writeWhole(file, (unfinished) => writeFile(unfinished, 'second', { flag: 'wx' }))
    expect(readFileSync(file, 'utf8')).to.equal('second')
    finishFirst()
    await first
    expect(readFileSync(file, 'utf8')).to.equal('first')
    expect(readdirSync(folder)).to.deep.equal(['site.db.gz'])
  })

  it('are left as they were by a writer that fails', async () => {
    writeFileSync(file, 'before')
    const failing = writeWhole(file, async (unfinished) => {
      await writeFile(unfinished, 'half')
      throw new Error('the disk is full')
    })
    expect((await failing.catch((error) => error)).message).to.equal('the disk is full')
    expect(readdirSync(folder)).to.deep.equal(['site.db.gz'])
    expect(readFileSync(file, 'utf8')).to.equal('before')
  })

  it('are what an error is about', async () => {
    const failing = writeWhole(file, (unfinished) => writeFile(unfinished, 'x', { flag: 'r+' }))
    expect(await failing.catch((error) => error)).to.include({ code: 'ENOENT', path: file })
  })

  it('lose what killed writers left of them, and nothing else', async () => {
    const dead = spawnSync(process.execPath, ['-e', '']).pid
    const [machine] = MARK.split('-')
    const elsewhere = (name: string, at: Date) => {
      writeFileSync(path.join(folder, name), '')
      utimesSync(path.join(folder, name), at, at)
    }
    elsewhere(`site.db.gz.${machine}-${dead}-abc-0123.part`, new Date())
    elsewhere('site.db.gz.00000000-1-abc-0123.part', new Date(1))
    const others = [
      `site.db.gz.${MARK}-0123.part`,
      'site.db.gz.00000000-1-abc-4567.part',
      `other.db.gz.${machine}-${dead}-abc-0123.part`,
      'site.db.gz.part',
      'site.db.gz.notes',
    ]
    for (const name of others) elsewhere(name, new Date())
    await writeWhole(file, (unfinished) => writeFile(unfinished, 'whole'))
    expect(readdirSync(folder)).to.have.members(['site.db.gz', ...others])
  })

  it('are written behind a link, and straight into what is not a file', async () => {
    const link = path.join(folder, 'link')
    writeFileSync(file, 'before')
    symlinkSync(file, link)
    await writeWhole(link, (unfinished) => writeFile(unfinished, 'after'))
    expect(readFileSync(file, 'utf8')).to.equal('after')
    await writeWhole('/dev/null', async (unfinished) => expect(unfinished).to.equal('/dev/null'))
  })

  it('are what backups and exports write, several at once @long', async () => {
    const site = project(`import { sqlite } from 'galley/sqlite'
export default {
  secret: 'a-secret-of-at-least-thirty-two-characters',
  db: sqlite({ filename: 'cms.db' }),
  log: { info() {}, warn() {}, error: console.error },
  collections: [{ slug: 'notes', fields: [{ name: 'text' }] }],
  commands: [{ name: 'add', description: 'Add', run: ({ cms, args }) => cms.create('notes', { text: args[0] }) }],
}
`)
    expect(galley(site, 'migrate').status).to.equal(0)
    expect(galley(site, 'add', 'one').status).to.equal(0)
    const isWhole: Record<string, () => boolean> = {
      'site.db.gz': () =>
        gunzipSync(readFileSync(path.join(site, 'site.db.gz')))
          .toString('latin1')
          .startsWith('SQLite format 3'),
      'notes.jsonl': () => JSON.parse(readFileSync(path.join(site, 'notes.jsonl'), 'utf8')).text === 'one',
    }
    for (const [command, name] of [
      [['backup', 'site.db.gz'], 'site.db.gz'],
      [['export', 'notes', 'notes.jsonl'], 'notes.jsonl'],
    ] as const) {
      const codes = await Promise.all(
        [1, 2, 3].map(async () => (await once(spawn(process.execPath, [GALLEY, ...command], { cwd: site, stdio: 'ignore' }), 'exit'))[0]),
      )
      expect(codes, name).to.include(0)
      expect(isWhole[name]!(), name).to.equal(true)
    }
    expect(readdirSync(site).filter((name) => name.endsWith('.part'))).to.deep.equal([])
  }).timeout(60_000)
})
