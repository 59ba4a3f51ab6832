/** The requests that a reader takes, and the results that it returns. Tested by test/query/model.test.ts. */
import type { Entity } from '../../schema/model.ts'
import type { Row } from '../store/contract.ts'
import type { Doc } from '../store/document.ts'
import type { Filter } from './filter.ts'
import type { FoundRows, Page } from './pages.ts'
import type { Sorting } from './sort.ts'

/** A document as JSON text or as an object. */
export type Shown = { text: string; object?: undefined } | { text?: undefined; object: Doc }

/** Rows as documents with nothing but their ids. */
export const bareIds = (rows: readonly Row[], asText: boolean): Shown[] =>
  rows.map(({ id }) => (asText ? { text: `{"id":${id}}` } : { object: { id } as Doc }))

export type ShownWithRevision = Shown & { rev: number }

export interface Found extends Omit<FoundRows, 'rows'> {
  docs: Shown[]
  /** The ETag of the answer that the caller has. Nothing has changed since, so the documents were not read. */
  tag?: string
  /** Keeps the ETag of the answer, so that it is known as long as nothing changes. */
  remember?(tag: string): void
}

export interface ListRequest {
  entity: Entity
  filter: Filter
  sorting: Sorting
  page: Page
  asText: boolean
  /** Whether the caller has the answer with an ETag. */
  isKnown: ((tag: string) => boolean) | undefined
}
