/** Custom routes under the API prefix, declared in the configuration's `endpoints`. Tested by test/hosts.test.ts. */

import { Readable } from 'node:stream'
import type { ReadableStream as NodeReadableStream } from 'node:stream/web'
import type { Feature } from '../../feature.ts'
import { type Answer, json } from '../../http/answer.ts'
import { jsonObject, readBytes, readText } from '../../http/body.ts'
import type { ApiRequest } from '../../http/request.ts'
import type { Route } from '../../http/routes.ts'
import type { Settings } from '../../settings.ts'
import { takenTwice } from '../../taken-twice.ts'
import type { EndpointConfig, EndpointRequest } from './config.ts'
import { endpointsConfig } from './config.ts'

/** First segments of built-in routes. */
const TAKEN = [
  'globals',
  'auth',
  'admin',
  'api-keys',
  'media-folders',
  'audit-log',
  'document-versions',
  'webhook-deliveries',
  'jobs',
  'schema',
  'openapi.json',
  'users',
  'media',
]

export const endpoints: Feature = {
  name: 'endpoints',
  config: endpointsConfig,
  check: (settings) => [
    ...settings.endpoints.flatMap((endpoint, index) => clash(endpoint, settings).map((message) => `endpoints[${index}].path: ${message}`)),
    ...takenTwice('endpoints', settings.endpoints.map(routeMatched)),
  ],
  routes: (settings) => settings.endpoints.filter((endpoint) => !endpoint.root).map(routeOf),
  rootRoutes: (settings) => settings.endpoints.filter((endpoint) => endpoint.root).map(routeOf),
}

const routeOf = (endpoint: EndpointConfig): Route => ({
  method: endpoint.method.toUpperCase(),
  path: endpoint.path,
  name: 'custom',
  run: (request) => serve(endpoint, request),
})

/** Names of parameters make no difference to what a route matches. */
const routeMatched = ({ method, path, root }: EndpointConfig): string =>
  `${method.toUpperCase()} ${path.replace(/:[^/]+/g, ':…')}${root ? ' (root)' : ''}`

function clash(endpoint: EndpointConfig, settings: Settings): string[] {
  const parameters: string[] = endpoint.path.match(/:[^/]+/g) ?? []
  const repeated = parameters.find((one, index) => parameters.indexOf(one) !== index)
  if (repeated !== undefined) return [`'${repeated}' is there twice; give each parameter its own name`]
  return endpoint.root ? clashAtRoot(endpoint, settings) : clashInApi(endpoint, settings)
}

function clashAtRoot({ path }: EndpointConfig, { admin, routes }: Settings): string[] {
  const taken = [admin?.path, routes.api, routes.health, routes.metrics].find((own) => own && (path === own || path.startsWith(`${own}/`)))
  return taken ? [`'${taken}' belongs to the built-in routes`] : []
}

function clashInApi(endpoint: EndpointConfig, { collections, globals }: Settings): string[] {
  const first = endpoint.path.split('/')[1] ?? ''
  const slugs = [...collections, ...globals].map((entity) => entity['slug'])
  if (first.startsWith(':')) return ['must begin with a fixed segment']
  return TAKEN.includes(first) || slugs.includes(first) ? [`its first segment '${first}' belongs to the built-in routes`] : []
}

async function serve(endpoint: EndpointConfig, request: ApiRequest): Promise<Answer> {
  const given = await endpoint.handler(await endpointRequest(request))
  if (given instanceof Response) return passedOn(given)
  return json(200, given === undefined ? 'null' : (JSON.stringify(given) ?? 'null'))
}

/** Its body is streamed: it may be large, or never end, such as events. */
function passedOn(response: Response): Answer {
  const headers: Record<string, string | string[]> = {}
  for (const [name, value] of response.headers) if (name !== 'set-cookie') headers[name] = value
  const cookies = response.headers.getSetCookie()
  if (cookies.length > 0) headers['set-cookie'] = cookies
  const { status, body } = response
  return { status, headers, ...(body && { body: Readable.fromWeb(body as NodeReadableStream) }) }
}

async function endpointRequest({ exchange, params, cms, caller }: ApiRequest): Promise<EndpointRequest> {
  const url = new URL(exchange.url)
  let read: Promise<string> | undefined
  const text = () => (read ??= readText(exchange))
  return {
    url,
    params,
    cms,
    user: caller.actor.user,
    context: caller.context,
    ip: exchange.ip,
    text,
    json: async () => jsonObject(await text()),
    get request() {
      return webRequest(exchange, url)
    },
  }
}

function webRequest(exchange: ApiRequest['exchange'], url: URL): Request {
  const headers = new Headers()
  for (const [name, value] of Object.entries(exchange.headers)) for (const one of [value ?? []].flat()) headers.append(name, one)
  const hasBody = exchange.method !== 'GET' && exchange.method !== 'HEAD'
  const body = hasBody
    ? new ReadableStream({
        async start(controller) {
          controller.enqueue(await readBytes(exchange))
          controller.close()
        },
      })
    : null
  return new Request(url, { method: exchange.method, headers, body, ...(body && { duplex: 'half' }) } as RequestInit)
}
