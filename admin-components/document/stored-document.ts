/** A document at the API: its path, the query it is read with, and whether a version is live. It holds no form values.
 * Tested by test/admin-components/copied-rows.test.ts.
 */
import { ApiError } from '../../client/api-error.ts'
import type { Answered } from '../../client/transport.ts'
import type { Client, Query } from '../app/client.ts'
import type { Entity } from '../app/schema.ts'
import { type CopiedRows, inLocale } from './copied-rows.ts'
import { withIds } from './relation-ids.ts'
import { haveWords, type RemovedRows, removedBy } from './removed-rows.ts'
import type { Values } from './values.ts'

interface RequestParts {
  body?: Values
  etag?: string | undefined
  query?: Query
}

export class StoredDocument {
  readonly #client: Client
  readonly #entity: Entity
  readonly locale: string | undefined
  readonly #copiedRows: CopiedRows
  readonly #removedRows: RemovedRows
  /** The last response, in the language of the form. */
  #last: Values = {}
  /** Relations as ids, drafts included, and no fallback values from another locale. */
  readonly query: Query
  id: number | undefined

  /** Copied rows take their other languages with the next save; removed rows take theirs when they come back. */
  constructor(
    client: Client,
    entity: Entity,
    id: number | undefined,
    locale: string | undefined,
    copiedRows: CopiedRows,
    removedRows: RemovedRows,
  ) {
    this.#client = client
    this.#entity = entity
    this.locale = locale
    this.#copiedRows = copiedRows
    this.#removedRows = removedRows
    this.id = id
    this.query = {
      depth: 0,
      ...(entity.drafts && { draft: true }),
      ...(locale !== undefined && { locale, 'fallback-locale': false }),
    }
  }

  get path(): string {
    if (this.#entity.kind === 'global') return `/globals/${this.#entity.slug}`
    return this.id === undefined ? `/${this.#entity.slug}` : `/${this.#entity.slug}/${this.id}`
  }

  read(): Promise<Answered<Values>> {
    return this.#ask('GET', '', {})
  }

  /** `etag` is from the last read; a document that has changed since then fails with `STALE`. */
  async update(body: Values, etag: string | undefined): Promise<Answered<Values>> {
    await this.#rememberRemoved(body)
    if (this.#hasOneLocale(body)) return this.#ask('PATCH', '', { body, etag })
    if (!this.#entity.drafts) return this.#saveWhole('PATCH', '', body, etag).catch((error) => this.#inOneLocale(error, body, etag))
    // Publishing validates the language of the form only, so the copied rows are saved first, as a draft.
    const { status: _, ...draft } = body
    const saved = await this.autosave(draft, etag)
    return this.#ask('PATCH', '', { body, etag: saved.etag })
  }

  async autosave(body: Values, etag: string | undefined): Promise<Answered<Values>> {
    await this.#rememberRemoved(body)
    return this.#hasOneLocale(body) ? this.#ask('POST', '/autosave', { body, etag }) : this.#saveWhole('POST', '/autosave', body, etag)
  }

  #hasOneLocale(body: Values): boolean {
    return this.locale === undefined || (this.#copiedRows.isEmpty && !this.#removedRows.areIn(body, this.#last))
  }

  async #rememberRemoved(body: Values): Promise<void> {
    if (this.locale === undefined || !haveWords(this.#entity.fields)) return
    const ids = removedBy(body, this.#last)
    if (ids.length > 0) this.#removedRows.remember(ids, await this.#readWhole())
  }

  #readWhole(): Promise<Values> {
    return this.#client.get<Values>(this.path, { ...this.query, locale: 'all' })
  }

  async #saveWhole(method: string, subpath: string, body: Values, etag: string | undefined): Promise<Answered<Values>> {
    const { fields } = this.#entity
    const { originals } = this.#copiedRows
    const query = { ...this.query, locale: 'all' }
    const whole = this.#copiedRows.inEveryLocale(fields, body, this.locale!, await this.#readWhole(), this.#removedRows)
    const answered = await this.#ask(method, subpath, { body: whole, etag, query }).catch((error) => {
      throw withoutLocale(error, this.locale!)
    })
    this.#copiedRows.saved(originals)
    return answered
  }

  /** Other languages may lack required values of a new row. That must not block this save, so copies then start without other languages. */
  #inOneLocale(error: unknown, body: Values, etag: string | undefined): Promise<Answered<Values>> {
    if (!(error instanceof ApiError && error.has('REQUIRED'))) throw error
    return this.#ask('PATCH', '', { body, etag })
  }

  async isLive(): Promise<boolean> {
    if (this.#entity.kind === 'global') return (await this.#client.get(this.path)).status === 'published'
    const where = { id: { equals: this.id } }
    const found = await this.#client.get(`/${this.#entity.slug}`, { where, select: 'status', depth: 0, count: false })
    return found.docs.length > 0
  }

  async #ask(method: string, subpath: string, { body, etag, query = this.query }: RequestParts): Promise<Answered<Values>> {
    const sending = { query, ...(body && { body }), ...(etag !== undefined && { headers: { 'if-match': etag } }) }
    const answered = await this.#client.exchange<Values>(method, this.path + subpath, sending)
    const { fields } = this.#entity
    const values = query === this.query ? answered.body : inLocale(fields, answered.body, this.locale!)
    this.#last = withIds(fields, values)
    return { ...answered, body: this.#last }
  }
}

/** A save in every language reports fields with their language: `title.en`. */
function withoutLocale(error: unknown, locale: string): unknown {
  const end = `.${locale}`
  if (!(error instanceof ApiError)) return error
  const problems = error.problems.map((one) => (one.field?.endsWith(end) ? { ...one, field: one.field.slice(0, -end.length) } : one))
  return new ApiError(error.status, problems, { cause: error })
}
