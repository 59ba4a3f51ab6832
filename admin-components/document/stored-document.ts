/** A document at the API: its path, the query it is read with, and whether a version is live. It holds no form values.
 * Tested by test/admin-components/copied-rows.test.ts.
 */
import { ApiError } from '../../client/api-error.ts'
import type { Answered } from '../../client/transport.ts'
import type { Client, Page, Query } from '../app/client.ts'
import type { Entity } from '../app/schema.ts'
import { type CopiedRows, inLocale, rowsIn } from './copied-rows.ts'
import { haveWords, type KnownRows } from './known-rows.ts'
import { withIds } from './relation-ids.ts'
import type { Values } from './values.ts'

/** The statuses of refused reads. */
const REFUSED = [401, 403, 404]

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
  readonly #knownRows: KnownRows
  /** The last response, in the language of the form. */
  #last: Values = {}
  /** Relations as ids, drafts included, and no fallback values from another locale. */
  readonly query: Query
  id: number | undefined
  /** An access rule that needs a single language hides the document in every language. */
  #isHiddenWhole = false

  /** Copied rows take their other languages with the next save, and known ones when they come back. */
  constructor(
    client: Client,
    entity: Entity,
    id: number | undefined,
    locale: string | undefined,
    copiedRows: CopiedRows,
    knownRows: KnownRows,
  ) {
    this.#client = client
    this.#entity = entity
    this.locale = locale
    this.#copiedRows = copiedRows
    this.#knownRows = knownRows
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

  /** If rows have words, in every language. */
  async read(): Promise<Answered<Values>> {
    if (this.locale === undefined || this.#isHiddenWhole || !haveWords(this.#entity.fields)) return this.#ask('GET', '', {})
    try {
      return await this.#ask('GET', '', { query: this.#inEveryLocale })
    } catch (error) {
      if (!(error instanceof ApiError && REFUSED.includes(error.status))) throw error
      const answered = await this.#ask('GET', '', {})
      this.#isHiddenWhole = true
      return answered
    }
  }

  /** `etag` is from the last read; a document that has changed since then fails with `STALE`. */
  async update(body: Values, etag: string | undefined): Promise<Answered<Values>> {
    if (this.#hasOneLocale(body)) return this.#ask('PATCH', '', { body, etag })
    if (!this.#entity.drafts) return this.#saveWhole('PATCH', '', body, etag).catch((error) => this.#inOneLocale(error, body, etag))
    // Publishing validates the language of the form only, so the copied rows are saved first, as a draft.
    const { status: _, ...draft } = body
    const saved = await this.autosave(draft, etag)
    return this.#ask('PATCH', '', { body, etag: saved.etag })
  }

  autosave(body: Values, etag: string | undefined): Promise<Answered<Values>> {
    return this.#hasOneLocale(body) ? this.#ask('POST', '/autosave', { body, etag }) : this.#saveWhole('POST', '/autosave', body, etag)
  }

  /** Everything that a save with these unfinished inputs would be refused for. Nothing is stored. */
  async problemsOf(body: Values, unfinished: readonly string[]): Promise<ApiError['problems']> {
    const { kind, slug } = this.#entity
    try {
      const about = { [kind]: slug, id: this.id, data: body, unfinished }
      const { errors } = await this.#client.post<{ errors: ApiError['problems'] }>('/admin/problems', about, this.query)
      return (await this.#client.inOwnWords(new ApiError(400, errors))).problems
    } catch (error) {
      // The save that follows finds out, for example about a lost connection.
      if (error instanceof ApiError) return []
      throw error
    }
  }

  #hasOneLocale(body: Values): boolean {
    return this.locale === undefined || this.#isHiddenWhole || (this.#copiedRows.isEmpty && !this.#knownRows.comeBackIn(body, this.#last))
  }

  get #inEveryLocale(): Query {
    return { ...this.query, locale: 'all' }
  }

  async #saveWhole(method: string, subpath: string, body: Values, etag: string | undefined): Promise<Answered<Values>> {
    const { fields } = this.#entity
    const { originals } = this.#copiedRows
    // biome-ignore lint/style/noNonNullAssertion: `#hasOneLocale` is true for forms without a language
    const locale = this.locale!
    const query = this.#inEveryLocale
    const stored = await this.#client.get<Values>(this.path, query)
    const whole = this.#copiedRows.inEveryLocale(fields, body, locale, stored, this.#knownRows)
    const answered = await this.#ask(method, subpath, { body: whole, etag, query }).catch((error) => {
      throw withoutLocale(error, locale)
    })
    // Copies in a field that is kept back are still to be saved.
    const sent = rowsIn(body)
    this.#copiedRows.saved(Object.fromEntries(Object.entries(originals).filter(([id]) => sent.has(id))))
    return answered
  }

  /** Other languages may lack required values of a new row. That must not block this save, so copies then start without other languages. */
  #inOneLocale(error: unknown, body: Values, etag: string | undefined): Promise<Answered<Values>> {
    if (!(error instanceof ApiError && error.has('REQUIRED'))) throw error
    return this.#ask('PATCH', '', { body, etag })
  }

  async isLive(): Promise<boolean> {
    if (this.#entity.kind === 'global') return (await this.#client.get<Values>(this.path))['status'] === 'published'
    const where = { id: { equals: this.id } }
    const found = await this.#client.get<Pick<Page<Values>, 'docs'>>(`/${this.#entity.slug}`, {
      where,
      select: 'status',
      depth: 0,
      count: false,
    })
    return found.docs.length > 0
  }

  async #ask(method: string, subpath: string, { body, etag, query = this.query }: RequestParts): Promise<Answered<Values>> {
    const sending = { query, ...(body && { body }), ...(etag !== undefined && { headers: { 'if-match': etag } }) }
    const answered = await this.#client.exchange<Values>(method, this.path + subpath, sending)
    const { fields } = this.#entity
    if (query !== this.query) this.#knownRows.remember(answered.body)
    // biome-ignore lint/style/noNonNullAssertion: only forms with a language ask for every language
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
