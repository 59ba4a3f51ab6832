/** What a change of a document is answered with: the document, its new revision, and what features add. */
import type { Operation } from '../operations/operation.ts'
import type { Shown } from '../query/reader.ts'
import { type Answer, json } from './answer.ts'
import type { ApiRequest } from './request.ts'

export function changed(request: ApiRequest, status: number, operation: Operation): Promise<Answer> {
  const shown = operation.shown!
  const answer = json(status, textOf(shown))
  answer.headers['etag'] = `"r${shown.rev}"`
  return request.answered(answer, operation)
}

export const textOf = (shown: Shown): string => shown.text ?? JSON.stringify(shown.object)
