/** The answer to a change of a document: the document, its new revision, and what features add. Tested by test/features/answers.test.ts. */
import type { Operation } from '../engine.ts'
import { jsonOf } from '../json.ts'
import type { Shown } from '../query/shown.ts'
import { type Answer, json } from './answer.ts'
import type { ApiRequest } from './request.ts'

export async function changed(request: ApiRequest, status: number, operation: Operation): Promise<Answer> {
  const { answer: shown } = operation
  const answer = json(status, await answerTextOf(shown))
  answer.headers['etag'] = `"r${shown.rev}"`
  return request.features.answered(answer, request, operation)
}

export const answerTextOf = ({ text, object }: Shown): string | Promise<string> => text ?? jsonOf(object)
