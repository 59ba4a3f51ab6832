/** Allowed link targets; others, such as `javascript:`, could run code in the reader's browser. Tested by test/admin-components/rich-text-links.test.ts. */
export const SAFE = /^(https?:|mailto:|tel:|\/|#|\.)/i
