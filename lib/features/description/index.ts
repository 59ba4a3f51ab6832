/** The API described by itself: OpenAPI, and the JSON Schema of each collection, for whoever may read it. */

import type { Entity } from '../../../schema/model.ts'
import { openapi, type Parameter } from '../../../schema/openapi.ts'
import type { Feature } from '../../feature.ts'
import { json } from '../../http/answer.ts'
import type { ApiRequest } from '../../http/request.ts'
import { named } from '../../local/call.ts'
import type { Engine } from '../../operations/operation.ts'

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
  const hidden = new Set(readable.flatMap((entity) => [...engine.access.mask(entity, caller).denied]))
  return json(
    200,
    JSON.stringify(
      openapi(readable, engine.settings.routes.api, {
        shows: (field) => !hidden.has(field),
        parameters: parametersOf(engine.options),
        bodies: Object.fromEntries(Object.entries(engine.creations).map(([slug, { takes }]) => [slug, takes])),
      }),
    ),
  )
}

async function describeCollection({ engine, caller, params }: ApiRequest) {
  const entity = named(engine, 'collection', params['collection']!, caller.actor)
  await engine.access.allow(entity, 'read', caller)
  return json(200, JSON.stringify(withoutHidden(entity)))
}

/** The document as it was declared, without fields that never leave the server. */
function withoutHidden(entity: Entity): object {
  const strip = (schema: any): any => {
    if (Array.isArray(schema)) return schema.map(strip)
    if (typeof schema !== 'object' || schema === null) return schema
    const copy = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, strip(value)]))
    if (!copy['properties']) return copy
    const hidden = Object.keys(schema.properties).filter((name) => schema.properties[name]?.['x-cms']?.hidden === true)
    for (const name of hidden) delete copy['properties'][name]
    if (Array.isArray(copy['required'])) copy['required'] = copy['required'].filter((name: string) => !hidden.includes(name))
    return copy
  }
  return strip(entity.document)
}

/** The arguments of requests that features own. */
const parametersOf = (options: Engine['options']): Parameter[] => Object.entries(options).map(([name, option]) => ({ name, ...option }))
