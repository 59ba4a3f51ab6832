/** Turns an error into its answer. Anything but our own refusals is answered with 500 and logged. Tested by test/hosts.test.ts. */
import { GalleyError, type Refusal } from '../errors.ts'
import type { Log } from '../log.ts'
import { type Answer, json } from './answer.ts'
import type { Exchange } from './exchange.ts'

export function failure(error: unknown, exchange: Exchange, log: Log, production: boolean): Answer {
  if (error instanceof GalleyError && error.expose) return refusal(error)
  log.error(`${exchange.method} ${exchange.path} failed`, { error })
  const message = production || !(error instanceof Error) ? 'Internal Server Error' : (error.message.split('\n')[0] ?? '')
  return answer(500, [{ message, code: 'INTERNAL' }])
}

function refusal({ status, errors, retryAfter, allow }: GalleyError): Answer {
  const given = answer(status, errors)
  if (status === 401) given.headers['www-authenticate'] = 'Bearer'
  if (allow !== undefined) given.headers['allow'] = allow
  if (retryAfter !== undefined) given.headers['retry-after'] = String(retryAfter)
  return given
}

/** A message may quote the input. */
const LONGEST_MESSAGE = 1000

const answer = (status: number, errors: readonly Refusal[]): Answer => json(status, JSON.stringify({ errors: errors.map(shortened) }))

function shortened(refusal: Refusal): Refusal {
  if (refusal.message.length <= LONGEST_MESSAGE) return refusal
  return { ...refusal, message: `${refusal.message.slice(0, LONGEST_MESSAGE).toWellFormed()} …` }
}
