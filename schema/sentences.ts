/** What several checks say about values of the wrong kind. Tested by test/schema/problems.test.ts. */
import { messages } from './messages.ts'

/** More than these would hide the sentence around them. */
const MOST_OPTIONS = 20

export const oneOf = (options: readonly string[]): string =>
  options.length > MOST_OPTIONS ? messages.oneOfMany(options.length) : messages.oneOf(options)

/** For the name of a JSON type: `a string`, `an object`. */
export const article = (type: string): string => (/^[aeio]/.test(type) ? `an ${type}` : `a ${type}`)
