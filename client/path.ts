/** The path of a request. Slugs and ids may come from outside, so they are escaped and can't lead to another document. Tested by test/client/client.test.ts. */
import { ApiError } from './api-error.ts'

/** Slugs, ids and fixed words. */
export type Path = readonly (string | number)[]

export const addressOf = (path: Path): string => path.map((part) => `/${segment(String(part))}`).join('')

/** URLs drop such segments, and the request would go elsewhere. */
function segment(part: string): string {
  if (/^\.{0,2}$/.test(part)) throw new ApiError(404, [{ message: 'Not found', code: 'NOT_FOUND' }])
  return encodeURIComponent(part.replace(/\p{Surrogate}/gu, '\ufffd'))
}
