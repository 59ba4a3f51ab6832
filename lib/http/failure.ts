/** Turns an error into its answer. Anything but our own refusals is answered with 500 and logged; only development says why. Tested by test/hosts.test.ts. */
import { firstLineOf, GalleyError, type Refusal } from '../errors.ts'
import type { Log } from '../log.ts'
import { type Answer, json } from './answer.ts'
import type { Exchange } from './exchange.ts'

export function failure(error: unknown, exchange: Exchange, log: Log, production: boolean): Answer {
  if (error instanceof GalleyError && error.expose) return refusal(error)
  log.error(`${exchange.method} ${exchange.path} failed`, { error })
  if (production || !(error instanceof Error)) return answer(500, [{ message: 'Internal Server Error', code: 'INTERNAL' }])
  // Our own messages say on their other lines what to do; those of drivers have details there.
  if (error instanceof GalleyError) return answer(error.status, error.errors)
  return answer(500, [{ message: firstLineOf(error), code: 'INTERNAL' }])
}

function refusal({ status, errors, retryAfter, allow }: GalleyError): Answer {
  const given = answer(status, errors)
  if (status === 401) given.headers['www-authenticate'] = 'Bearer'
  if (allow !== undefined) given.headers['allow'] = allow
  if (retryAfter !== undefined) given.headers['retry-after'] = String(retryAfter)
  return given
}

/** A message may quote the input, or list hundreds of options. */
const LONGEST_MESSAGE = 1000

const answer = (status: number, errors: readonly Refusal[]): Answer => json(status, JSON.stringify({ errors: errors.map(shortened) }))

function shortened(refusal: Refusal): Refusal {
  if (refusal.message.length <= LONGEST_MESSAGE) return refusal
  const { values: _, ...short } = refusal
  return { ...short, message: `${refusal.message.slice(0, LONGEST_MESSAGE).toWellFormed()} …` }
}
