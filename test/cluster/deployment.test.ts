/** Two real builds of a schema on one database: rolled forward and back while people write to both, and nothing acknowledged is lost. */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { expect } from 'chai'
import fc from 'fast-check'
import { createCms } from '../../lib/cms.ts'
import { drawn, seedOr } from '../harness/depth.ts'
import { makeUser, PASSWORD } from '../harness/people.ts'
import { DURABLE } from '../harness/start.ts'
import { Game, shapes, type Table, type Workplace } from '../store/game.ts'
import type { Process, Shape } from '../store/two-models.ts'
import { configOf } from './build.ts'

const SERVER = fileURLToPath(new URL('build.ts', import.meta.url))
const WRITERS = 3
/** Steps that one document takes. */
const STEPS = 12
/** How many steps all writers take while things are as they are. */
const A_WHILE = 15
const SEED = seedOr(5)

type Ask = (method: string, path: string, body?: unknown) => Promise<any>

const deskOf = (ask: Ask): Workplace => ({
  create: async (given) => (await ask('POST', '/posts', given)).id,
  update: (id, given) => ask('PATCH', `/posts/${id}`, given),
  unpublish: (id) => ask('POST', `/posts/${id}/unpublish`, {}),
  discard: (id) => ask('POST', `/posts/${id}/discard-draft`, {}),
  versions: async (id) => (await ask('GET', `/posts/${id}/versions?limit=100`)).docs.map((version: any) => version.id),
  restore: (id, version) => ask('POST', `/posts/${id}/versions/${version}/restore`, {}),
  async contents(id, draft) {
    const [listed] = (await ask('GET', `/posts?depth=0&where[id][equals]=${id}&draft=${draft}`)).docs
    const read = await ask('GET', `/posts/${id}?depth=0&draft=${draft}`)
    return [listed, read].map((doc) => {
      if (!doc) return undefined
      const { id: _, createdAt, updatedAt, status, ...rest } = doc
      return rest
    })
  },
})

/** The builds that run, as a load balancer sees them: one that is to end gets nothing new, and finishes what it has begun. */
class Deployment implements Table {
  readonly #where: string
  readonly #fields: readonly Shape[]
  readonly #running = new Map<Process, { child: ChildProcess; workplace: Workplace; underWay: Set<Promise<unknown>> }>()
  #headers: Record<string, string> = {}

  constructor(where: string, fields: readonly Shape[]) {
    this.#where = where
    this.#fields = fields
  }

  processes(): Process[] {
    return [...this.#running.keys()]
  }

  async at<T>(process: Process, work: (workplace: Workplace) => Promise<T>): Promise<T> {
    const { workplace, underWay } = this.#running.get(process)!
    const working = work(workplace)
    underWay.add(working)
    return working.finally(() => underWay.delete(working))
  }

  /** What `galley migrate` does with the schema of this build, or `galley migrate:undo`. */
  async migrate(build: Process, isUndo = false): Promise<string[]> {
    const cms = await createCms(configOf(this.#where, build, this.#fields), { migrate: false })
    const migrator = cms.engine.migrator
    const changes = isUndo ? await migrator.undo(false) : await migrator.apply(cms.engine.tables(), cms.engine.model)
    await cms.stop()
    return changes.map((change) => change.do)
  }

  async signIn(build: Process): Promise<void> {
    const cms = await createCms(configOf(this.#where, build, this.#fields))
    await makeUser(cms, 'boss@example.org', { role: 'admin' })
    const { token } = await cms.auth.login({ email: 'boss@example.org', password: PASSWORD })
    await cms.stop()
    this.#headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  }

  async start(host: string, build: Process): Promise<void> {
    const child = fork(SERVER, [host, this.#where, build, JSON.stringify(this.#fields)], { execArgv: ['--import', 'tsx'] })
    const ended = once(child, 'exit').then(() => Promise.reject(new Error(`the ${build} build did not start`)))
    const [port] = await Promise.race([once(child, 'message'), ended])
    const ask: Ask = async (method, path, body) => {
      const answer = await fetch(`http://127.0.0.1:${port}/api/cms${path}`, {
        method,
        headers: this.#headers,
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
      if (answer.status === 404 && method === 'GET') return undefined
      const text = await answer.text()
      if (!answer.ok) throw new Error(`${build} answers ${answer.status} to ${method} ${path}: ${text}`)
      return JSON.parse(text)
    }
    this.#running.set(build, { child, workplace: deskOf(ask), underWay: new Set() })
  }

  async stop(build: Process): Promise<void> {
    const { child, underWay } = this.#running.get(build)!
    this.#running.delete(build)
    await Promise.allSettled(underWay)
    const ended = once(child, 'exit')
    child.kill('SIGTERM')
    await ended
  }

  end(): void {
    for (const { child } of this.#running.values()) child.kill('SIGKILL')
  }
}

/** People who write to whatever runs, each to documents of their own. */
class Load {
  readonly games: Game[] = []
  readonly #table: Table
  readonly #fields: readonly Shape[]
  #steps = 0
  #isOver = false
  readonly #done: Promise<unknown>
  #failed: unknown

  constructor(table: Table, fields: readonly Shape[]) {
    this.#table = table
    this.#fields = fields
    this.#done = Promise.all(Array.from({ length: WRITERS }, () => this.#write())).catch((error) => {
      this.#failed = error
    })
  }

  async #write(): Promise<void> {
    while (!this.#isOver && !this.#failed) {
      const game = new Game(this.#table, this.#fields, SEED + this.games.length)
      await game.start()
      this.games.push(game)
      for (let step = 0; step < STEPS && !this.#isOver && !this.#failed; step++) {
        await game.step()
        this.#steps++
        await new Promise((resolve) => setTimeout(resolve, 5))
      }
    }
  }

  /** Until people have written for a while. */
  async aWhile(): Promise<void> {
    const before = this.#steps
    while (this.#steps < before + A_WHILE && !this.#failed) await new Promise((resolve) => setTimeout(resolve, 20))
    if (this.#failed) throw this.#failed
  }

  async end(): Promise<void> {
    this.#isOver = true
    await this.#done
    if (this.#failed) throw this.#failed
  }
}

describe('a deployment @long', function () {
  this.timeout(180_000)
  const [fields] = fc.sample(shapes(0), { seed: SEED, numRuns: 1 }) as [Shape[]]
  for (const [database, place] of drawn(Object.entries(DURABLE), 'deployment'))
    it(`rolls forward and back under load, with ${database} @long`, async () => {
      const site = new Deployment(place(), fields)
      try {
        await site.signIn('older')
        await site.start('express', 'older')
        const load = new Load(site, fields)
        const all = async () => {
          for (const game of load.games) await game.compare()
        }
        await load.aWhile()
        expect(await site.migrate('newer'), 'while the older one is written to').to.include('addColumn')
        await load.aWhile()
        await site.start('koa', 'newer')
        await load.aWhile()
        await site.stop('older')
        await load.aWhile()

        expect(await site.migrate('older', true), 'back, while the newer one is written to').to.include('park')
        await load.aWhile()
        await site.start('koa', 'older')
        await load.aWhile()
        await site.stop('newer')
        await load.aWhile()

        await site.migrate('newer')
        await site.start('express', 'newer')
        await load.aWhile()
        await load.end()
        await all()
        console.log(`      ${load.games.length} documents`)
      } finally {
        site.end()
      }
    })
})
