/** The path of a request. Slugs and ids may come from outside, so they are escaped and can't lead to another document. Tested by test/client/client.test.ts. */
import { kindOf, toAwait } from '../schema/plain-object.ts'
import { ApiError } from './api-error.ts'

/** Slugs, ids and fixed words. */
export type Path = readonly (string | number)[]

export const addressOf = (path: Path): string => path.map((part) => `/${segment(part)}`).join('')

function segment(given: unknown): string {
  if (typeof given === 'object' && given !== null) {
    const message = `a slug or an id must be a text or a number, not ${kindOf(given)}${toAwait(given)}`
    throw new ApiError(400, [{ message, code: 'BAD_REQUEST' }])
  }
  const part = String(given)
  // URLs drop such segments, and the request would go elsewhere.
  if (/^\.{0,2}$/.test(part)) throw new ApiError(404, [{ message: 'Not found', code: 'NOT_FOUND' }])
  return encodeURIComponent(part.replace(/\p{Surrogate}/gu, '\ufffd'))
}
