/** A database file that is truncated or overwritten: a start and `galley doctor` say so. */
import { closeSync, copyFileSync, openSync, statSync, truncateSync, writeSync } from 'node:fs'
import path from 'node:path'
import { expect } from 'chai'
import { galley, project } from '../harness/project.ts'

describe('cli: damaged databases', function () {
  this.timeout(120_000)
  for (const client of ['sqlite3', 'better-sqlite3'])
    it(`are named with ${client} @long`, () => {
      const folder = project(`import { sqlite } from 'galley/sqlite'
export default {
  secret: 'a-secret-of-at-least-thirty-two-characters',
  db: sqlite({ filename: 'cms.db', client: '${client}' }),
  log: { info() {}, warn() {}, error: console.error },
  collections: [{ slug: 'notes', fields: [{ name: 'text', index: true }] }],
  commands: [{ name: 'fill', description: 'Fill', run: ({ cms }) =>
    Promise.all(Array.from({ length: 300 }, (_, n) => cms.create('notes', { text: String(n).repeat(600) }))) }],
}
`)
      expect(galley(folder, 'migrate').status).to.equal(0)
      expect(galley(folder, 'fill').status).to.equal(0)
      const whole = galley(folder, 'doctor')
      expect(whole.output).to.include('the database is intact')
      const file = path.join(folder, 'cms.db')
      const { size } = statSync(file)
      copyFileSync(file, `${file}.whole`)
      truncateSync(file, Math.floor(size / 2))
      for (const command of ['jobs:run', 'doctor']) {
        const { status, output } = galley(folder, command)
        expect(status, output).to.equal(1)
        expect(output).to.include('cms.db is truncated').and.to.include('restore a backup')
      }
      copyFileSync(`${file}.whole`, file)
      const handle = openSync(file, 'r+')
      writeSync(handle, Buffer.alloc(size - 20 * 4096, 0xaa), 0, size - 20 * 4096, 20 * 4096)
      closeSync(handle)
      const { status, output } = galley(folder, 'doctor')
      expect(status, output).to.equal(1)
      expect(output).to.match(/the database is damaged|malformed/)
    })
})
