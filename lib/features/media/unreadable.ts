/** Errors for pictures that are refused because of their metadata. */
import { badRequest } from '../../errors.ts'

/** The metadata would take too long to read. */
export const overfull = (why: string) => badRequest(`${why}; save it again with another program`, 'file')

/** The location can't be removed with certainty. */
export const unreadable = (why: string) =>
  badRequest(`${why}, so the location can't be removed from it; save it again with another program`, 'file')
