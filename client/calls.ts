/** Sends the calls of a client: refuses unknown options, adds the locale, remembers tags. Tested by test/client/client.test.ts. */
import type { List } from '../lib/local/types.ts'
import { type FileGiven, formOf } from './form.ts'
import { CHANGING, FINDING, READING, takesOnly } from './known-options.ts'
import { KnownTags } from './known-tags.ts'
import { checkFunction, checkObject, checkSignal } from './known-values.ts'
import type { Changing, Creating, Finding, Reading } from './options.ts'
import { addressOf, type Path } from './path.ts'
import { queryOf } from './query.ts'
import type { Answered, Transport, Uploading } from './transport.ts'
import { eachDocument } from './whole-list.ts'

export class Calls {
  readonly #transport: Transport
  readonly #locale: string | undefined
  readonly #tags = new KnownTags()

  constructor(transport: Transport, locale: string | undefined) {
    this.#transport = transport
    this.#locale = locale
  }

  async list<R>(slug: string, options?: Finding): Promise<List<R>> {
    return (await this.send<List<R>>('GET', [slug], FINDING, options)).body
  }

  each<R>(slug: string, { limit, ...options }: Finding): AsyncGenerator<R> {
    return eachDocument((more) => this.list<R & { id: number }>(slug, more), { ...options, limit: limit || 100, count: false })
  }

  async read<R extends object>(path: Path, options?: Reading): Promise<R> {
    return this.#tags.remember(await this.send<R>('GET', path, READING, options))
  }

  async change<R extends object>(
    method: string,
    path: Path,
    data: unknown,
    options?: Changing & Creating,
    known: readonly string[] = CHANGING,
  ): Promise<R> {
    return this.#tags.remember(await this.send<R>(method, path, known, options, data))
  }

  async upload<R>(
    method: 'POST' | 'PUT',
    path: Path,
    file: FileGiven,
    data: object,
    given: Changing & Pick<Uploading, 'progress'> = {},
  ): Promise<R> {
    takesOnly(given, [...(method === 'POST' ? READING : CHANGING), 'progress'])
    const { progress, ...options } = given
    checkFunction(progress, 'progress')
    const { signal } = options
    checkSignal(signal)
    return this.#transport.upload<R>(addressOf(path), formOf(file, data), {
      method,
      query: queryOf(this.#spoken(options)),
      headers: this.#tags.headersFor(options),
      ...(progress && { progress }),
      ...(signal && { signal }),
    })
  }

  async send<R>(
    method: string,
    path: Path,
    known: readonly string[],
    options: Changing & Creating = {},
    body?: unknown,
  ): Promise<Answered<R>> {
    takesOnly(options, known)
    const { signal } = options
    checkSignal(signal)
    checkObject(body, 'data')
    return this.#transport.exchange<R>(method, addressOf(path), {
      query: queryOf(this.#spoken(options)),
      headers: this.#tags.headersFor(options),
      ...(body !== undefined && { body }),
      ...(signal && { signal }),
    })
  }

  #spoken<O extends { locale?: string }>(options: O): O {
    return this.#locale === undefined ? options : { locale: this.#locale, ...options }
  }
}
