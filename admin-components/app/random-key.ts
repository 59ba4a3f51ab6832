/** A unique key for a request. `randomUUID` isn't available on pages without HTTPS. Tested by test/admin-components/picking-files.test.ts. */
export const randomKey = (): string => [...crypto.getRandomValues(new Uint32Array(4))].map((part) => part.toString(36)).join('-')
