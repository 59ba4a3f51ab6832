/** Each top-level option's sentence and default, read from the comments of `lib/config.ts`: they are written once. */
import { readFileSync } from 'node:fs'

const source = readFileSync(new URL('../../lib/config.ts', import.meta.url), 'utf8')
const body = /export interface Config \{([\s\S]*?)\n\}/.exec(source)![1]!

export const optionSentences: Record<string, { sentence: string; default: string | undefined }> = Object.fromEntries(
  [...body.matchAll(/\/\*\* ([\s\S]*?) \*\/\n\s+(\w+)\??:/g)].map(([, comment, name]) => {
    const [sentence, given] = comment!.split(' @default ')
    return [name!, { sentence: sentence!, default: given }]
  }),
)
