/** The ids that a query lists, such as `?ids=7,8`. Tested by test/http/odd-values.test.ts. */
import { badRequest } from '../errors.ts'

export function listedIds(text: unknown, most: number): number[] {
  const ids = typeof text === 'string' ? text.split(',').map(Number) : []
  if (ids.length === 0 || ids.length > most || !ids.every((id) => Number.isSafeInteger(id) && id > 0))
    throw badRequest(`must be 1 to ${most} ids, with commas between them`, 'ids')
  return ids
}
