/** Ids of rows that were added here: like those that the server gives, so that a row is the same one before and after it was saved. */
const BYTES = 8

export const newRowId = (): string =>
  btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(BYTES))))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '')
