/** Explains why a draft isn't saved yet, for the status line of the form. Tested by test/admin-components/cut-answers.test.ts. */
import { ApiError } from '../../client/api-error.ts'
import type { App } from '../app/app.ts'
import { fieldName } from '../app/field-name.ts'
import type { Entity } from '../app/schema.ts'
import { inFormOrder } from './form-order.ts'

export function obstacleOf(app: App, error: Partial<ApiError>, entity: Entity): string {
  const { status = 0 } = error
  if (error.has?.call(error, 'STALE')) return app.t('unsaved.busy')
  if (status === 0) return app.t('unsaved.offline')
  if (status >= 500) return app.t('unsaved.server')
  const problems = inFormOrder(entity, error.problems ?? [], ({ field = '' }) => field)
  return app.explain({ status, problems }, entity.fields)
}

/** Globals always exist, and a new document has no id yet. */
export const isGone = ({ status }: Partial<ApiError>, id: number | undefined): boolean => status === 404 && id !== undefined

/** The request may have been carried out all the same. */
export function hasNoAnswer(error: unknown): boolean {
  const { status = 0 } = error as Partial<ApiError>
  return status === 0 || status >= 500
}

/** `Views: This is not a number; Extra: …` */
export const inLine = (app: App, entity: Entity, problems: Iterable<readonly [string, string]>): string =>
  inFormOrder(entity, problems, ([path]) => path)
    .map(([path, why]) => `${fieldName(app, entity.fields, path)}: ${why}`)
    .join('; ')

/** Reports a refused save: each problem at its field, and the rest as a sentence. */
export function blamed(app: App, error: unknown): { problems: ReadonlyMap<string, string>; failure: string } {
  if (!(error instanceof ApiError)) throw error
  // What others saved is read then, and a question says what is to be decided.
  if (error.has('STALE')) return { problems: new Map(), failure: '' }
  const problems = new Map(error.problems.flatMap(({ field, message }) => (field === undefined ? [] : [[field, message]])))
  const rest = error.problems.filter(({ field }) => field === undefined)
  const hasMore = rest.length > 0 || error.isOffline
  return { problems, failure: hasMore ? app.explain(error.problems.length > 0 ? new ApiError(error.status, rest) : error) : '' }
}
