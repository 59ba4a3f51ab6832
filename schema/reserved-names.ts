/** Names of fields that a schema can't declare, because every document or every row has them. Tested by test/schema/problems.test.ts. */

export const RESERVED_FIELDS = ['id', 'createdAt', 'updatedAt', 'createdBy', 'created_at', 'updated_at']
export const RESERVED_IN_ROWS = ['id', 'blockType']
/** `where` joins conditions with these. */
const RESERVED_IN_FILTERS = ['and', 'or']

/** At the top level of a content type. */
export const reservedNames = (hasDrafts: boolean): readonly string[] => [
  ...RESERVED_FIELDS,
  ...RESERVED_IN_FILTERS,
  ...(hasDrafts ? ['status'] : []),
]
