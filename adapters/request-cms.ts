/** `req.cms`: the Local API on behalf of the request's user. It costs nothing until its first call, which looks up the user. */
import type { Cms } from '../lib/local/cms.ts'
import { memberNames } from '../lib/local/handle.ts'

type Open = () => Promise<Cms>

/** These return another handle synchronously. */
const HANDLES = ['as', 'in'] as const

/** This returns an iterator instead of a promise. */
const ITERATOR = 'all'

class RequestHandle {
  readonly #open: Open
  #opening: Promise<Cms> | undefined
  #opened: Cms | undefined

  constructor(open: Open) {
    this.#open = open
  }

  opened(): Promise<Cms> {
    this.#opening ??= this.#open().then((cms) => (this.#opened = cms))
    return this.#opening
  }

  get user(): Cms['user'] {
    if (!this.#opened) throw new Error("The user of this request is not loaded yet: use 'await cms.me()' instead of 'cms.user'")
    return this.#opened.user
  }
}

/** Creates handles for requests, with everything other handles have plus what features add. */
export function requestHandles(added: readonly object[]): (open: Open) => Cms {
  class FullRequestHandle extends RequestHandle {}
  const define = (name: string, given: PropertyDescriptor) => Object.defineProperty(FullRequestHandle.prototype, name, given)
  for (const name of HANDLES)
    define(name, {
      value(this: RequestHandle, ...given: Parameters<Cms[typeof name]>) {
        return make(async () => call(await this.opened(), name, given) as Cms)
      },
    })
  const groups: Record<string, string[]> = {}
  for (const name of memberNames(added)) {
    const [first, method] = name.split('.') as [string, string?]
    if (method) groups[first] = [...(groups[first] ?? []), method]
    else if (name === ITERATOR)
      define(name, {
        async *value(this: RequestHandle, ...given: unknown[]) {
          yield* call(await this.opened(), name, given) as AsyncGenerator
        },
      })
    else if (!(HANDLES as readonly string[]).includes(name))
      define(name, {
        async value(this: RequestHandle, ...given: unknown[]) {
          return call(await this.opened(), name, given)
        },
      })
  }
  for (const [name, methods] of Object.entries(groups))
    define(name, {
      get(this: RequestHandle) {
        const later =
          (method: string) =>
          async (...given: unknown[]) =>
            call(Reflect.get(await this.opened(), name), method, given)
        return Object.fromEntries(methods.map((method) => [method, later(method)]))
      },
    })
  // `test/hosts.test.ts` checks it against every member of `Cms`.
  const make = (open: Open) => new FullRequestHandle(open) as unknown as Cms
  return make
}

const call = (of: object, name: string, given: readonly unknown[]): unknown => Reflect.apply(Reflect.get(of, name), of, given)
