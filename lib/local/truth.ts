/** A flag among the arguments of requests and calls: true or false, as a word or as a value. */
import { badQuery } from '../errors.ts'

export const truth =
  (name: string) =>
  (given: unknown): boolean => {
    if (given === true || given === 'true') return true
    if (given === false || given === 'false') return false
    throw badQuery('must be true or false', name)
  }
