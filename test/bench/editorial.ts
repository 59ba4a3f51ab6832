/** `npm run bench:editorial`: drafts, versions, locales and schedules beside bare statements that do the same, as processor time an operation. */
import { rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Caller, system } from '../../lib/actor.ts'
import { createCms } from '../../lib/cms.ts'
import type { CollectionConfig } from '../../lib/content-config.ts'
import type { Operation } from '../../lib/engine.ts'
import type { Field } from '../../lib/field-config.ts'
import { type Call, call } from '../../lib/local/call.ts'
import type { Handle } from '../../lib/local/handle.ts'
import type { OperationName } from '../../lib/operations/contract.ts'
import { columnsOf } from '../../lib/store/columns.ts'
import type { Connection } from '../../lib/store/contract.ts'
import { snapshotOf } from '../../lib/store/snapshots.ts'
import { withPostgres } from '../harness/postgres-server.ts'
import { adapter, body } from './content.ts'

const DOCS = 3000
const ROUNDS = 12
const AT_ONCE = 16

const fields = (localized: boolean): Field[] => [
  { name: 'title', localized, required: true },
  { name: 'summary', localized },
  { name: 'category', type: 'select', options: ['a', 'b'], index: true },
  { name: 'body', type: 'richText', localized },
]
const collections: CollectionConfig[] = [
  { slug: 'plain', access: { read: 'anyone' }, fields: fields(false) },
  { slug: 'localized', access: { read: 'anyone' }, fields: fields(true) },
  { slug: 'drafted', drafts: true, versions: true, schedule: true, access: { read: 'anyone' }, fields: fields(false) },
]
const data = (n: number) => ({ title: `Post ${n}`, summary: `About ${n}`, category: n % 2 ? 'a' : 'b', body: body(n) })

async function filled(where: string): Promise<Handle> {
  const cms = await createCms({
    secret: 'a-secret-that-is-only-for-the-bench',
    db: adapter(where),
    localization: { locales: ['en', 'fr'] },
    collections,
    jobsTimer: false,
    log: { info: () => undefined, warn: console.error, error: console.error },
  })
  for (let from = 1; from <= DOCS; from += 50)
    await Promise.all(
      Array.from({ length: 50 }, async (_, index) => {
        const n = from + index
        await cms.create('plain', data(n))
        await cms.create('localized', data(n))
        if (n % 2) await cms.update('localized', n, { title: `Article ${n}` }, { locale: 'fr' })
        const { id } = await cms.create('drafted', { ...data(n), status: 'published' })
        if (n % 2) await cms.update('drafted', id, { summary: 'next', status: 'draft' })
      }),
    )
  await cms.engine.store.exclusively((connection) => connection.all('analyze'))
  return cms
}

type Work = (n: number) => Promise<unknown>

/** Processor microseconds an operation, the quiet quarter of the rounds of each, taken in turns. */
async function compare(ours: Work, floor: Work, count: number): Promise<[number, number]> {
  const times: [number[], number[]] = [[], []]
  let n = 0
  const once = async (work: Work) => {
    const before = process.cpuUsage()
    for (let done = 0; done < count; done += AT_ONCE) await Promise.all(Array.from({ length: AT_ONCE }, () => work(++n)))
    const { user, system } = process.cpuUsage(before)
    return (user + system) / count
  }
  for (const work of [ours, floor]) await once(work)
  for (let round = 0; round < ROUNDS; round++) for (const [index, work] of [ours, floor].entries()) times[index]!.push(await once(work))
  const quiet = (list: number[]) => list.sort((a, b) => a - b)[Math.floor(list.length / 4)]!
  return [quiet(times[0]), quiet(times[1])]
}

function print(says: string, database: string, ours: number, floor: number, against: string): void {
  const percent = `${Math.round((floor / ours) * 100)} %`
  console.log(`| ${says} | ${database} | ${ours.toFixed(0)} | ${floor.toFixed(0)} | ${percent} | ${against} |`)
}

