/** Imports that are killed: a later run goes on where they were, on any machine, and nothing comes twice or is left out. */
import { spawn } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect } from 'chai'
import { postgres } from '../../../adapters/postgres/index.ts'
import { sqlite } from '../../../adapters/sqlite/index.ts'
import { createCms } from '../../../lib/cms.ts'
import type { Handle } from '../../../lib/local/handle.ts'
import { drawn, inDepth } from '../../harness/depth.ts'
import { GALLEY, galley, project } from '../../harness/project.ts'
import { DURABLE, end } from '../../harness/start.ts'

const RECORDS = 300
const KILLS = inDepth(5, 20)
const PIXEL = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==', 'base64')
const COLLECTIONS = `[
  { slug: 'posts', useAsTitle: 'title', drafts: true, versions: true, hooks: { afterChange: [() => void console.log('saved')] }, fields: [
    { name: 'title', required: true },
    { name: 'slug', type: 'slug', from: 'title' },
    { name: 'number', type: 'number' },
    { name: 'tags', type: 'relationship', to: 'tags', hasMany: true },
    { name: 'cover', type: 'upload' },
  ] },
  { slug: 'tags', useAsTitle: 'name', fields: [{ name: 'name', required: true }] },
]`

const DRIVERS = {
  'SQLite (sqlite3)': { fresh: DURABLE['SQLite']!, db: (at: string) => `sqlite({ filename: ${JSON.stringify(at)} })` },
  'SQLite (better-sqlite3)': {
    fresh: DURABLE['SQLite']!,
    db: (at: string) => `sqlite({ filename: ${JSON.stringify(at)}, client: 'better-sqlite3' })`,
  },
  Postgres: {
    fresh: DURABLE['Postgres']!,
    db: (at: string) => `postgres({ url: ${JSON.stringify(at)}, schema: ${JSON.stringify(schemaOf(at))} })`,
  },
}

function schemaOf(address: string): string {
  return new URL(address).searchParams.get('galley')!
}

const config = (db: string) => `import { sqlite } from 'galley/sqlite'
import { postgres } from 'galley/postgres'
export default {
  secret: 'a-secret-of-at-least-thirty-two-characters',
  db: ${db},
  log: { info() {}, warn() {}, error: console.error },
  collections: ${COLLECTIONS},
}
`

const record = (n: number) =>
  JSON.stringify({
    title: `Post ${n}`,
    number: n,
    tags: n % 7 === 0 ? [] : [`tag ${n % 13}`, 'all'],
    ...(n % 50 === 0 && { cover: `pictures/${n % 100}.png` }),
  })

