/** Where a statement in the application's file ends that begins on a given line. Tested by test/cli/init.test.ts. */

/** The index of the line after it. */
export const statementEnd = (lines: readonly string[], at: number): number =>
  at + 1 + lines.slice(at).findIndex((line) => /\)\s*;?\s*(?:\/\/.*)?$/.test(line))
