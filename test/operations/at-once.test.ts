/** Many changes of one document at the same moment all succeed, each on top of the one before; only `If-Match` refuses. In one process and in three. */
import { type ChildProcess, fork } from 'node:child_process'
import { expect } from 'chai'
import type { Config } from '../../lib/config.ts'
import type { Handle } from '../../lib/local/handle.ts'
import { longUnlessDrawn } from '../harness/depth.ts'
import { type Database, DURABLE, driversFor, end, lasting, PREBUILT, startCms } from '../harness/start.ts'
import { adapterFor } from '../store/writer.ts'

const DRIVERS = driversFor('operations/at-once')
const MANY = 200
const FIELDS = ['a', 'b', 'c', 'd']
const fields = FIELDS.map((name) => ({ name }))
const times = <T>(count: number, make: (n: number) => T): T[] => Array.from({ length: count }, (_, n) => make(n))
const codesOf = (results: PromiseSettledResult<unknown>[]) =>
  results.flatMap((one) => (one.status === 'rejected' ? [one.reason.code ?? String(one.reason)] : []))

/** Every version is the one before it with one field more, or changed. */
async function expectSteps(cms: Handle, slug: string, id: number, count: number): Promise<void> {
  const { docs } = await cms.findVersions(slug, id, { limit: 100 } as any)
  const ids = docs.map((one: any) => one.id).sort((one: number, other: number) => one - other)
  const steps = await Promise.all(ids.map((version: number) => cms.findVersion(slug, id, version)))
  expect(steps.length).to.be.at.least(Math.min(count, 100))
  for (let n = 1; n < steps.length; n++) {
    const [one, next] = [steps[n - 1] as any, steps[n] as any].map(({ data }) => data)
    expect(
      FIELDS.filter((name) => one[name] !== next[name]),
      `version ${n}`,
    ).to.have.length(1)
  }
}

