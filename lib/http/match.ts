/** A trie over the route table. It finds the route and its parameters, and decides on 404, 405 and malformed escapes. Tested by test/http/matrix.test.ts. */
import { derived } from '../../schema/derived.ts'
import { badRequest, notFound } from '../errors.ts'
import type { Route } from './routes.ts'

interface Node {
  fixed: Map<string, Node>
  param: Node | undefined
  routes: Map<string, Route>
  /** How to enable the feature, for a path whose feature is switched off. */
  off: string | undefined
}

export interface Matched {
  /** Absent if the path exists only with other methods. */
  route: Route | undefined
  /** How to enable the path's feature, if it is switched off. */
  off: string | undefined
  /** The path as it was declared. */
  template: string | undefined
  params: Record<string, string>
  /** The methods of the path. */
  allow(): string[]
}

export class Matcher {
  readonly #root = node()

  constructor(routes: readonly Route[]) {
    for (const route of routes) this.#add(route)
  }

  #add(route: Route): void {
    let at = this.#root
    for (const segment of segmentsOf(route.path)) {
      if (segment.startsWith(':')) at = at.param ??= node()
      else {
        const next = at.fixed.get(segment) ?? node()
        at.fixed.set(segment, next)
        at = next
      }
    }
    if (route.off !== undefined) at.off ??= route.off
    else if (!at.routes.has(route.method)) at.routes.set(route.method, route)
  }

  match(method: string, path: string): Matched | undefined {
    const raw = segmentsOf(path)
    const segments = path.includes('%') ? raw.map(decode) : raw
    const found = walk(this.#root, segments, 0)
    if (!found) return undefined
    const route = found.routes.get(method) ?? (method === 'HEAD' ? found.routes.get('GET') : undefined)
    const known = route ?? found.routes.values().next().value
    if (!known) return { route, off: found.off, template: undefined, params: {}, allow: () => [] }
    return { route, off: undefined, template: known.path, params: paramsOf(known, segments), allow: () => allowed(found) }
  }
}

const node = (): Node => ({ fixed: new Map(), param: undefined, routes: new Map(), off: undefined })

function segmentsOf(path: string): string[] {
  const end = path.length > 1 && path.endsWith('/') ? path.length - 1 : path.length
  return path.slice(1, end).split('/')
}

function decode(segment: string): string {
  let decoded: string
  try {
    decoded = decodeURIComponent(segment)
  } catch {
    throw badRequest('The address contains a malformed escape')
  }
  // No name contains NUL, and no database accepts it in a query.
  if (decoded.includes('\0')) throw notFound()
  return decoded
}

/** Tries fixed segments first, then the parameter. */
function walk(at: Node, segments: readonly string[], index: number): Node | undefined {
  const segment = segments[index]
  if (segment === undefined) return at.routes.size > 0 || at.off !== undefined ? at : undefined
  const fixed = at.fixed.get(segment)
  const found = fixed && walk(fixed, segments, index + 1)
  if (found) return found
  return at.param && segment !== '' ? walk(at.param, segments, index + 1) : undefined
}

const placesOf = derived((route: Route) =>
  segmentsOf(route.path).flatMap((one, index) => (one.startsWith(':') ? [{ name: one.slice(1), index }] : [])),
)

/** Parameter names come from the route table, never from a request. */
function paramsOf(route: Route, segments: readonly string[]): Record<string, string> {
  const params: Record<string, string> = {}
  // biome-ignore lint/style/noNonNullAssertion: a path that matches has as many segments as the route
  for (const { name, index } of placesOf(route)) params[name] = segments[index]!
  return params
}

function allowed({ routes }: Node): string[] {
  return [...routes.keys(), ...(routes.has('GET') ? ['HEAD'] : []), 'OPTIONS']
}
