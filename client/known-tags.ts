/** The ETags of documents that a client has read by id, or saved: what `ifUnchanged` compares with. Tested by test/client/client.test.ts. */
import { ApiError } from './api-error.ts'
import { checkKey } from './known-values.ts'
import type { Changing, Creating } from './options.ts'
import type { Answered } from './transport.ts'

export class KnownTags {
  readonly #tags = new WeakMap<object, string>()

  /** Remembers the tag of an answer, and returns its document. */
  remember<R extends object>({ body, etag }: Answered<R>): R {
    if (etag !== undefined) this.#tags.set(body, etag)
    return body
  }

  /** The headers that make a change safe: to repeat, or against what others have saved since. */
  headersFor({ ifUnchanged, idempotencyKey }: Changing & Creating): Record<string, string> {
    checkKey(idempotencyKey)
    if (idempotencyKey !== undefined) return { 'idempotency-key': idempotencyKey }
    if (ifUnchanged === undefined) return {}
    const tag = this.#tags.get(ifUnchanged)
    if (tag === undefined) {
      const message = 'must be a document that this client has read by id, or saved'
      throw new ApiError(400, [{ message, field: 'ifUnchanged', code: 'BAD_QUERY' }])
    }
    return { 'if-match': tag }
  }
}
