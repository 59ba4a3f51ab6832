/** Who a request is from: the features' strategies in order, then `onRequest`, which may replace the user and give a context. */
import { actorOf, Caller, type User } from '../actor.ts'
import type { Feature } from '../feature.ts'
import type { Cms } from '../local/handle.ts'
import type { Exchange } from './exchange.ts'

export async function authenticate(
  exchange: Exchange,
  cms: Cms,
  strategies: readonly NonNullable<Feature['authenticate']>[],
): Promise<Caller> {
  const { settings } = cms.engine
  let user: User | null = null
  for (const strategy of strategies) {
    const found = await strategy(exchange, cms)
    if (found === undefined) continue
    user = found
    break
  }
  const given = settings.onRequest
    ? await settings.onRequest({ headers: exchange.headers, url: new URL(exchange.url), user, cms: cms.as(user) })
    : undefined
  if (given?.user !== undefined) user = given.user
  return new Caller(actorOf(user, settings.auth.members?.roles), given?.context)
}
