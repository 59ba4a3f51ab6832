/** Parses a flag in the arguments of requests and calls: true or false, as text or as a boolean. Tested by test/local/handles.test.ts. */
import { badQuery } from '../errors.ts'

export const truth =
  (name: string) =>
  (given: unknown): boolean => {
    if (given === true || given === 'true') return true
    if (given === false || given === 'false') return false
    throw badQuery('must be true or false', name)
  }
