/** What `sqlite()` accepts. Tested by test/store/store.test.ts. */
import { closed, milliseconds, text } from '../../lib/option-schemas.ts'
import type { JsonSchema } from '../../schema/document.ts'
import { CLIENTS, type SqliteClient } from './clients.ts'

const fields: Record<keyof SqliteOptions, JsonSchema> = {
  filename: { ...text, description: "the path of a file, such as 'cms.db'" },
  client: { enum: CLIENTS },
  synchronous: { enum: ['FULL', 'NORMAL'] },
  tablePrefix: { type: 'string' },
  holdLimit: milliseconds,
}
export const sqliteSchema: JsonSchema = { ...closed(fields, ['filename']), description: "an object such as { filename: 'cms.db' }" }

/** The options of `sqlite()`. */
export interface SqliteOptions {
  /** The file; `:memory:` for a temporary file in a private folder, deleted at the end. */
  filename: string
  /** The driver. @default the first that is installed and works */
  client?: SqliteClient
  /** `FULL`: an acknowledged write survives a power cut. @default 'FULL' */
  synchronous?: 'FULL' | 'NORMAL'
  /** A prefix for the name of each table. @default '' */
  tablePrefix?: string
  /** How many milliseconds `cms.transaction` may hold the writer before it is rolled back, at most a day. @default 10000 */
  holdLimit?: number
}
