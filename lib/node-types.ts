/** The types of Node in declarations. Front ends with generated types read these, too, and have no types of Node: there, they are `any`.
 * Tested by test/types/browser.test.ts.
 */

// biome-ignore-start lint/suspicious/noTsIgnore: an error is only expected in projects without the types of Node
/** @ts-ignore Projects without `@types/node` don't have the module. */
export type { Buffer } from 'node:buffer'
/** @ts-ignore Projects without `@types/node` don't have the module. */
export type { Readable } from 'node:stream'
// biome-ignore-end lint/suspicious/noTsIgnore: an error is only expected in projects without the types of Node
