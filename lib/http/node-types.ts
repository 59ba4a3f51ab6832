/** The type of Node in declarations of requests; `any` in front ends that have none, as in `../node-types.ts`. Tested by test/types/browser.test.ts. */

// biome-ignore lint/suspicious/noTsIgnore: an error is only expected in projects without the types of Node
/** @ts-ignore Projects without `@types/node` don't have the module. */
export type { IncomingHttpHeaders } from 'node:http'