for (const [name, { fresh, db }] of drawn(Object.entries(DRIVERS), 'imports')) {
  describe(`imports that are killed, on ${name} @long`, function () {
    this.timeout(600_000)
    let address: string
    let machines: string[]
    let cms: Handle | undefined

    beforeEach(() => {
      address = fresh()
      machines = [project(config(db(address))), project(config(db(address)))]
      for (const folder of machines) {
        mkdirSync(path.join(folder, 'pictures'))
        for (const n of [0, 50]) writeFileSync(path.join(folder, `pictures/${n}.png`), PIXEL)
        writeFileSync(path.join(folder, 'many.jsonl'), Array.from({ length: RECORDS }, (_, n) => `${record(n)}\n`).join(''))
      }
    })
    afterEach(async () => {
      await end(cms)
      cms = undefined
    })
    const open = async () =>
      (cms ??= await createCms({
        secret: 'a-secret-of-at-least-thirty-two-characters',
        db: name === 'Postgres' ? postgres({ url: address, schema: schemaOf(address) }) : sqlite({ filename: address }),
        log: { info() {}, warn() {}, error: console.error },
        collections: (await import(path.join(machines[0]!, 'cms.config.js'))).default.collections,
      }))
    const args = ['import', 'posts', 'many.jsonl', '--create-related', '--set', 'status=published']
    /** Begins an import, and kills it some moments after it has saved so many documents. */
    const begin = (folder: string, saves = Number.POSITIVE_INFINITY) => {
      const child = spawn(process.execPath, [GALLEY, ...args], { cwd: folder, env: { ...process.env, NO_COLOR: '1' } })
      let output = ''
      const hear = (chunk: Buffer) => {
        output += chunk
        if (output.split('saved').length > saves) setTimeout(() => child.kill('SIGKILL'), Math.random() * 8)
      }
      for (const stream of [child.stdout, child.stderr]) stream.on('data', hear)
      return new Promise<{ code: number | null; output: string }>((resolve) => child.once('close', (code) => resolve({ code, output })))
    }
    const everything = async () => {
      const found = await open()
      const posts = (await found.find('posts', { limit: 0, sort: 'number', depth: 1, draft: true })).docs as any[]
      expect(posts.map(({ title }) => title)).to.deep.equal(Array.from({ length: RECORDS }, (_, n) => `Post ${n}`))
      for (const { number, tags, cover, status } of posts) {
        const wanted = JSON.parse(record(number))
        expect(tags.map((tag: any) => tag.name)).to.deep.equal(wanted.tags)
        expect(cover?.originalName ?? null).to.equal(wanted.cover ? path.basename(wanted.cover) : null)
        expect(status).to.equal('published')
      }
      expect(await found.count('tags'), 'each tag once').to.equal(14)
      expect(await found.count('media' as never), 'each file once').to.equal(2)
    }

    it('go on after any number of kills at any moment, here or on another machine', async () => {
      expect(galley(machines[0]!, 'migrate').status).to.equal(0)
      for (let kill = 0; kill < KILLS; kill++) {
        const { code, output } = await begin(machines[kill % 2]!, 1 + Math.floor(Math.random() * 20))
        expect(code, output).to.be.oneOf([null, 0])
        if (kill > 0) continue
        const other = project(config(db(address)))
        write(other, 'many.jsonl', record(0))
        expect(galley(other, ...args).output)
          .to.include("The import of 'many.jsonl' was interrupted after")
          .and.to.include('has changed since')
      }
      const { code, output } = await begin(machines[0]!)
      expect(code, output).to.equal(0)
      expect(galley(machines[0]!, ...args).output)
        .to.include('This file was imported already')
        .and.to.include(`created ${RECORDS}`)
      await everything()
    })

    it('are one import where two begin at once', async () => {
      expect(galley(machines[0]!, 'migrate').status).to.equal(0)
      const results = await Promise.all(machines.map((folder) => begin(folder)))
      const stopped = results.filter(({ code }) => code !== 0)
      for (const { output } of stopped) expect(output).to.include('Another import of the same file has begun')
      if (stopped.length === 2) expect(galley(machines[0]!, ...args).status).to.equal(0)
      await everything()
    })

    it('begin anew with --restart, try again what failed, and say when the file has changed', async () => {
      const [folder] = machines as [string]
      const few = (name: string, ...lines: object[]) =>
        writeFileSync(path.join(folder, name), lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
      few('few.jsonl', { title: 'a' }, { title: 'b', tags: ['later'] }, { title: 'c' })
      const once = ['import', 'posts', 'few.jsonl']
      expect(galley(folder, ...once).output).to.include('Created 2, updated 0, failed 1')
      expect(galley(folder, ...once).output)
        .to.include('Trying the 1 that failed')
        .and.to.include('Created 0, updated 0, failed 1')
      expect(galley(folder, 'import', 'tags', write(folder, 'tags.csv', 'name\nlater\n')).status).to.equal(0)
      expect(galley(folder, ...once).output)
        .to.include('Created 1, updated 0, failed 0')
        .and.to.include('With earlier runs: created 3')
      const again = galley(folder, ...once)
      expect(again).to.include({ status: 0 })
      expect(again.output).to.include('This file was imported already')
      expect(galley(folder, ...once, '--key', 'title').output).to.include('Created 0, updated 3, failed 0')
      copyFileSync(path.join(folder, 'few.jsonl'), path.join(folder, 'copy.jsonl'))
      expect(galley(folder, 'import', 'posts', 'copy.jsonl').output).to.include('This file was imported already')
      expect(galley(folder, ...once, '--restart').output).to.include('Created 3, updated 0, failed 0')
    })

    it('honour the mark of an earlier version, and refuse one that is torn', async () => {
      const [folder] = machines as [string]
      const mark = path.join(folder, 'many.jsonl.imported')
      write(folder, 'many.jsonl.imported', '')
      const torn = galley(folder, ...args)
      expect(torn.status).to.equal(1)
      expect(torn.output).to.include('many.jsonl.imported, where an earlier version').and.to.not.include('JSON input')
      expect(await (await open()).count('posts')).to.equal(0)
      write(folder, 'many.jsonl.imported', JSON.stringify({ created: 290, updated: 0, failed: 0, read: 290 }))
      expect(galley(folder, ...args).output)
        .to.include('Going on after the first 290')
        .and.to.include('Created 10, updated 0')
      expect(existsSync(mark)).to.equal(false)
    })
  })
}

function write(folder: string, name: string, text: string): string {
  writeFileSync(path.join(folder, name), text)
  return name
}
