/** Backups as admins make them, and as they come by themselves; what is in one, on which day, and what becomes of the old ones. */
import { readFileSync } from 'node:fs'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect } from 'chai'
import { sqlite } from '../../../adapters/sqlite/index.ts'
import { copyDatabase } from '../../../lib/backup/copy.ts'
import { openBackup } from '../../../lib/backup/make.ts'
import { createCms } from '../../../lib/cms.ts'
import { lastTime } from '../../../lib/features/backups/schedule.ts'
import type { Handle } from '../../../lib/local/handle.ts'
import { png } from '../../harness/files.ts'
import { Browser, MovedClock, makeUser, PASSWORD } from '../../harness/people.ts'
import { configWith, DATABASES, type Database, DURABLE, end, pairwise, type Started, start } from '../../harness/start.ts'
import { adapterFor } from '../../store/writer.ts'

const inFile = (filename: string) => sqlite({ filename })

const content = {
  localization: { locales: ['en', 'th'] },
  collections: [
    {
      slug: 'posts',
      drafts: true,
      versions: true,
      trash: true,
      fields: [
        { name: 'title', localized: true },
        { name: 'views', type: 'number' as const },
        { name: 'done', type: 'boolean' as const },
        { name: 'data', type: 'json' as const },
        { name: 'of', type: 'relationship' as const, to: 'posts', hasMany: true },
        { name: 'rows', type: 'array' as const, fields: [{ name: 'word' }] },
      ],
    },
  ],
  globals: [{ slug: 'site', fields: [{ name: 'name' }] }],
}

/** One of everything, with an id that was given and is gone. */
async function fill(cms: Handle): Promise<void> {
  await makeUser(cms, 'boss@example.org', { role: 'admin' })
  await cms.create('posts', {
    title: 'One',
    views: 1.5,
    done: true,
    data: { b: 1, a: ['ก', null] },
    rows: [{ word: 'w' }],
    status: 'published',
  })
  await cms.update('posts', 1, { title: 'หนึ่ง' }, { locale: 'th' })
  await cms.update('posts', 1, { title: 'A draft', status: 'draft' })
  await cms.create('posts', { title: 'Two', of: [1], done: false })
  await cms.create('posts', { title: 'Three' })
  await cms.delete('posts', 3)
  const { id } = await cms.create('posts', { title: 'Four' })
  await cms.delete('posts', id)
  await cms.delete('posts', id, { trash: true } as never)
  await cms.updateGlobal('site', { name: 'Blog' })
}

async function everythingIn(cms: Handle): Promise<unknown> {
  return {
    posts: (await cms.find('posts', { limit: 0, locale: 'all', sort: 'id', draft: true })).docs,
    trash: (await cms.find('posts', { limit: 0, trash: true })).docs,
    total: await cms.count('posts', { draft: true }),
    site: await cms.findGlobal('site'),
    versions: (await cms.findVersions('posts', 1)).docs.map(({ createdAt, ...rest }: any) => rest),
    user: (await cms.find('users', {})).docs,
  }
}

