/** `/jobs/run`: what is due, now. For a cron with the secret, or an admin. */
import { isSame } from '../../auth/tokens.ts'
import { ForbiddenError } from '../../errors.ts'
import { type Answer, json } from '../../http/answer.ts'
import { onlyAdmins } from '../../http/only-admins.ts'
import type { ApiRequest } from '../../http/request.ts'
import { runJobs } from '../../local/jobs.ts'

/** What is answered where nothing of a kind is set up: there was nothing to do. */
const NONE = {
  scheduled: { ran: 0, failed: 0 },
  webhooks: { sent: 0, failed: 0 },
  emails: { sent: 0, failed: 0 },
  jobs: { ran: 0, failed: 0 },
}

export async function run(request: ApiRequest): Promise<Answer> {
  if (!holdsSecret(request)) {
    onlyAdmins(request.caller)
    refuseLinks(request)
  }
  const done = await runJobs(request.engine.handle(request.caller.asSystem()))
  return json(200, JSON.stringify(Object.fromEntries(Object.entries(NONE).map(([name, none]) => [name, done[name] ?? none]))))
}

function holdsSecret({ exchange, engine }: ApiRequest): boolean {
  const { cronSecret } = engine.settings
  const given = /^Bearer +(\S+) *$/i.exec(exchange.headers.authorization ?? '')?.[1]
  return Boolean(cronSecret) && isSame(given, cronSecret!)
}

/** A GET that changes something must not be reachable by a link of another site. */
function refuseLinks({ exchange, caller }: ApiRequest): void {
  if (exchange.method !== 'GET' && exchange.method !== 'HEAD') return
  const from = exchange.headers['sec-fetch-site']
  if (caller.actor.session?.by === 'cookie' && from !== undefined && from !== 'same-origin' && from !== 'none')
    throw new ForbiddenError('This can not be opened from another site; send a POST')
}
