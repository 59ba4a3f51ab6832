/** The API described by itself: OpenAPI, and the JSON Schema of each collection, for whoever may read it. */

import type { Entity } from '../../../schema/model.ts'
import { openapi, type Parameter } from '../../../schema/openapi.ts'
import type { Feature } from '../../feature.ts'
import { json } from '../../http/answer.ts'
import type { ApiRequest } from '../../http/request.ts'
import { named } from '../../local/call.ts'
import type { Engine } from '../../operations/operation.ts'
import { documentFor } from './document.ts'

export const description: Feature = {
  name: 'description',
  routes: () => [
    { method: 'GET', path: '/openapi.json', name: 'openapi', run: describeApi },
    { method: 'GET', path: '/schema/:collection', name: 'schema', run: describeCollection },
  ],
}

async function describeApi({ engine, caller }: ApiRequest) {
  const readable: Entity[] = []
  for (const entity of engine.model.entities.values()) {
    if (!entity.internal && (await engine.access.filter(entity, 'read', caller)).is !== 'none') readable.push(entity)
  }
  await engine.access.prepare(readable, caller)
  const masks = readable.map((entity) => engine.access.mask(entity, caller))
  const denied = new Set(masks.flatMap((mask) => [...mask.denied]))
  const varying = new Set(masks.flatMap((mask) => mask.ask))
  return json(
    200,
    JSON.stringify(
      openapi(readable, engine.settings.routes.api, {
        shows: (field) => !denied.has(field),
        varies: (field) => varying.has(field),
        parameters: parametersOf(engine.options),
        bodies: Object.fromEntries(Object.entries(engine.creations).map(([slug, { takes }]) => [slug, takes])),
      }),
    ),
  )
}

async function describeCollection({ engine, caller, params }: ApiRequest) {
  const entity = named(engine, 'collection', params['collection']!, caller.actor)
  await engine.access.allow(entity, 'read', caller)
  await engine.access.prepare([entity], caller)
  return json(200, JSON.stringify(documentFor(entity, engine.access.mask(entity, caller).denied)))
}

/** The arguments of requests that features own. */
const parametersOf = (options: Engine['options']): Parameter[] => Object.entries(options).map(([name, option]) => ({ name, ...option }))