describe('features/backups', () => {
  pairwise((host, database) => {
    const clock = new MovedClock()
    let started: Started
    let admin: Browser
    let dir: string

    before(async () => {
      dir = await mkdtemp(path.join(tmpdir(), 'galley-test-backups-'))
      started = await start(host, database, {
        clock,
        ...content,
        audit: true,
        admin: { brand: { name: 'My Site!' } },
        backups: { dir, every: 'day', keep: 2, sqlite: inFile },
        upload: { dir: path.join(dir, 'files') },
      } as any)
      await fill(started.cms)
      admin = await new Browser(started.listener).login('boss@example.org')
    })
    after(async () => {
      await end(started?.cms)
      await rm(dir, { recursive: true, force: true })
    })

    const made = async (): Promise<any> => {
      for (let n = 0; n < 500; n++) {
        const [last] = (await admin.get('/admin/backups')).body.backups
        if (last && last.state !== 'running') return last
        await new Promise((resolve) => setTimeout(resolve, 10))
      }
      throw new Error('it took too long')
    }

    it('makes one by hand, which can be fetched and opened', async () => {
      const answer = await admin.post('/admin/backups')
      expect(answer.status, answer.text).to.equal(202)
      expect(answer.body).to.deep.include({ state: 'running', trigger: 'manual', error: null })
      expect(answer.body.author.email).to.equal('boss@example.org')
      const backup = await made()
      expect(backup).to.deep.include({ state: 'done', error: null })
      expect(backup.filename).to.match(/^my-site-2030-01-01-\d{4}\.db\.gz$/)
      const file = path.join(dir, backup.filename)
      expect(backup.size).to.equal(readFileSync(file).length)
      const sent = await admin.send('get', `/admin/backups/${backup.id}/download`, (test: any) => test.buffer(true).parse(binary))
      expect(sent.headers).to.include({
        'content-type': 'application/gzip',
        'content-disposition': `attachment; filename="${backup.filename}"`,
        'cache-control': 'no-store',
      })
      expect(Buffer.compare(sent.body, readFileSync(file))).to.equal(0)
      expect((await made()).downloadedBy).to.equal('boss@example.org')
      const rows = await openBackup(file, { settings: started.cms.engine.settings, adapter: inFile }, (from) =>
        from.read('select * from posts'),
      )
      expect(rows).to.have.length(3)
      expect((await admin.get('/admin/audit?action=backup')).body.docs.map(({ action }: any) => action)).to.deep.equal([
        'backup.download',
        'backup.start',
      ])
    })

    it('says what is set up', async () => {
      expect((await admin.get('/admin/backups')).body.settings).to.deep.equal({
        every: 'day',
        at: '03:00',
        keep: 2,
        timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
        storage: 'disk',
        dir,
        database: database.name.toLowerCase(),
        unavailable: null,
      })
    })

    it('deletes one with its file', async () => {
      const { id, filename } = await made()
      expect((await admin.delete(`/admin/backups/${id}`)).status).to.equal(200)
      expect(await readdir(dir)).to.not.include(filename)
      expect((await admin.delete(`/admin/backups/${id}`)).status).to.equal(404)
      expect((await admin.get(`/admin/backups/${id}/download`)).status).to.equal(404)
    })

    it('makes one at a time, and takes one that fell silent for dead', async () => {
      const answers = await Promise.all([1, 2, 3].map(() => admin.post('/admin/backups')))
      expect(answers.map(({ status }) => status).sort()).to.deep.equal([202, 400, 400])
      await made()
      const { dialect } = started.cms.engine.store
      await started.cms.engine.store.commit({
        writes: [{ kind: 'update', sql: `update ${dialect.table('$backups')} set state = 'running'`, values: [] }],
      })
      expect((await admin.post('/admin/backups')).body.errors[0].message).to.include('being made already')
      expect((await admin.delete(`/admin/backups/${(await admin.get('/admin/backups')).body.backups[0].id}`)).status).to.equal(400)
      clock.forward(31 * 60)
      expect((await made()).error).to.equal('The process that made it stopped')
      expect((await admin.post('/admin/backups')).status).to.equal(202)
      await made()
    })

    it('makes one a day by itself, and keeps as many as it should', async () => {
      expect(await started.cms.runJobs()).to.deep.include({ backups: { made: 1 } })
      expect(await started.cms.runJobs()).to.deep.include({ backups: { made: 0 } })
      for (let day = 0; day < 3; day++) {
        clock.forward(24 * 3600)
        const both = await Promise.all([started.cms.runJobs(), started.cms.runJobs()])
        expect(both.reduce((sum, one) => sum + (one['backups'] as any).made, 0)).to.equal(1)
      }
      const { backups } = (await (await new Browser(started.listener).login('boss@example.org')).get('/admin/backups')).body
      expect(backups.filter(({ trigger }: any) => trigger === 'scheduled')).to.have.length(2)
      expect(backups.filter(({ trigger }: any) => trigger === 'manual')).to.not.be.empty
    })
  })

  for (const from of DATABASES)
    for (const to of DATABASES)
      it(`what was in ${from.name} is in ${to.name} again, to the letter, and goes on from there`, async () => {
        const config = ({ name }: Database) => {
          const db = adapterFor(DURABLE[name === 'SQLite' ? 'SQLite' : 'Postgres']!())
          return { ...configWith(DATABASES[0]!, { ...content, clock: new MovedClock() } as any), db }
        }
        const [source, target] = [await createCms(config(from)), await createCms(config(to), { migrate: false })]
        try {
          await fill(source)
          const before = await everythingIn(source)
          await copyDatabase(source.engine.store, target.engine.store)
          const refused = await copyDatabase(source.engine.store, target.engine.store).catch((error) => error.message)
          expect(refused).to.include('not empty')
          const copied = await createCms({ ...config(to), db: target.engine.settings.db })
          expect(await everythingIn(copied)).to.deep.equal(before)
          expect((await copied.create('posts', { title: 'Five' })).id, 'no id is given twice').to.equal(5)
          expect(await copied.auth.login({ email: 'boss@example.org', password: PASSWORD })).to.have.property('token')
          await copied.stop()
        } finally {
          await end(source)
          await end(target)
        }
      })

  it('comes at the time that was set, in the server’s own day', () => {
    const at = (text: string) => new Date(text)
    const of = (config: object, now: string) => lastTime({ at: '03:00', keep: 7, dir: 'backups', ...config }, at(now)).getTime()
    expect(of({ every: 'day' }, '2026-03-05T04:00:00')).to.equal(at('2026-03-05T03:00:00').getTime())
    expect(of({ every: 'day' }, '2026-03-05T02:59:59')).to.equal(at('2026-03-04T03:00:00').getTime())
    expect(of({ every: 'day', at: '23:30' }, '2026-03-01T12:00:00')).to.equal(at('2026-02-28T23:30:00').getTime())
    expect(of({ every: 'week' }, '2026-03-05T12:00:00')).to.equal(at('2026-03-02T03:00:00').getTime())
    expect(of({ every: 'week' }, '2026-03-02T02:00:00')).to.equal(at('2026-02-23T03:00:00').getTime())
    expect(of({ every: 'week' }, '2026-03-02T03:00:00')).to.equal(at('2026-03-02T03:00:00').getTime())
  })

  it('says what Postgres lacks where nothing was named', async () => {
    const started = await start(
      { name: 'x', start: async (config) => ({ cms: await createCms(config), listener: undefined }) },
      DATABASES[1]!,
      {},
    )
    const { startBackup } = await import('../../../lib/features/backups/run.ts')
    const { Caller, system } = await import('../../../lib/actor.ts')
    const message = await startBackup(started.cms.engine, new Caller(system), 'manual').catch((error) => error.message)
    expect(message).to.include("import { sqlite } from 'galley/sqlite'")
    await end(started.cms)
  })

  it('refuses what is damaged, cut short, sealed with another key, or no backup at all', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'galley-test-damaged-'))
    const key = 'a-key-of-at-least-thirty-two-characters'
    for (const sealed of [undefined, key]) {
      const cms = await createCms(configWith(DATABASES[0]!, { ...content, backups: sealed ? { key } : {} } as any))
      await fill(cms)
      const { makeBackup } = await import('../../../lib/backup/make.ts')
      const file = path.join(folder, `whole-${sealed ? 'sealed' : 'plain'}`)
      await makeBackup(cms.engine, { file, adapter: inFile })
      const whole = readFileSync(file)
      if (sealed) expect(whole.includes('SQLite format')).to.equal(false)
      const { settings } = cms.engine
      const open = async (bytes: Buffer, config = settings) => {
        const other = path.join(folder, 'other')
        await writeFile(other, bytes)
        return openBackup(
          other,
          { settings: config, adapter: inFile },
          async (from) => (await from.read('select count(*) as n from posts'))[0]!['n'],
        ).catch((error) => error.message)
      }
      expect(await open(whole)).to.equal(3)
      const flipped = Buffer.from(whole)
      flipped[Math.floor(whole.length / 2)]! ^= 1
      for (const [what, bytes] of Object.entries({
        flipped,
        short: whole.subarray(0, -20),
        half: whole.subarray(0, whole.length / 2),
        empty: Buffer.alloc(0),
        text: Buffer.from('hello, world, this is text'),
        png: await png(),
      }))
        expect(await open(bytes), what).to.include("The backup can't be used")
      if (sealed) {
        expect(await open(whole, { ...settings, backups: { ...settings.backups, key: undefined } })).to.include('it is encrypted')
        expect(await open(whole, { ...settings, backups: { ...settings.backups, key: `${key}!` } })).to.include('the key is wrong')
      }
      await end(cms)
    }
    await rm(folder, { recursive: true, force: true })
  })

  it('ends in a clear failure where the disk is full, and leaves nothing', async () => {
    const dir = await mkdtemp(path.join(tmpdir(), 'galley-test-full-'))
    /** SQLite's own word for it: no more than so many pages. */
    const small = (filename: string) => {
      const adapter = sqlite({ filename })
      return {
        ...adapter,
        async open(opening: Parameters<typeof adapter.open>[0]) {
          const connections = await adapter.open(opening)
          return {
            ...connections,
            alter: <T>(work: (connection: any) => Promise<T>, options: { takesLong: boolean }) =>
              connections.alter(async (connection) => {
                await connection.all('pragma max_page_count = 40')
                return work(connection)
              }, options),
          }
        },
      }
    }
    const started = await start(
      { name: 'x', start: async (config) => ({ cms: await createCms(config), listener: undefined }) },
      DATABASES[0]!,
      {
        ...content,
        backups: { dir, sqlite: small },
      } as any,
    )
    const { startBackup } = await import('../../../lib/features/backups/run.ts')
    const { BackupRuns } = await import('../../../lib/features/backups/table.ts')
    const { Caller, system } = await import('../../../lib/actor.ts')
    await (await startBackup(started.cms.engine, new Caller(system), 'manual')).done
    expect((await new BackupRuns(started.cms.engine).list())[0]).to.include({
      state: 'failed',
      error: 'The disk is full',
    })
    expect((await readdir(dir)).filter((name) => name !== '.incoming')).to.deep.equal([])
    await end(started.cms)
    await rm(dir, { recursive: true, force: true })
  })
})

function binary(response: any, done: (error: Error | null, body: Buffer) => void): void {
  const chunks: Buffer[] = []
  response.on('data', (chunk: Buffer) => chunks.push(chunk))
  response.on('end', () => done(null, Buffer.concat(chunks)))
}
