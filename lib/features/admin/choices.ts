/** `POST /admin/choices`: a page of the documents that a relation may point to, as its `filterOptions` say for what a form holds by now. */
import { everyField, isRelation, wholeOf } from '../../../schema/model.ts'
import { badRequest } from '../../errors.ts'
import { type Answer, json } from '../../http/answer.ts'
import { readJson } from '../../http/body.ts'
import { onlyPeople } from '../../http/only-admins.ts'
import type { ApiRequest } from '../../http/request.ts'
import { call, named } from '../../local/call.ts'
import { envelope } from '../../local/handle.ts'
import { choicesOf } from '../../operations/choices.ts'
import { and } from '../../query/filter.ts'

const OF_A_PAGE = 24

export async function choices({ engine, caller, exchange }: ApiRequest): Promise<Answer> {
  onlyPeople(caller)
  const { collection, global, field: path, data, where, page = 1 } = await readJson(exchange)
  const kind = global === undefined ? 'collection' : 'global'
  const entity = named(engine, kind, String(collection ?? global), caller.actor)
  await engine.access.prepare([entity], caller)
  const { denied } = engine.access.mask(entity, caller)
  const field = [...everyField(wholeOf(entity).fields)].find((one) => isRelation(one) && one.path === path)
  if (!field || field.hidden || denied.has(field)) throw badRequest('must be the path of a relation', 'field')
  const target = engine.entity(field.to!)
  const doc = typeof data === 'object' && data !== null ? (data as Record<string, unknown>) : {}
  const allowed = await choicesOf(field, target, { engine, caller, doc })
  const { listed } = await call(engine, caller, 'list', target, {
    ...(where !== undefined && where !== null && { where: where as object }),
    page: page as number,
    limit: OF_A_PAGE,
    depth: 0,
    options: { draft: target.options['drafts'] === true },
    within: and(...allowed.map(({ filter }) => filter)),
  })
  return json(200, JSON.stringify(envelope(listed!)))
}
