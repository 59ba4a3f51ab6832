/**
 * The types of Node that `galley` needs in its declarations. A page that uses `galley/client` with generated types reads these declarations,
 * too, and has no types of Node: there, they are `any`. Tested by test/types/browser.test.ts.
 */
// biome-ignore-start lint/suspicious/noTsIgnore: an error is only expected in projects without the types of Node
/** @ts-ignore */
export type { Buffer } from 'node:buffer'
/** @ts-ignore */
export type { IncomingHttpHeaders } from 'node:http'
/** @ts-ignore */
export type { Readable } from 'node:stream'
// biome-ignore-end lint/suspicious/noTsIgnore: an error is only expected in projects without the types of Node