async function all(name: string, where: string): Promise<void> {
  const cms = await filled(where)
  const { engine } = cms
  const { store } = engine
  const { native, table, quote: q } = store.dialect
  const caller = new Caller(system)
  const ask = (operation: OperationName, slug: string, given: Call): Promise<Operation> =>
    call(engine, caller.again(), operation, engine.entity(slug), { depth: 0, asText: true, ...given })
  const any = (n: number) => 1 + ((n * 7919) % DOCS)
  const text = ({ shown }: Operation) => shown!.text ?? JSON.stringify(shown!.object)

  const drafted = engine.entity('drafted')
  const columns = columnsOf(drafted).map((column) => q(column.name))
  const read = native(
    `select ${['id', 'created_at', 'updated_at', '$pending', '$pending_at'].map(q)}, ${columns} from ${table('drafted')} where ${q('id')} = ?`,
  )
  const byHand = async (n: number) => {
    const [row] = await store.read(read, [any(n)])
    const content = row!['$pending'] ? JSON.parse(row!['$pending']) : { ...row, body: JSON.parse(row!['body']) }
    const { title, summary, category, body, status } = content
    return JSON.stringify({
      id: row!['id'],
      title,
      summary,
      category,
      body,
      status,
      createdAt: row!['created_at'],
      updatedAt: row!['updated_at'],
    })
  }
  const latest: Work = async (n) => text(await ask('read', 'drafted', { id: any(n), options: { draft: true } }))
  print('the latest draft of one, half of them pending', name, ...(await compare(latest, byHand, 800)), 'the same by hand')

  const save: Work = (n) => ask('update', 'drafted', { id: any(n), input: { title: `T ${n}`, status: 'draft' } })
  const update = native(
    `update ${table('drafted')} set ${q('$pending')} = ?, ${q('$pending_at')} = ?, ${q('$rev')} = ${q('$rev')} + 1 where ${q('id')} = ? returning ${q('id')}`,
  )
  const version = native(
    `insert into ${table('$versions')} (${['entity', 'document', 'status', 'created_at', 'data'].map(q)}) values ('drafted', ?, 'draft', ?, ?)`,
  )
  const prune = native(
    `delete from ${table('$versions')} where ${q('entity')} = 'drafted' and ${q('document')} = ? and ${q('id')} <= (select ${q('id')} from ${table('$versions')} where ${q('entity')} = 'drafted' and ${q('document')} = ? order by ${q('id')} desc limit 1 offset 50)`,
  )
  const saved = async (connection: Connection, id: number, title: string) => {
    const at = new Date().toISOString()
    const [row] = await connection.all(read, [id])
    const pending = { ...(row!['$pending'] ? JSON.parse(row!['$pending']) : { ...row, body: JSON.parse(row!['body']) }), title }
    const content = JSON.stringify(await snapshotOf(drafted, pending))
    await connection.all(update, [content, at, id])
    await connection.all(version, [id, at, content])
    await connection.all(prune, [id, id])
  }
  const bare: Work = (n) => store.atomically((connection) => saved(connection, any(n), `T ${n}`))
  print('save of a draft, with its version', name, ...(await compare(save, bare, 320)), 'the same statements')

  const french: Work = (n) => ask('list', 'localized', { page: 1 + (n % 20), options: { locale: 'fr' } })
  const plain: Work = (n) => ask('list', 'plain', { page: 1 + (n % 20) })
  print('ten in a second locale, with fallback', name, ...(await compare(french, plain, 480)), 'ten without locales, by galley')

  await due(cms, name, saved)
  await cms.stop()
}

async function due(cms: Handle, name: string, saved: (connection: Connection, id: number, title: string) => Promise<void>): Promise<void> {
  const { store } = cms.engine
  const { native, table, quote: q } = store.dialect
  const JOBS = 1000
  for (let id = 1; id <= JOBS; id += 100)
    await Promise.all(
      Array.from({ length: 100 }, (_, index) => cms.schedule('drafted', id + index, { action: 'publish', at: '2001-01-01' })),
    )
  const timed = async (work: () => Promise<unknown>) => {
    const before = process.cpuUsage()
    await work()
    const { user, system } = process.cpuUsage(before)
    return (user + system) / JOBS
  }
  const ours = await timed(async () => {
    for (let ran = 0; ran < JOBS; ) ran += ((await cms.runJobs())['scheduled'] as { ran: number }).ran
  })
  const done = native(`update ${table('$schedule')} set ${q('state')} = 'done' where ${q('id')} = ?`)
  const floor = await timed(async () => {
    for (let id = 1; id <= JOBS; id++)
      await store.atomically(async (connection) => {
        await connection.all(done, [id])
        await saved(connection, id, 'T')
      })
  })
  print('each of 1,000 due schedules', name, ours, floor, 'bare statements: a draft saved, a job ended')
}

console.log(`${DOCS} documents with a body of 3 KB; processor time an operation in µs; 100 % is as fast, more is faster\n`)
console.log('| | database | galley | floor | of floor | the floor |\n|---|---|---:|---:|---:|---|')
const file = path.join(tmpdir(), `galley-editorial-${process.pid}.db`)
await all('sqlite', file)
for (const suffix of ['', '-wal', '-shm']) rmSync(file + suffix, { force: true })
await withPostgres((url) => all('postgres', url!))
process.exit(0)
