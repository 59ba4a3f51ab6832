/** `POST /admin/problems`: everything that is wrong with a form that can't be saved yet, so that an editor sees it all at once.
 * Tested by test/features/form-problems.test.ts.
 */
import { badRequest, GalleyError } from '../../errors.ts'
import { type Answer, json } from '../../http/answer.ts'
import { readJson } from '../../http/body.ts'
import { failure } from '../../http/failure.ts'
import { onlyPeople } from '../../http/guards.ts'
import { optionsIn } from '../../http/query.ts'
import type { ApiRequest } from '../../http/request.ts'
import { call, entityNamed, idOf } from '../../local/call.ts'

/** The most inputs of one form that aren't values yet. */
const MOST = 100

/** Lists what the save would be refused for. The unfinished inputs make sure that it always is, so nothing is ever stored. */
export async function problems({ engine, caller, exchange, query }: ApiRequest): Promise<Answer> {
  onlyPeople(caller)
  const { collection, global, id, data, unfinished } = await readJson(exchange)
  const entity = entityNamed(engine, global === undefined ? 'collection' : 'global', String(collection ?? global), caller.actor)
  const isNew = entity.kind === 'collection' && (id === undefined || id === null)
  const given = {
    options: optionsIn(query, engine),
    input: data,
    with: { unfinished: pathsIn(unfinished) },
    ...(entity.kind === 'collection' && !isNew && { id: idOf(id) }),
  }
  try {
    await call(engine, caller, isNew ? 'create' : 'update', entity, given)
  } catch (error) {
    const isRefused = error instanceof GalleyError && error.code === 'VALIDATION'
    if (!isRefused) throw error
    const { log, production } = engine.settings
    return { ...failure(error, exchange, log, production), status: 200 }
  }
  return json(200, '{"errors":[]}')
}

function pathsIn(given: unknown): readonly string[] {
  const isList = Array.isArray(given) && given.length > 0 && given.length <= MOST && given.every((path) => typeof path === 'string')
  if (!isList) throw badRequest('must be a list of the paths of inputs', 'unfinished')
  return given
}
