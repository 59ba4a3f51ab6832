/** Where the browser keeps work on many documents that ended with its page. Tested by test/admin-components/bulk-stopped.test.ts. */

export const stoppedName = (user: number | string): string => `stopped:${user}`
