/** Slugs and names of fields that a schema can't declare. Tested by test/schema/problems.test.ts. */
import { messages } from './messages.ts'

/** Slugs that no declaration may use; features add those they serve. */
export const RESERVED_SLUGS = [
  'admin',
  'globals',
  'auth',
  'api-keys',
  'media-folders',
  'audit-log',
  'document-versions',
  'webhook-deliveries',
  'schema',
  'constructor',
]

/** Every document has these. */
export const RESERVED_FIELDS = ['id', 'createdAt', 'updatedAt', 'createdBy', 'created_at', 'updated_at']
export const RESERVED_IN_ROWS = ['id', 'blockType']
/** Every table of Postgres has columns with these names. */
const COLUMNS_OF_POSTGRES = ['ctid', 'xmin', 'xmax', 'cmin', 'cmax', 'tableoid']
/** SQLite keeps tables whose names begin so for itself. */
export const PREFIX_OF_SQLITE = 'sqlite_'
/** `where` joins conditions with these. */
const RESERVED_IN_FILTERS = ['and', 'or']

/** Every object has properties with these names, so no object could lack the field; requests with some of these keys are refused. */
const UNSAFE: readonly string[] = ['prototype', ...Object.getOwnPropertyNames(Object.prototype)]

/** The names that no field in this place may have. */
export function reservedIn(place: 'top' | 'group' | 'row' | 'block', hasDrafts: boolean): readonly string[] {
  if (place === 'group') return [...UNSAFE, 'blockType']
  if (place !== 'top') return [...UNSAFE, ...RESERVED_IN_ROWS]
  return [...UNSAFE, ...RESERVED_FIELDS, ...RESERVED_IN_FILTERS, ...COLUMNS_OF_POSTGRES, ...(hasDrafts ? ['status'] : [])]
}

/** What to do about a top-level name. */
export const hintToReserved = (name: string): string =>
  name === 'status' ? messages.statusOfDrafts : COLUMNS_OF_POSTGRES.includes(name) ? messages.columnOfPostgres : ''
