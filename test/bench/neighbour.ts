/** Reads by id, alone and while visitors repeat a filter that no index answers: how many there are, and how long they take. */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { launch } from './client.ts'
import type { Answers, Load } from './load.ts'
import type { Report } from './report.ts'
import { settings } from './settings.ts'

const VISITORS = 4
const ROUNDS = 3
const SECONDS = 3

const client = () => fork(new URL('./load.ts', import.meta.url).pathname, [], { execArgv: ['--import', 'tsx'] })

function answersTo(child: ChildProcess, load: Load): Promise<Answers> {
  return new Promise((resolve) => {
    child.once('message', (answers) => resolve(answers as Answers))
    child.send(load)
  })
}

const median = (list: number[]) => [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)]!

export async function neighbour(report: Report, places: Record<string, string>): Promise<void> {
  report.paragraph(
    `Reads by id a second on Koa over 4 connections, alone and beside ${VISITORS} visitors that repeat \`where[title][like]=zz\`, which no index answers:`,
  )
  report.head('Database', '#Alone', '#Beside them', '#Ratio', 'Answers to the visitors')
  for (const [name, where] of Object.entries(places)) {
    await compare(report, name, where)
    if (name === 'sqlite') await compare(report, 'better-sqlite3', `better-sqlite3:${where}`)
  }
}

async function compare(report: Report, name: string, where: string): Promise<void> {
  const server = await launch('galley', 'koa', where)
  const [readers, strangers] = [client(), client()]
  const byId = { port: server.port, connections: 4, seconds: SECONDS, path: '/api/cms/posts/#?depth=0', numbers: settings.docs }
  const slow = { ...byId, connections: VISITORS, path: '/api/cms/posts?where[title][like]=zz' }
  const alone: number[] = []
  const beside: number[] = []
  const refused: Answers = {}
  await answersTo(readers, { ...byId, seconds: 1 })
  for (let round = 0; round < ROUNDS; round++) {
    alone.push(count(await answersTo(readers, byId)) / SECONDS)
    const [fast, others] = await Promise.all([answersTo(readers, byId), answersTo(strangers, slow)])
    beside.push(count(fast) / SECONDS)
    for (const [status, times] of Object.entries(others)) refused[status] = (refused[status] ?? 0) + times
  }
  const ratio = Math.round((median(beside) / median(alone)) * 100)
  const answers = Object.entries(refused).map(([status, times]) => `${status}: ${times}`)
  report.row(name, median(alone).toFixed(0), median(beside).toFixed(0), `${ratio} %`, answers.join(', '))
  server.agent.destroy()
  // Before the database goes away, which would be the end of queries that still run.
  for (const child of [readers, strangers, server.child]) {
    child.disconnect()
    await once(child, 'exit')
  }
}

/** Drafts are not found, which costs the same. */
const count = (answers: Answers): number => (answers['200'] ?? 0) + (answers['404'] ?? 0)
