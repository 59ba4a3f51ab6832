/** How large a rich text may be. Tested by test/rich-text/check.test.ts. */

/** Marks count as nodes. */
export const MOST_NODES = 50_000
/** Levels of nodes inside each other. */
export const MOST_LEVELS = 40
/** The JSON of a text. A request with a larger body is refused. */
export const MOST_BYTES = 1024 * 1024
/** Columns or rows that one cell covers. Browsers don't go further either. */
export const MOST_CELLS = 1000