for (const database of DRIVERS) {
  describe(`operations: changes at once, with ${database.name}${longUnlessDrawn(database, DRIVERS, 'at once')}`, function () {
    this.timeout(120_000)
    let cms: Handle
    const inHook: { run: (facts: any) => Promise<unknown> | undefined } = { run: () => undefined }
    before(async () => {
      const hooks = { beforeChange: [async (facts: any) => void (await inHook.run(facts))] }
      cms = await startCms(database, {
        collections: [
          { slug: 'notes', versions: { max: 500 }, fields: [...fields, { name: 'n', type: 'number', defaultValue: 0 }] },
          { slug: 'hooked', hooks, fields: [...fields, { name: 'n', type: 'number', defaultValue: 0 }] },
          {
            slug: 'pages',
            drafts: true,
            versions: true,
            trash: true,
            orderable: true,
            fields: [...fields, { name: 'title', required: true }, { name: 'n', type: 'number', defaultValue: 0 }],
          },
        ],
        globals: [{ slug: 'site', drafts: true, versions: true, fields }],
      } as any)
    })
    after(() => end(cms))
    beforeEach(() => {
      inHook.run = () => undefined
    })

    it(`takes ${MANY} changes of one document, each on top of the one before @long`, async () => {
      const { id } = await cms.create('notes', {})
      const results = await Promise.allSettled(times(MANY, (n) => cms.update('notes', id, { [FIELDS[n % 4]!]: `${n}` })))
      expect(codesOf(results)).to.deep.equal([])
      const doc = (await cms.findById('notes', id)) as any
      for (const [n, name] of FIELDS.entries()) expect(Number(doc[name]) % 4).to.equal(n)
      await expectSteps(cms, 'notes', id as number, MANY)
    })

    it('takes changes of a global that was never saved', async () => {
      const results = await Promise.allSettled(times(40, (n) => cms.updateGlobal('site', { [FIELDS[n % 4]!]: `${n}` })))
      expect(codesOf(results)).to.deep.equal([])
      const site = (await cms.findGlobal('site', { draft: true })) as any
      for (const name of FIELDS) expect(site[name]).to.be.a('string')
    })

    it('lets one of many win that all have seen the same revision', async () => {
      const { id } = await cms.create('notes', {})
      const results = await Promise.allSettled(times(20, (n) => cms.update('notes', id, { a: `${n}` }, { ifMatch: 1 })))
      expect(codesOf(results)).to.deep.equal(Array(19).fill('STALE'))
    })

    it('takes counting and changes at once', async () => {
      const { id } = await cms.create('notes', {})
      const results = await Promise.allSettled(
        times(MANY, (n) => (n % 2 ? cms.increment('notes', id, 'n') : cms.update('notes', id, { [FIELDS[n % 4]!]: `${n}` }))),
      )
      expect(codesOf(results)).to.deep.equal([])
      expect(await cms.findById('notes', id)).to.include({ n: MANY / 2, a: (await cms.findById('notes', id))!.a })
    })

    it('takes every kind of change of the same documents', async () => {
      const made = await Promise.all(times(4, (n) => cms.create('pages', { title: `${n}`, status: 'published' })))
      const [{ id: first }, ...others] = made as any[]
      const kinds: ((id: number, n: number) => Promise<unknown>)[] = [
        (id, n) => cms.update('pages', id, { a: `${n}` }),
        (id, n) => cms.update('pages', id, { b: `${n}`, status: 'draft' }),
        (id, n) => cms.autosave('pages', id, { c: `${n}` }),
        (id) => cms.update('pages', id, { status: 'published' }),
        (id) => cms.unpublish('pages', id),
        (id) => cms.discardDraft('pages', id),
        (id) => cms.increment('pages', id, 'n'),
        (id, n) => cms.move('pages', id, { before: others[n % 3].id === id ? first : others[n % 3].id }),
        (id) => cms.delete('pages', id),
        (id) => cms.recover('pages', id),
      ]
      const results = await Promise.allSettled(times(160, (n) => kinds[n % kinds.length]!(made[n % 4]!.id as number, n)))
      // A document in the trash is not there, one that is not live has no draft to discard, and what was deleted twice is gone.
      expect(codesOf(results).filter((code) => !['NOT_FOUND', 'BAD_REQUEST'].includes(code))).to.deep.equal([])
    })

    it('takes changes whose hooks change the same document', async () => {
      const { id } = await cms.create('hooked', {})
      inHook.run = ({ context, cms }) =>
        context.inner ? undefined : cms.update('hooked', id, { b: 'by a hook' }, { context: { inner: true } })
      const results = await Promise.allSettled(times(20, (n) => cms.update('hooked', id, { a: `${n}` })))
      expect(codesOf(results)).to.deep.equal([])
      expect(await cms.findById('hooked', id)).to.include({ b: 'by a hook' })
    })

    it('takes changes whose hooks change each other’s document', async () => {
      const [one, other] = await Promise.all([cms.create('hooked', {}), cms.create('hooked', {})])
      inHook.run = ({ context, cms, originalDoc }) =>
        context.inner
          ? undefined
          : cms.update('hooked', originalDoc.id === one.id ? other.id : one.id, { b: 'x' }, { context: { inner: true } })
      const results = await Promise.allSettled(times(20, (n) => cms.update('hooked', (n % 2 ? one : other).id, { a: `${n}` })))
      expect(codesOf(results)).to.deep.equal([])
      for (const { id } of [one, other]) expect(await cms.findById('hooked', id)).to.include({ b: 'x' })
    })

    it('takes changes inside a transaction, and beside it', async () => {
      const { id } = await cms.create('notes', {})
      const inside = cms.transaction(() => Promise.all(times(30, () => cms.update('notes', id, { a: 'in' }))))
      const beside = times(30, () => cms.update('notes', id, { b: 'out' }))
      expect(codesOf(await Promise.allSettled([inside, ...beside]))).to.deep.equal([])
      expect(await cms.findById('notes', id)).to.include({ a: 'in', b: 'out' })
    })

    it('ends transactions that wait for each other, and says that they may run again', async () => {
      const [one, other] = await Promise.all([cms.create('notes', {}), cms.create('notes', {})])
      const both = (ids: unknown[]) =>
        cms.transaction(async () => {
          for (const id of ids) {
            await cms.update('notes', id as number, { a: 'x' })
            await new Promise((resolve) => setTimeout(resolve, 50))
          }
        })
      const ids = [one.id, other.id]
      const codes = codesOf(await Promise.allSettled([both(ids), both([...ids].reverse())]))
      expect(codes).to.deep.equal(database.name === 'Postgres' ? ['TRANSACTION'] : [])
    })
  })

  it(`operations: ${MANY} documents of one title at once get ${MANY} slugs, with ${database.name} @long`, async function () {
    this.timeout(120_000)
    const slug = { name: 'slug', type: 'slug', from: 'title' }
    const cms = await startCms(database, {
      localization: { locales: ['en', 'th'] },
      collections: [
        { slug: 'plain', drafts: true, trash: true, fields: [{ name: 'title' }, slug] },
        {
          slug: 'local',
          fields: [
            { name: 'title', localized: true },
            { ...slug, localized: true },
          ],
        },
        {
          slug: 'tree',
          fields: [{ name: 'title' }, { name: 'parent', type: 'relationship', to: 'tree' }, { ...slug, uniqueWithin: 'parent' }],
        },
      ],
    } as any)
    try {
      const expectDistinct = (found: string[], count: number) => {
        expect(new Set(found).size).to.equal(count)
        for (const one of found) expect(one).to.match(/^untitled(-[1-9]\d{0,2})?$/)
      }
      const gone = await cms.create('plain', { title: 'Untitled' })
      await cms.delete('plain', gone.id)
      const made = await Promise.allSettled(
        times(MANY - 1, (n) => cms.create('plain', { title: 'Untitled', ...(n % 2 && { status: 'published' }) })),
      )
      expect(codesOf(made)).to.deep.equal([])
      expectDistinct([...(await cms.find('plain', { limit: 0, draft: true })).docs.map((doc: any) => doc.slug), 'untitled'], MANY)

      expect(
        codesOf(await Promise.allSettled(times(MANY, () => cms.create('local', { title: 'Untitled' }, { locale: 'th' })))),
      ).to.deep.equal([])
      const local = (await cms.find('local', { limit: 0, locale: 'th' })).docs.map((doc: any) => doc.slug)
      expectDistinct(local, MANY)

      const root = await cms.create('tree', { title: 'Root' })
      const parents = [null, root.id]
      const placed = await Promise.allSettled(times(MANY, (n) => cms.create('tree', { title: 'Untitled', parent: parents[n % 2] })))
      expect(codesOf(placed)).to.deep.equal([])
      const tree = (await cms.find('tree', { limit: 0, depth: 0, where: { slug: { not_equals: 'root' } } })).docs as any[]
      for (const parent of parents)
        expectDistinct(
          tree.filter((doc) => doc.parent === parent).map((doc) => doc.slug),
          MANY / 2,
        )

      const refused = await Promise.allSettled(times(4, () => cms.create('plain', { title: 'x', slug: 'mine' })))
      expect(codesOf(refused)).to.deep.equal(Array(3).fill('UNIQUE'))
    } finally {
      await end(cms)
    }
  })

  it(`operations: a slug after ten thousand others takes few questions, with ${database.name}`, async function () {
    this.timeout(120_000)
    const cms = await startCms(database, {
      collections: [{ slug: 'plain', fields: [{ name: 'title' }, { name: 'slug', type: 'slug', from: 'title' }] }],
    })
    try {
      const { store } = cms.engine
      const { table, quote: q } = store.dialect
      await store.atomically(async (connection) => {
        const rows = times(10_000, (n) => `('${n === 0 ? 'same' : `same-${n + 1}`}')`)
        await connection.all(`insert into ${table('plain')} (${q('slug')}) values ${rows.join(', ')}`)
      })
      let calls = 0
      store.onAccess = () => calls++
      expect(await cms.create('plain', { title: 'Same' })).to.include({ slug: 'same-10001' })
      expect(calls).to.be.below(12)
    } finally {
      await end(cms)
    }
  })
}

