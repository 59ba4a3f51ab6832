/** Why a draft is not saved yet, in words for the line that says what is saved. */
import type { ApiError } from '../../client/api-error.ts'
import type { Desk } from '../desk/desk.ts'

export function obstacleOf(desk: Desk, error: Partial<ApiError>): string {
  const { status = 0 } = error
  if (error.has?.call(error, 'STALE')) return desk.t('unsaved.clash')
  if (status === 0) return desk.t('unsaved.offline')
  return status >= 500 ? desk.t('unsaved.server') : desk.explain(error)
}

/** What was sent may be stored all the same. */
export function hasNoAnswer(error: unknown): boolean {
  const { status = 0 } = error as Partial<ApiError>
  return status === 0 || status >= 500
}

/** `views: must be a number; extra: …` */
export const inLine = (problems: Iterable<readonly [string, string]>): string =>
  [...problems].map(([path, why]) => `${path}: ${why}`).join('; ')
