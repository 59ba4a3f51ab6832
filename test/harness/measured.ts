/** A served CMS whose turns of the event loop are measured: what a test fills, asked over HTTP as an admin or as a visitor. */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Handle } from '../../lib/local/handle.ts'
import { adapterFor } from '../store/writer.ts'
import { Browser, COST, makeUser } from './people.ts'
import { processorTime } from './processor-time.ts'
import { startCms } from './start.ts'

/** What can't be divided: one value of the largest size, parsed at once. */
const LARGEST = `[${Array.from({ length: 12_000 }, () => '['.repeat(40) + ']'.repeat(40)).join()}]`
let longest: number | undefined

/** Milliseconds of processor time that one turn may take: 100, or half as much again as the parser needs for one value on this machine. */
export function longestTurn(): number {
  longest ??= Math.max(100, 1.5 * Math.min(...Array.from({ length: 5 }, timeToParse)))
  return longest
}

function timeToParse(): number {
  const spent = processorTime()
  JSON.parse(LARGEST)
  return spent()
}
/** The first times also pay for the compiler and for modules that are loaded when they are needed. */
const TIMES = 4

export interface Sent {
  method?: string
  path: string
  body?: string | Buffer
  headers?: Record<string, string>
  /** @default an admin */
  as?: 'admin' | 'visitor'
}

export interface Answered {
  status: number
  text: string
}

export class Measured {
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1 })
  readonly #folder: string
  readonly #child: ChildProcess
  readonly #origin: string
  #headers: Record<string, string> = {}

  private constructor(folder: string, child: ChildProcess, origin: string) {
    this.#folder = folder
    this.#child = child
    this.#origin = origin
  }

  static async start(database: string, where: string, config: object, fill: (cms: Handle) => Promise<void>): Promise<Measured> {
    const folder = await mkdtemp(path.join(tmpdir(), 'galley-test-stalls-'))
    const served = { ...config, upload: { ...(config as { upload?: object }).upload, dir: path.join(folder, 'files') } }
    const cms = await startCms({ name: database, fresh: () => adapterFor(where) }, served as object)
    await makeUser(cms, 'admin@x.org', { role: 'admin' })
    await fill(cms)
    await cms.stop()
    const url = where.startsWith('postgres:') ? new URL(where) : undefined
    const schema = url?.searchParams.get('galley')
    if (url) url.search = ''
    const child = fork(
      new URL('served.ts', import.meta.url).pathname,
      [url ? `${url.href} ${schema}` : where, String(COST.N), JSON.stringify(served)],
      { execArgv: ['--import', 'tsx'], stdio: ['ignore', 'inherit', 'inherit', 'ipc'], env: { ...process.env, TMPDIR: folder } },
    )
    const [port] = await once(child, 'message')
    const measured = new Measured(folder, child, `http://127.0.0.1:${port}`)
    const admin = await new Browser(measured.#origin).login('admin@x.org')
    const cookie = [...admin.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    measured.#headers = { cookie, 'x-csrf-token': admin.csrfToken! }
    return measured
  }

  async stop(): Promise<void> {
    this.#agent.destroy()
    this.#child.disconnect()
    await rm(this.#folder, { recursive: true, force: true })
  }

  /** `path`: behind the address of the API. */
  send(sent: Sent): Promise<Answered> {
    return this.#send(`/api/cms${encodeURI(sent.path).replaceAll('%25', '%')}`, sent)
  }

  /** Sends it, and waits for what it sets going, until one time had turns that are short `enough`: what else the machine does only ever adds. */
  async measure(
    sent: Sent,
    enough = longestTurn() / 2,
    settled?: () => Promise<unknown>,
  ): Promise<{ answers: Answered[]; delays: number[] }> {
    const delays: number[] = []
    const answers: Answered[] = []
    while (delays.length < TIMES && Math.min(...delays) >= enough) {
      await this.#takeLongestTurn()
      answers.push(await this.send(sent))
      await settled?.()
      delays.push(await this.#takeLongestTurn())
    }
    return { answers, delays }
  }

  async #takeLongestTurn(): Promise<number> {
    return Number((await this.#send('/turn', {})).text)
  }

  #send(address: string, { method = 'GET', body, headers: more, as = 'admin' }: Omit<Sent, 'path'>): Promise<Answered> {
    return new Promise((resolve, reject) => {
      const given = {
        ...(as === 'admin' && this.#headers),
        ...(body !== undefined && { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)) }),
      }
      const cookie = more?.['cookie'] === undefined ? {} : { cookie: `${this.#headers['cookie']}; ${more['cookie']}`.slice(0, 15_000) }
      const sent = request(
        `${this.#origin}${address}`,
        { method, agent: this.#agent, headers: { ...given, ...more, ...cookie } },
        (answer) => {
          const chunks: Buffer[] = []
          answer
            .on('data', (chunk) => chunks.push(chunk))
            .on('end', () => resolve({ status: answer.statusCode!, text: Buffer.concat(chunks).toString() }))
        },
      )
      sent.on('error', reject).end(body)
    })
  }
}
