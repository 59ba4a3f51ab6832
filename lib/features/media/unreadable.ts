/** Why a picture is refused for its metadata. */
import { badRequest } from '../../errors.ts'

/** It would take too long to read. */
export const overfull = (why: string) => badRequest(`${why}; save it again with another program`, 'file')

/** The location can't be removed for certain. */
export const unreadable = (why: string) =>
  badRequest(`${why}, so the location can't be removed from it; save it again with another program`, 'file')
