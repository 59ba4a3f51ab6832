/** What a killed process leaves in the temporary folder is private, and the next process removes it: only what is ours, only of the dead. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { expect } from 'chai'
import { GALLEY, project } from './harness/project.ts'

const config = (filename: string) => `import { sqlite } from 'galley/sqlite'
export default {
  secret: 'a-secret-of-at-least-thirty-two-characters',
  db: sqlite({ filename: '${filename}' }),
  log: { info() {}, warn() {}, error: console.error },
  backups: { key: 'the key of the backups, which is long enough' },
  collections: [{ slug: 'notes', fields: [{ name: 'text' }] }],
  commands: [
    { name: 'fill', description: 'Fill', run: ({ cms }) => Promise.all(Array.from({ length: 300 }, () => cms.create('notes', { text: 'x'.repeat(20_000) }))) },
    { name: 'wait', description: 'Wait', run: async ({ log }) => { log('waiting'); await new Promise((resolve) => setTimeout(resolve, 60_000)) } },
  ],
}
`

describe('scratch', function () {
  this.timeout(120_000)
  let temporary: string
  beforeEach(() => {
    temporary = mkdtempSync(path.join(tmpdir(), 'galley-test-scratch-'))
  })
  const left = () => readdirSync(temporary).filter((name) => name.startsWith('galley-scratch-'))
  const begin = (folder: string, ...args: string[]) =>
    spawn(process.execPath, [GALLEY, ...args], { cwd: folder, env: { ...process.env, TMPDIR: temporary }, stdio: 'ignore' })
  const finished = async (folder: string, ...args: string[]) => (await once(begin(folder, ...args), 'exit'))[0]
  /** Kills a command as soon as its folder holds something. */
  const killed = async (folder: string, ...args: string[]) => {
    const child = begin(folder, ...args)
    const ended = once(child, 'exit')
    while (left().length === 0 || readdirSync(path.join(temporary, left()[0]!)).length === 0) await setTimeout(1)
    const inside = path.join(temporary, left()[0]!)
    const modes = [inside, ...readdirSync(inside).map((name) => path.join(inside, name))].map((name) => statSync(name).mode & 0o077)
    child.kill('SIGKILL')
    await ended
    return modes
  }

  it('of a backup is gone with the next command, and nobody finds a torn file in place of the whole one @long', async () => {
    const folder = project(config('cms.db'))
    expect(await finished(folder, 'migrate')).to.equal(0)
    expect(await finished(folder, 'fill')).to.equal(0)
    const modes = await killed(folder, 'backup', 'site.db.gz.sealed')
    expect(modes.filter((mode) => mode !== 0)).to.deep.equal([])
    expect(existsSync(path.join(folder, 'site.db.gz.sealed'))).to.equal(false)
    expect(left()).to.have.length(1)
    expect(await finished(folder, 'backup', 'site.db.gz.sealed')).to.equal(0)
    expect(left()).to.deep.equal([])
    expect(readdirSync(folder).filter((name) => name.startsWith('site'))).to.deep.equal(['site.db.gz.sealed'])
  })

  it('of a database in memory is gone with the next start; that of living processes and of others stays @long', async () => {
    const folder = project(config(':memory:'))
    expect((await killed(folder, 'wait')).filter((mode) => mode !== 0)).to.deep.equal([])
    const dead = left()
    const child = begin(folder, 'wait')
    const ended = once(child, 'exit')
    while (left().length === 0 || left().includes(dead[0]!)) await setTimeout(5)
    const living = left()
    const elsewhere = 'galley-scratch-00000000-1-a-xxxxxx'
    const old = 'galley-scratch-00000000-1-b-xxxxxx'
    for (const name of [elsewhere, old, 'galley-other']) mkdirSync(path.join(temporary, name))
    writeFileSync(path.join(temporary, 'galley-scratch-file'), '')
    utimesSync(path.join(temporary, old), 1, 1)
    expect(await finished(folder, 'schema:check')).to.equal(0)
    expect(await finished(folder, 'jobs:run')).to.equal(0)
    expect(left()).to.have.members([...living, elsewhere, 'galley-scratch-file'])
    expect(existsSync(path.join(temporary, 'galley-other'))).to.equal(true)
    child.kill('SIGKILL')
    await ended
  })
})
