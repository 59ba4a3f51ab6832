/** `/jobs/run`: runs due jobs now. For a cron with the secret, or an admin. */
import { isSame } from '../../auth/tokens.ts'
import { badQuery, ForbiddenError } from '../../errors.ts'
import { type Answer, json } from '../../http/answer.ts'
import { isSignedInByBrowser } from '../../http/csrf.ts'
import { onlyAdmins } from '../../http/guards.ts'
import { textIn } from '../../http/query.ts'
import type { ApiRequest } from '../../http/request.ts'
import { LONGEST_WAIT, PATIENCE } from '../../local/jobs.ts'

/** The result for kinds of jobs that are not set up. */
const NONE = {
  scheduled: { ran: 0, failed: 0 },
  webhooks: { sent: 0, failed: 0 },
  emails: { sent: 0, failed: 0 },
  jobs: { ran: 0, failed: 0 },
}

export async function runJobs(request: ApiRequest): Promise<Answer> {
  if (!holdsSecret(request)) {
    onlyAdmins(request.caller)
    refuseLinks(request)
  }
  const { engine, caller, query } = request
  const done = await engine.jobs.run(engine.handle(caller.asSystem()), waitIn(textIn(query, 'wait')))
  const outcome = Object.fromEntries(Object.entries(NONE).map(([name, none]) => [name, done[name] ?? none]))
  return json(200, JSON.stringify({ ...outcome, ...(done['running'] !== undefined && { running: done['running'] }) }))
}

function waitIn(given: string | undefined): number {
  if (given === undefined) return PATIENCE
  const wait = Number(given)
  if (given.trim() === '' || !(wait >= 0 && wait <= LONGEST_WAIT))
    throw badQuery(`must be a number of seconds from 0 to ${LONGEST_WAIT}`, 'wait')
  return wait
}

function holdsSecret({ exchange, engine }: ApiRequest): boolean {
  const { cronSecret = process.env['CRON_SECRET'] } = engine.settings
  const given = /^Bearer +(\S+) *$/i.exec(exchange.headers.authorization ?? '')?.[1]
  return cronSecret ? isSame(given, cronSecret) : false
}

/** A GET that changes something must not be triggered by a link on another site. */
function refuseLinks({ exchange, caller }: ApiRequest): void {
  if (exchange.method !== 'GET' && exchange.method !== 'HEAD') return
  const from = exchange.headers['sec-fetch-site']
  if (isSignedInByBrowser(exchange, caller.actor.user) && from !== undefined && from !== 'same-origin' && from !== 'none')
    throw new ForbiddenError('This can not be opened from another site; send a POST')
}
