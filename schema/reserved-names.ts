/** Slugs and names of fields that a schema can't declare. Tested by test/schema/problems.test.ts. */

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
export const RESERVED_IN_GROUPS = ['blockType']
/** `where` joins conditions with these. */
const RESERVED_IN_FILTERS = ['and', 'or']

/** At the top level of a content type. */
export const reservedNames = (hasDrafts: boolean): readonly string[] => [
  ...RESERVED_FIELDS,
  ...RESERVED_IN_FILTERS,
  ...(hasDrafts ? ['status'] : []),
]

/** Every object has properties with these names, so no object could lack the field; requests with some of these keys are refused. */
export const UNSAFE: readonly string[] = ['prototype', ...Object.getOwnPropertyNames(Object.prototype)]
