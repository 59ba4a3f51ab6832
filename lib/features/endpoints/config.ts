/** The configuration of custom routes. Tested by test/hosts.test.ts. */
import type { JsonSchema } from '../../../schema/document.ts'
import type { Cms } from '../../local/cms.ts'
import type { UserOf } from '../../local/read-as.ts'
import { closed, flag, fn, listOf } from '../../option-schemas.ts'
import type { Registered } from '../../register.ts'

declare module '../../options.ts' {
  interface Options {
    /** Your own routes under the API prefix. @default [] */
    endpoints?: readonly EndpointConfig[]
  }
}

declare module '../../settings.ts' {
  interface Settings {
    endpoints: readonly EndpointConfig[]
  }
}

/**
 * A route of your own under the API prefix, with the same sign-in as all other routes.
 *
 * @example
 * const latest: EndpointConfig = {
 *   path: '/latest',
 *   method: 'get',
 *   handler: ({ cms }) => cms.find('posts', { limit: 3 }),
 * }
 */
export interface EndpointConfig {
  /** Under the API prefix; may hold `:name` segments. */
  path: string
  method: 'get' | 'post' | 'put' | 'patch' | 'delete'
  /** Returns a `Response`, or a value that is sent as JSON. */
  handler(request: EndpointRequest): unknown
  /** Serves the path from the site's root; standalone server only. @default false */
  root?: boolean
}

/** The request that an endpoint handles. `cms` follows the access rules of `user`. */
export interface EndpointRequest {
  request: Request
  url: URL
  params: Record<string, string>
  user: UserOf<Registered> | null
  context: Record<string, unknown>
  ip: string | undefined
  cms: Cms
  json(): Promise<Record<string, unknown>>
  text(): Promise<string>
}

export const endpointsConfig: Record<string, JsonSchema> = {
  endpoints: {
    ...listOf(
      closed(
        {
          path: { type: 'string', pattern: '^/', description: "a path such as '/latest'" },
          method: { enum: ['get', 'post', 'put', 'patch', 'delete'] },
          handler: fn,
          root: { ...flag, default: false },
        },
        ['path', 'method', 'handler'],
      ),
    ),
    default: [],
  },
}
