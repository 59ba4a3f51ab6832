/** The provider named by a request, and what it gets: its URLs, and the requesting browser. */
import type { AuthProvider, ProviderClient } from '../../auth/provider.ts'
import type { Engine } from '../../engine.ts'
import { notFound } from '../../errors.ts'
import type { ApiRequest } from '../../http/request.ts'
import { apiPath } from '../../public-paths.ts'

export function providerOf({ engine, params }: ApiRequest): AuthProvider {
  const provider = engine.settings.auth.providers.find((one) => one.id === params['provider'])
  if (!provider) throw notFound(`The provider '${params['provider']}' doesn't exist`)
  return provider
}

export const routeURL = ({ settings }: Engine, address: string, id: string, route: 'login' | 'callback'): string =>
  `${settings.production && settings.serverURL ? settings.serverURL : address}${apiPath(settings)}/auth/${id}/${route}`

export const callbackURL = (engine: Engine, address: string, id: string): string => routeURL(engine, address, id, 'callback')

export const clientOf = ({ exchange, caller }: ApiRequest): ProviderClient => ({ headers: exchange.headers, ip: caller.source?.ip })
