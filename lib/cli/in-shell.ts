/** A word of a command that people copy into their shell. Tested by test/cli/init.test.ts. */
export const inShell = (word: string): string => (/^[\w./@^:-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`)
