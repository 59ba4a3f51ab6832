/** The author of a version or of a deletion. Tested by test/admin-components/trash.test.ts. */

export interface Author {
  id: number | string
  /** Null if the reader may not know it. */
  email: string | null
  name: string | null
}

export const authorName = ({ id, email, name }: Author): string => name ?? email ?? String(id)
