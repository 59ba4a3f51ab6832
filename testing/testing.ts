/** `galley/testing`: a started CMS on a fresh database that sends nothing to anybody and leaves nothing behind. */
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type CmsHandler, cmsHandler } from '../adapters/node.ts'
import { sqlite } from '../adapters/sqlite/index.ts'
import type { User } from '../lib/actor.ts'
import { createCms } from '../lib/cms.ts'
import type { Config } from '../lib/config.ts'
import type { Mail } from '../lib/events/mail.ts'
import type { Handle } from '../lib/local/handle.ts'
import type { Read, Write } from '../lib/local/read-as.ts'
import type { CollectionSlug, CreatableCollection, Registered, Types } from '../lib/register.ts'
import { TestClock } from './clock.ts'
import { Factory } from './factory.ts'

export { TestClock } from './clock.ts'

/** A user who is signed in, as `signIn` returns it. */
export interface SignedIn {
  user: User
  /** For requests: `.set(headers)` of supertest. */
  headers: { authorization: string }
}

/**
 * Starts a CMS for a test: your configuration, but with a fresh database in memory, collected emails, no webhooks and a fixed clock. `over`
 * overrides all of that.
 *
 * @example
 * const test = await testCms(config)
 * const post = await test.make('posts', { title: 'Hello' })
 * const { headers } = await test.signIn('editor')
 * await request(test.listener).get(`/api/cms/posts/${post.id}`).set(headers).expect(200)
 * await test.stop()
 */
export async function testCms<T extends Types = Registered>(config: Partial<Config> = {}, over: Partial<Config> = {}): Promise<TestCms<T>> {
  const folder = await mkdtemp(path.join(tmpdir(), 'galley-testing-'))
  const mails: Mail[] = []
  const clock = new TestClock()
  const { webhooks: _, ...rest } = config
  const cms = await createCms<T>({
    ...rest,
    secret: randomBytes(32).toString('hex'),
    db: sqlite({ filename: ':memory:' }),
    upload: { ...config.upload, dir: path.join(folder, 'files'), storage: undefined, privateStorage: undefined },
    backups: { dir: path.join(folder, 'backups') },
    email: { name: 'kept', from: 'cms@example.org', send: async (mail) => mails.push(mail) },
    log: { info() {}, warn() {}, error: (message, facts) => console.error(message, facts ?? '') },
    jobsTimer: false,
    clock,
    ...over,
  } as Config)
  return new TestCms<T>(cms, clock, mails, folder)
}

/** The CMS that `testCms` starts, with what tests need around it. */
export class TestCms<T extends Types = Registered> {
  /** Acts as the system. */
  readonly cms: Handle<T>
  /** For `request(test.listener)` of supertest, and for `createServer`. */
  readonly listener: CmsHandler
  readonly clock: TestClock
  /** The emails that would have been sent. */
  readonly mails: readonly Mail[]
  readonly #factory: Factory
  readonly #folder: string
  #people = 0

  /** @internal Created by `testCms`. */
  constructor(cms: Handle<T>, clock: TestClock, mails: readonly Mail[], folder: string) {
    this.cms = cms
    this.listener = cmsHandler(cms as unknown as Handle)
    this.clock = clock
    this.mails = mails
    this.#factory = new Factory(cms as unknown as Handle)
    this.#folder = folder
  }

  /**
   * Creates a document that the schema accepts: required values are made up, given ones are kept. With drafts, it is published unless
   * `given` says otherwise.
   */
  make<S extends CollectionSlug<T>>(slug: S, given: NoInfer<Partial<Write<T, S>>> = {}): Promise<Read<T, S>> {
    return this.#factory.make(slug, given) as Promise<Read<T, S>>
  }

  /** The document that `make` would save. Creates the documents that it refers to. */
  build<S extends CollectionSlug<T>>(slug: S, given: NoInfer<Partial<Write<T, S>>> = {}): Promise<Write<T, S>> {
    return this.#factory.build(slug, given) as Promise<Write<T, S>>
  }

  /** Creates a user with that role, and returns the headers for their requests. */
  async signIn(role: Registered['roles'] = 'admin', given: Record<string, unknown> = {}): Promise<SignedIn> {
    const email = `person-${++this.#people}@example.org`
    const password = randomBytes(12).toString('hex')
    const person = (await this.cms.create('users' as CreatableCollection<T>, { email, password, role, ...given } as never)) as {
      email: string
    }
    const { user, token } = await this.cms.auth.login({ email: person.email, password })
    return { user, headers: { authorization: `Bearer ${token}` } }
  }

  /** Stops the CMS and removes its temporary files. */
  async stop(): Promise<void> {
    await this.cms.stop()
    await rm(this.#folder, { recursive: true, force: true })
  }
}
