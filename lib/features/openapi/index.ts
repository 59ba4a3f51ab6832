/** The API's description: OpenAPI, and the JSON Schema of each collection, for callers who may read it. */

import { FieldSet } from '../../../schema/field-set.ts'
import type { Entity, Field } from '../../../schema/model.ts'
import { openapi, type Parameter } from '../../../schema/openapi.ts'
import type { Mask } from '../../access/fields.ts'
import type { Caller } from '../../actor.ts'
import { Attached } from '../../attached.ts'
import type { Engine } from '../../engine.ts'
import type { Feature } from '../../feature.ts'
import { json } from '../../http/answer.ts'
import { checksum, withTag } from '../../http/etag.ts'
import type { ApiRequest } from '../../http/request.ts'
import { entityNamed } from '../../local/call.ts'
import { apiPath } from '../../public-paths.ts'
import { documentFor } from './document.ts'

export const apiDescription: Feature = {
  name: 'openapi',
  routes: () => [
    { method: 'GET', path: '/openapi.json', name: 'openapi', run: describeApi },
    { method: 'GET', path: '/schema/:collection', name: 'schema', run: describeCollection },
  ],
}

async function describeApi(request: ApiRequest) {
  const { engine, caller } = request
  const readable: Entity[] = []
  for (const entity of engine.model.entities.values()) {
    if (!entity.internal && (await engine.access.documents.filter(entity, 'read', caller)).is !== 'none') readable.push(entity)
  }
  await engine.access.paths.prepare(readable, caller)
  const { bytes, tag } = descriptionFor(engine, readable, caller)
  return withTag(request, bytes, tag)
}

interface Description {
  bytes: Buffer
  tag: string
}

/** One description is shared by all callers who may read the same; there is one kind per combination of access rules. */
const descriptions = new Attached<Engine, { numbers: Map<Field, number>; byKind: Map<string, Description> }>()
const MOST_KINDS = 100

function descriptionFor(engine: Engine, readable: readonly Entity[], caller: Caller): Description {
  const masked = readable.map((entity) => ({ slug: entity.slug, mask: engine.access.fields.mask(entity, caller) }))
  const { numbers, byKind } = descriptions.of(engine, () => ({ numbers: new Map(), byKind: new Map() }))
  const numberOf = (field: Field) => numbers.get(field) ?? numbers.set(field, numbers.size).size - 1
  const named = (fields: Iterable<Field>) => [...fields].map(numberOf).sort()
  const kind = JSON.stringify(masked.map(({ slug, mask }) => [slug, named(mask.denied), named(mask.ask)]))
  let found = byKind.get(kind)
  if (!found) {
    if (byKind.size >= MOST_KINDS) byKind.clear()
    found = describe(
      engine,
      readable,
      masked.map(({ mask }) => mask),
    )
    byKind.set(kind, found)
  }
  return found
}

function describe(engine: Engine, readable: readonly Entity[], masks: readonly Mask[]): Description {
  const denied = new FieldSet(masks.flatMap((mask) => [...mask.denied]))
  const varying = new FieldSet(masks.flatMap((mask) => [...mask.ask]))
  const document = openapi(readable, apiPath(engine.settings), {
    shows: (field) => !denied.has(field),
    varies: (field) => varying.has(field),
    parameters: parametersOf(engine.features.options),
    bodies: Object.fromEntries(Object.entries(engine.features.creations).map(([slug, { takes }]) => [slug, takes])),
  })
  const bytes = Buffer.from(JSON.stringify(document))
  return { bytes, tag: `"${checksum(bytes)}"` }
}

async function describeCollection(request: ApiRequest) {
  const { engine, caller } = request
  const entity = entityNamed(engine, 'collection', request.param('collection'), caller.actor)
  await engine.access.documents.allow(entity, 'read', caller)
  await engine.access.paths.prepare([entity], caller)
  return json(200, JSON.stringify(documentFor(entity, engine.access.fields.mask(entity, caller).denied)))
}

/** Request parameters that features define. */
const parametersOf = (options: Engine['features']['options']): Parameter[] =>
  Object.entries(options).map(([name, option]) => ({ name, ...option }))
