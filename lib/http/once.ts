/** Creates a document, or something else, only once, even if its request is repeated because the answer was lost. Tested by test/http/repeated.test.ts. */
import type { Entity } from '../../schema/model.ts'
import type { Extras } from '../operations/contract.ts'
import type { Answer } from './answer.ts'
import type { ApiRequest, Creatable, Sent } from './request.ts'

/** If two requests arrive at once, the slower one fails for some reason, and then answers with what the other has created. */
export async function createOnce(
  request: ApiRequest,
  created: Entity | Creatable,
  sent: Sent,
  create: (extras?: Extras) => Promise<Answer>,
): Promise<Answer> {
  const attempt = await request.features.attempt(request, created, sent)
  if (!attempt) return create()
  const earlier = await attempt.earlier()
  if (earlier) return earlier
  try {
    return await create(attempt.extras)
  } catch (error) {
    const meanwhile = await attempt.earlier()
    if (meanwhile) return meanwhile
    throw error
  }
}
