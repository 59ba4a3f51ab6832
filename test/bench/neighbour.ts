/** `npm run bench:neighbour`: reads by id a second, alone and while visitors repeat a filter that no index answers. The ratio of the two counts. */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { withPostgres } from '../harness/postgres-server.ts'
import { launch } from './client.ts'
import { fill } from './content.ts'
import type { Answers, Load } from './load.ts'

const { values } = parseArgs({
  options: {
    docs: { type: 'string', default: '100000' },
    host: { type: 'string', default: 'koa' },
    databases: { type: 'string', default: 'sqlite3,better-sqlite3,postgres' },
    visitors: { type: 'string', default: '4' },
    rounds: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '3' },
  },
})
const docs = Number(values.docs)
const visitors = Number(values.visitors)
const seconds = Number(values.seconds)

const client = () => fork(new URL('./load.ts', import.meta.url).pathname, [], { execArgv: ['--import', 'tsx'] })

function answersTo(child: ChildProcess, load: Load): Promise<Answers> {
  return new Promise((resolve) => {
    child.once('message', (answers) => resolve(answers as Answers))
    child.send(load)
  })
}

const median = (list: number[]) => [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)]!

async function measure(name: string, where: string): Promise<void> {
  await fill(where, docs)
  const server = await launch('galley', values.host, where)
  const [readers, strangers] = [client(), client()]
  const byId = { port: server.port, connections: 4, seconds, path: '/api/cms/posts/#?depth=0', numbers: docs }
  const slow = { ...byId, connections: visitors, path: '/api/cms/posts?where[title][like]=zz' }
  const alone: number[] = []
  const beside: number[] = []
  const refused: Answers = {}
  await answersTo(readers, { ...byId, seconds: 1 })
  for (let round = 0; round < Number(values.rounds); round++) {
    alone.push(((await answersTo(readers, byId))['200'] ?? 0) / seconds)
    const [fast, others] = await Promise.all([answersTo(readers, byId), answersTo(strangers, slow)])
    beside.push((fast['200'] ?? 0) / seconds)
    for (const [status, count] of Object.entries(others)) refused[status] = (refused[status] ?? 0) + count
  }
  const ratio = Math.round((median(beside) / median(alone)) * 100)
  console.log(`| ${name} | ${median(alone).toFixed(0)} | ${median(beside).toFixed(0)} | ${ratio} % | ${JSON.stringify(refused)} |`)
  server.agent.destroy()
  // Before the database goes away, which would be the end of queries that still run.
  for (const child of [readers, strangers, server.child]) {
    child.disconnect()
    await once(child, 'exit')
  }
}

async function all(postgresUrl?: string): Promise<void> {
  const file = path.join(tmpdir(), `galley-neighbour-${process.pid}.db`)
  console.log(`${docs} documents, 4 connections that read by id, ${visitors} visitors that repeat where[title][like]=zz\n`)
  console.log('| database | alone, a second | with the visitors | ratio | answers to the visitors |')
  console.log('|---|---|---|---|---|')
  for (const name of values.databases.split(',')) {
    const places: Record<string, string | undefined> = { sqlite3: file, 'better-sqlite3': `better-sqlite3:${file}`, postgres: postgresUrl }
    await measure(name, places[name]!)
    for (const suffix of ['', '-wal', '-shm']) rmSync(file + suffix, { force: true })
  }
}

if (values.databases.includes('postgres')) await withPostgres(all)
else await all()
process.exit(0)