for (const database of driversFor('operations/at-once'))
  describe(`operations: what another process stores between two reads, with ${database.name}`, () => {
    let own: Handle
    let other: Handle
    beforeEach(async () => {
      const fresh = lasting(database)
      const config: Partial<Config> = {
        collections: [{ slug: 'notes', fields: [{ name: 'a' }, { name: 'b' }] }],
        globals: [{ slug: 'site', fields: [{ name: 'a' }, { name: 'b' }] }],
      }
      own = await startCms({ name: database.name, fresh }, config)
      other = await startCms({ name: database.name, fresh }, config)
    })
    afterEach(async () => {
      await end(own)
      await end(other)
    })

    /** Runs `work` after the first time that nothing was found. */
    function afterNothing(work: () => Promise<unknown>): void {
      const { reader } = own.engine
      const { stored } = reader
      let isOver = false
      reader.stored = async (...args: Parameters<typeof stored>) => {
        const found = await stored.apply(reader, args)
        if (!found && !isOver) {
          isOver = true
          await work()
        }
        return found
      }
    }

    it('joins the first save of a global', async () => {
      afterNothing(() => other.updateGlobal('site', { a: 'theirs' }))
      await own.updateGlobal('site', { b: 'mine' })
      expect(await other.findGlobal('site')).to.include({ a: 'theirs', b: 'mine' })
    })

    it('changes a document that is created in the meantime', async () => {
      afterNothing(() => other.create('notes', { a: 'theirs' }))
      await own.update('notes', 1, { b: 'mine' })
      expect(await other.findById('notes', 1)).to.include({ a: 'theirs', b: 'mine' })
    })
  })

