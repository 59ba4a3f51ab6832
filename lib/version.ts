/** Our version; package.json is one folder further up once built. Tested by test/features/status/status.test.ts. */
import { existsSync, readFileSync } from 'node:fs'

// biome-ignore lint/style/noNonNullAssertion: the package always contains its package.json
const at = ['../package.json', '../../package.json'].map((path) => new URL(path, import.meta.url)).find((url) => existsSync(url))!

export const version: string = JSON.parse(readFileSync(at, 'utf8')).version
