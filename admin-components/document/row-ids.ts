/** Ids for rows added in the form, in the server's format, so that a row keeps its id when it is saved. */
const BYTES = 8

export const newRowId = (): string =>
  btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(BYTES))))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '')