const PLACES: readonly { name: string; where: () => string }[] = [
  { name: 'SQLite', where: DURABLE['SQLite']! },
  ...['better-sqlite3', ...PREBUILT].map((client) => ({ name: `SQLite (${client})`, where: () => `${client}:${DURABLE['SQLite']!()}` })),
  { name: 'Postgres', where: DURABLE['Postgres']! },
]

for (const { name, where } of PLACES) {
  describe(`operations: changes at once in three processes on one ${name} @long`, function () {
    this.timeout(180_000)
    const config = {
      collections: [
        {
          slug: 'notes',
          versions: { max: 500 },
          access: { read: 'anyone', create: 'anyone', update: 'anyone' },
          fields: [...fields, { name: 'title' }, { name: 'slug', type: 'slug', from: 'title' }],
        },
      ],
    }
    let children: ChildProcess[] = []
    let origins: string[]
    let cms: Handle
    before(async () => {
      const place = where()
      const database: Database = { name, fresh: () => adapterFor(place) }
      cms = await startCms(database, config as any)
      children = times(3, () =>
        fork(new URL('../harness/served.ts', import.meta.url).pathname, [place, '1024', JSON.stringify(config)], {
          execArgv: ['--import', 'tsx'],
          stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
        }),
      )
      origins = await Promise.all(
        children.map((child) => new Promise<string>((resolve) => child.once('message', (port) => resolve(`http://127.0.0.1:${port}`)))),
      )
    })
    after(async () => {
      for (const child of children) child.disconnect()
      await end(cms)
    })

    const ask = async (n: number, method: string, path: string, body: object) => {
      const answer = await fetch(`${origins[n % 3]}/api/cms${path}`, {
        method,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
      return { status: answer.status, body: (await answer.json()) as any }
    }

    it(`takes ${MANY} changes of one document`, async () => {
      const { id } = await cms.create('notes', {})
      const answers = await Promise.all(times(MANY, (n) => ask(n, 'PATCH', `/notes/${id}`, { [FIELDS[n % 4]!]: `${n}` })))
      expect(answers.filter(({ status }) => status !== 200).map(({ body }) => body)).to.deep.equal([])
      await expectSteps(cms, 'notes', id as number, MANY)
    })

    it(`gives ${MANY} documents of one title a slug each`, async () => {
      const answers = await Promise.all(times(MANY, (n) => ask(n, 'POST', '/notes', { title: 'Untitled' })))
      expect(answers.filter(({ status }) => status !== 201).map(({ body }) => body)).to.deep.equal([])
      expect(new Set(answers.map(({ body }) => body.slug)).size).to.equal(MANY)
    })
  })
}
