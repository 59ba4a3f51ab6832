/** Idempotency keys: a create request whose response was lost can be repeated without creating a second document.
 * Tested by test/http/idempotency.test.ts.
 */
import type { Entity } from '../../../schema/model.ts'
import type { Caller } from '../../actor.ts'
import { authorshipOf } from '../../auth/authorship.ts'
import { digest } from '../../auth/tokens.ts'
import { badRequest, GalleyError } from '../../errors.ts'
import type { Feature } from '../../feature.ts'
import { type Answer, json } from '../../http/answer.ts'
import { answerTextOf } from '../../http/document-answer.ts'
import { documentCall, optionsIn } from '../../http/query.ts'
import type { ApiRequest, Attempt, Creatable, Sent } from '../../http/request.ts'
import { call } from '../../local/call.ts'
import { find, forgetOld, idempotencyTable, remember } from './table.ts'

const LONGEST_KEY = 255

export const idempotency: Feature = {
  name: 'idempotency',
  tables: () => [idempotencyTable],
  attempt,
  jobs: [{ name: 'idempotency', run: forgetOld }],
}

/** Visitors can't be told apart, so their keys are ignored. */
async function attempt(request: ApiRequest, created: Entity | Creatable, content: Sent): Promise<Attempt | undefined> {
  const { engine, caller, exchange } = request
  const key = keyIn(exchange.headers['idempotency-key']?.toString())
  if (key === undefined || !caller.actor.user) return undefined
  const sent = JSON.stringify([request.query['locale'] ?? null, sorted(await content())])
  const mine = {
    caller: nameOf(caller),
    key,
    collection: created.slug,
    request: digest(engine.settings.secret, 'idempotency', sent),
  }
  return {
    extras: { writes: remember(engine, mine, 'inserted' in created ? created.inserted : 'document', () => keyReused()) },
    async earlier() {
      const made = await find(engine, mine)
      if (made && (made.collection !== mine.collection || made.request !== mine.request)) throw keyReused(made.id)
      if (!made) return undefined
      if ('inserted' in created) return replayed(created.status, await created.show(made.id), made.id)
      const shownOnce = engine.features.shownOnce(created)
      if (shownOnce) throw keyReused(made.id, shownOnce)
      return present(request, created, made.id)
    },
  }
}

/** The draft specification writes keys as quoted strings; most clients send them without quotes. */
function keyIn(given: string | undefined): string | undefined {
  if (given === undefined) return undefined
  const key = /^"(.*)"$/.exec(given)?.[1] ?? given
  if (key === '' || key.length > LONGEST_KEY || /[^\x20-\x7e]/.test(key))
    throw badRequest(`must be 1 to ${LONGEST_KEY} printable ASCII characters, such as a random UUID`, 'Idempotency-Key')
  return key
}

/** An account and each of its API keys count as separate callers. */
function nameOf(caller: Caller): string {
  const { author, author_key } = authorshipOf(caller)
  const { key } = caller.actor
  return `${author_key ?? author}${key ? ` by key ${key.id}` : ''}`
}

const OTHERWISE = 'was sent before with something else. Use a new key for each request, and the same key to repeat a request as it was'

const keyReused = (id?: number, message = OTHERWISE) =>
  new GalleyError('KEY_REUSED', [
    {
      message,
      field: 'Idempotency-Key',
      ...(id !== undefined && { id }),
    },
  ])

/** The document as it is now, or only its id if the caller can't read it. */
async function present(request: ApiRequest, entity: Entity, id: number): Promise<Answer> {
  const { engine, caller, query } = request
  const options = { ...optionsIn(query, engine), draft: true }
  const shown = await call(engine, caller, 'read', entity, { ...documentCall(query), id, options }).then(
    (operation) => operation.shown,
    (error) => {
      if (error instanceof GalleyError && ['NOT_FOUND', 'FORBIDDEN'].includes(error.code)) return undefined
      throw error
    },
  )
  const answer = replayed(201, shown && (await answerTextOf(shown)), id)
  if (shown) answer.headers['etag'] = `"r${shown.rev}"`
  return answer
}

function replayed(status: number, text: string | Buffer | undefined, id: number): Answer {
  const answer = json(status, text ?? JSON.stringify({ id }))
  answer.headers['idempotent-replayed'] = 'true'
  return answer
}

/** Sorts keys, because their order has no meaning. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(entries.map(([name, one]) => [name, sorted(one)]))
}
