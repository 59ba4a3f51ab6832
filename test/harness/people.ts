/** People for tests: made with cheap hashes, signed in over HTTP, each with a browser of their own. */
import { setTimeout } from 'node:timers/promises'
import request from 'supertest'
import { COST } from '../../lib/auth/passwords.ts'

export { COST }

import type { Clock } from '../../lib/clock.ts'
import type { Cms } from '../../lib/local/cms.ts'
import { isSecret } from './canaries.ts'
import { listening } from './listening.ts'
import { SECRET } from './start.ts'

COST.N = 1024

export const PASSWORD = 'correct horse battery'
isSecret(PASSWORD)

export interface Made {
  id: number
  email: string
}

export async function makeUser(cms: Cms, email: string, more: Record<string, unknown> = {}): Promise<Made> {
  const { id } = (await cms.create('users', { email, password: PASSWORD, ...more })) as { id: number }
  return { id, email }
}

/** A browser: it keeps its cookies and sends the CSRF token that came with them. */
export class Browser {
  readonly listener: any
  readonly cookies = new Map<string, string>()
  headers: Record<string, string> = {}
  csrfToken: string | undefined

  constructor(listener: any) {
    this.listener = listener
  }

  get(path: string) {
    return this.send('get', path)
  }

  post(path: string, body: unknown = {}) {
    return this.send('post', path, body)
  }

  patch(path: string, body: unknown = {}) {
    return this.send('patch', path, body)
  }

  delete(path: string) {
    return this.send('delete', path)
  }

  /** Sends a form with a file. */
  upload(content: Buffer, name: string, fields: Record<string, string> = {}, { path = '/media', method = 'post' as 'post' | 'put' } = {}) {
    return this.send(method, path, (form: request.Test) => {
      for (const [field, value] of Object.entries(fields)) form.field(field, value)
      return form.attach('file', content, name)
    })
  }

  /** `body` is what is sent, or a function that makes it. */
  async send(method: 'get' | 'post' | 'patch' | 'put' | 'delete', path: string, body?: unknown): Promise<request.Response> {
    const sending = request(listening(this.listener))
      [method](path.startsWith('/api/') ? path : `/api/cms${path}`)
      .set(this.headers)
    if (this.cookies.size > 0) sending.set('cookie', [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; '))
    if (this.csrfToken !== undefined && this.headers['x-csrf-token'] === undefined) sending.set('x-csrf-token', this.csrfToken)
    const answer = await (typeof body === 'function' ? body(sending) : body === undefined ? sending : sending.send(body as object))
    for (const line of [answer.headers['set-cookie']].flat().filter(Boolean) as string[]) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!
      if (/Max-Age=0/.test(line)) this.cookies.delete(name!)
      else this.cookies.set(name!, value!)
    }
    if (answer.body?.csrfToken) this.csrfToken = answer.body.csrfToken
    for (const secret of [...this.cookies.values(), this.csrfToken, answer.body?.key]) isSecret(secret)
    for (const never of [PASSWORD, 'scrypt$', SECRET])
      if (answer.text?.includes(never)) throw new Error(`${method} ${path} answered a secret`)
    return answer
  }

  async login(email: string, password: string = PASSWORD): Promise<this> {
    const answer = await this.post('/users/login', { email, password })
    if (answer.status !== 200) throw new Error(`login of ${email}: ${answer.status} ${answer.text}`)
    return this
  }

  get token(): string | undefined {
    return this.cookies.get('svc-session')
  }
}

/** A clock that stands still until it is moved. */
export class MovedClock implements Clock {
  #at = Date.parse('2030-01-01T12:00:00.000Z')

  now(): Date {
    return new Date(this.#at)
  }

  forward(seconds: number): void {
    this.#at += seconds * 1000
  }
}

const A_TIMEOUT = 10_000

/** Waiting is moving on: quick retries happen at once. What takes too long is given a moment. */
export class HurriedClock extends MovedClock {
  async wait(milliseconds: number, signal?: AbortSignal): Promise<void> {
    if (milliseconds === A_TIMEOUT) return setTimeout(500, undefined, { ...(signal && { signal }) })
    this.forward(milliseconds / 1000)
  }
}
