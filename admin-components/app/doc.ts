/** A document as the API returns it. Tested by test/admin-components/pages.test.ts. */

/** The values of a document, by field name. */
// biome-ignore lint/suspicious/noExplicitAny: only the schema of the running CMS says which fields there are
export type Values = Record<string, any>

/** A stored document. */
export type Doc = Values & { id: number }
