/** Servers in processes of their own, and what a request to them costs: processor time, not the clock. */
import { type ChildProcess, fork } from 'node:child_process'
import http from 'node:http'

export interface Case {
  says: string
  method: string
  path(n: number): string
  body?(n: number): object
  headers?: Record<string, string>
}

export interface Running {
  child: ChildProcess
  port: number
  agent: http.Agent
}

export async function launch(contender: string, host: string, where: string): Promise<Running> {
  const child = fork(new URL('./server.ts', import.meta.url).pathname, [contender, host, where], {
    execArgv: ['--import', 'tsx'],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const port = await new Promise<number>((resolve, reject) => {
    child.once('message', (message) => resolve(message as number))
    child.once('exit', () => reject(new Error(`${contender} on ${host} ended`)))
  })
  return { child, port, agent: new http.Agent({ keepAlive: true, maxSockets: 16 }) }
}

function send(
  { port, agent }: Running,
  one: { method: string; path: string; body?: string; headers?: Record<string, string> },
): Promise<string> {
  return new Promise((resolve, reject) => {
    const sent = one.body === undefined ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(one.body) }
    const headers = { ...one.headers, ...sent }
    const request = http.request({ port, host: '127.0.0.1', agent, method: one.method, path: one.path, headers }, (response) => {
      let text = ''
      response.setEncoding('utf8').on('data', (chunk) => (text += chunk))
      response.on('end', () =>
        response.statusCode! < 400
          ? resolve(text)
          : reject(new Error(`${one.method} ${one.path}: ${response.statusCode} ${text.slice(0, 300)}`)),
      )
    })
    request.on('error', reject)
    request.end(one.body)
  })
}

let sent = 0

function ask(running: Running, what: Case): Promise<string> {
  const n = sent++
  const text = what.body && JSON.stringify(what.body(n))
  return send(running, {
    method: what.method,
    path: `/api/cms${what.path(n)}`,
    ...(what.headers && { headers: what.headers }),
    ...(text !== undefined && { body: text }),
  })
}

/** How many microseconds somebody waits who is alone. */
export async function wait(running: Running, what: Case): Promise<number> {
  const began = performance.now()
  await ask(running, what)
  return (performance.now() - began) * 1000
}

/** Sends a case until the server's code is compiled, as it is in a process that has served a site for a minute. */
export async function warmUp(running: Running, what: Case, { warm, warmRequests }: { warm: number; warmRequests: number }): Promise<void> {
  await measure(running, what, warm, undefined, warmRequests)
}

/** Processor microseconds a request. `waits` gets the milliseconds until each answer. */
export async function measure(
  running: Running,
  what: Case,
  seconds: number,
  waits?: number[],
  most = Number.POSITIVE_INFINITY,
): Promise<number> {
  const cpu = async () => JSON.parse(await send(running, { method: 'GET', path: '/cpu' })).cpu as number
  const until = performance.now() + seconds * 1000
  const before = await cpu()
  let count = 0
  const loop = async () => {
    while (performance.now() < until && count < most) {
      count++
      const began = performance.now()
      await ask(running, what)
      waits?.push(performance.now() - began)
    }
  }
  await Promise.all(Array.from({ length: 16 }, loop))
  return ((await cpu()) - before) / count
}

/** The quiet rounds: what else the machine does only ever adds. */
export const quartile = (list: number[]) => [...list].sort((a, b) => a - b)[Math.floor(list.length / 4)]!

/** The value that this share of a list doesn't exceed. */
export const most = (list: number[], share: number) => [...list].sort((a, b) => a - b)[Math.ceil(list.length * share) - 1]!

export function leave({ agent, child }: Running): void {
  agent.destroy()
  child.disconnect()
}
