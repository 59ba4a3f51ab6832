/** Generates OpenAPI 3.1 from the model: the content routes with their request and response schemas. */
import type { JsonSchema } from './document.ts'
import { type Entity, type Field, isGroup, isRichText } from './model.ts'
import { richTextSchema, richTextSchemas } from './rich-text-openapi.ts'

type Shows = (field: Field) => boolean

/** A query parameter, in addition to those of every entity. */
export interface Parameter {
  name: string
  sentence: string
  schema: JsonSchema
  /** The operations that it applies to. */
  on: readonly string[]
  for(entity: Entity): boolean
}

/** Request bodies for creating documents of a collection, by media type, if they contain more than its fields. */
export type Bodies = Readonly<Record<string, Readonly<Record<string, JsonSchema>>>>

export function openapi(
  entities: readonly Entity[],
  prefix: string,
  {
    shows = () => true,
    varies = () => false,
    parameters = [],
    bodies = {},
  }: {
    shows?: Shows
    /** Fields that some documents lack, because a rule decides per document. */
    varies?: (field: Field) => boolean
    parameters?: readonly Parameter[]
    bodies?: Bodies
  } = {},
): JsonSchema {
  const paths: JsonSchema = {}
  const schemas: JsonSchema = { Errors: errors, Version: version, Scheduled: scheduled, References: references, ...richTextSchemas }
  for (const entity of entities) {
    const own = (operation: string) =>
      parameters
        .filter((one) => one.on.includes(operation) && one.for(entity))
        .map(({ name, schema, sentence }) => query(name, schema, sentence))
    Object.assign(
      paths,
      entity.kind === 'collection' ? collectionPaths(entity, own, bodies[entity.slug]) : globalPaths(entity, own),
      pathsBelow(entity),
    )
    const whole = shown(entity, shows, varies)
    schemas[entity.title] = whole
    schemas[selected(entity.title)] = {
      ...whole,
      description: `${entity.title} as reads return it: with \`select\`, only the fields that it names.`,
      required: whole['required'].filter((name: string) => name === 'id'),
    }
    schemas[`${entity.title}Input`] = taken(entity, shows)
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Content API', version: '1' },
    servers: [{ url: prefix }],
    paths,
    components: { schemas },
  }
}

/** The schema name of a read's result, which may be a part of a document. */
const selected = (title: string): string => `${title}Selected`
const ref = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` })
const content = (schema: JsonSchema): JsonSchema => ({ content: { 'application/json': { schema } } })
const answer = (description: string, schema: JsonSchema): JsonSchema => ({ description, ...content(schema) })
const failed: JsonSchema = { default: answer('The errors', ref('Errors')) }
const query = (name: string, schema: JsonSchema, description: string): JsonSchema => ({
  name,
  in: 'query',
  schema,
  description,
})
const pathId: JsonSchema = { name: 'id', in: 'path', required: true, schema: { type: 'integer' } }

const depth = query('depth', { type: 'integer', minimum: 0, maximum: 3, default: 1 }, 'How many levels of relations to populate')
const select = query('select', { type: 'string' }, 'Top-level fields, comma-separated')
const idempotencyKey: JsonSchema = {
  name: 'Idempotency-Key',
  in: 'header',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
  description: "A random key: the same request with the same key within 24 hours doesn't create a second document",
}
const listQuery = [
  query('where', { type: 'string' }, 'A filter as JSON, or in brackets: where[title][equals]=…'),
  query('sort', { type: 'string', default: '-createdAt' }, 'Paths, comma-separated; - for descending'),
  query('limit', { type: 'integer', minimum: 1, maximum: 10_000, default: 10 }, 'Documents per page, at most 100 unless `select` is `id`'),
  query('page', { type: 'integer', minimum: 1, default: 1 }, 'The number of the page'),
  query('count', { type: 'boolean', default: true }, 'false skips the total'),
  depth,
  select,
]

type Own = (operation: string) => JsonSchema[]

const mapped = (bodies: Bodies[string]) => Object.fromEntries(Object.entries(bodies).map(([type, schema]) => [type, { schema }]))

function collectionPaths(entity: Entity, own: Own, taken?: Bodies[string]): JsonSchema {
  const { slug, title } = entity
  const one = { ...failed, 200: answer('The document', ref(title)) }
  const body = { requestBody: { required: true, ...content(ref(`${title}Input`)) } }
  const of = (verb: string) => ({ tags: [slug], operationId: `${verb}${title}` })
  return {
    [`/${slug}`]: {
      get: {
        ...of('list'),
        parameters: [...listQuery, ...own('list')],
        responses: { ...failed, 200: answer('A page of documents', list(selected(title))) },
      },
      post: {
        ...of('create'),
        parameters: [depth, ...own('create'), ...(taken ? [] : [idempotencyKey])],
        ...(taken ? { requestBody: { required: true, content: mapped(taken) } } : body),
        responses: { ...failed, 201: answer('The new document', ref(title)) },
      },
    },
    [`/${slug}/{id}`]: {
      parameters: [pathId],
      get: {
        ...of('read'),
        parameters: [depth, select, ...own('read')],
        responses: { ...failed, 200: answer('The document', ref(selected(title))) },
      },
      patch: { ...of('update'), parameters: [depth, ...own('update')], ...body, responses: one },
      delete: { ...of('delete'), parameters: own('delete'), responses: one },
    },
  }
}

function globalPaths({ slug, title }: Entity, own: Own): JsonSchema {
  const one = { ...failed, 200: answer('The global', ref(title)) }
  return {
    [`/globals/${slug}`]: {
      get: {
        tags: ['globals'],
        operationId: `read${title}`,
        parameters: [depth, select, ...own('read')],
        responses: { ...failed, 200: answer('The global', ref(selected(title))) },
      },
      post: {
        tags: ['globals'],
        operationId: `update${title}`,
        parameters: [depth, ...own('update')],
        requestBody: { required: true, ...content(ref(`${title}Input`)) },
        responses: one,
      },
    },
  }
}

/** Routes below a document: the entities that have them, and what they return. */
interface Subroute {
  of(entity: Entity): boolean
  method: string
  path: string
  name: string
  status: number
  gives(title: string): JsonSchema
}

const has =
  (word: string) =>
  ({ options }: Entity): boolean =>
    Boolean(options[word])

const SUBROUTES: readonly Subroute[] = [
  { of: has('drafts'), method: 'post', path: '/unpublish', name: 'unpublish', status: 200, gives: ref },
  { of: has('drafts'), method: 'post', path: '/discard-draft', name: 'discardDraftOf', status: 200, gives: ref },
  { of: has('versions'), method: 'get', path: '/versions', name: 'versionsOf', status: 200, gives: () => list('Version') },
  { of: has('versions'), method: 'get', path: '/versions/{version}', name: 'versionOf', status: 200, gives: () => ref('Version') },
  { of: has('versions'), method: 'post', path: '/versions/{version}/restore', name: 'restore', status: 200, gives: ref },
  { of: has('schedule'), method: 'get', path: '/schedule', name: 'scheduleOf', status: 200, gives: () => arrayOf(ref('Scheduled')) },
  { of: has('schedule'), method: 'post', path: '/schedule', name: 'schedule', status: 201, gives: () => ref('Scheduled') },
  { of: has('schedule'), method: 'delete', path: '/schedule/{job}', name: 'cancelScheduleOf', status: 200, gives: () => deleted },
  { of: has('trash'), method: 'post', path: '/recover', name: 'recover', status: 200, gives: ref },
  { of: has('orderable'), method: 'post', path: '/move', name: 'move', status: 200, gives: ref },
  { of: has('drafts'), method: 'post', path: '/autosave', name: 'autosave', status: 200, gives: ref },
  { of: () => true, method: 'post', path: '/preview', name: 'preview', status: 200, gives: () => previewed },
  {
    of: ({ kind }) => kind === 'collection',
    method: 'get',
    path: '/references',
    name: 'referencesOf',
    status: 200,
    gives: () => ref('References'),
  },
  {
    of: ({ forms }) => forms !== undefined,
    method: 'get',
    path: '/translations',
    name: 'translationsOf',
    status: 200,
    gives: () => translations,
  },
]

function pathsBelow(entity: Entity): JsonSchema {
  const { kind, slug, title } = entity
  const base = kind === 'global' ? `/globals/${slug}` : `/${slug}/{id}`
  const paths: JsonSchema = {}
  for (const { method, path, name, status, gives } of SUBROUTES.filter((one) => one.of(entity))) {
    const more = /\{(\w+)\}/.exec(path)?.[1]
    paths[base + path] ??= {
      parameters: [...(kind === 'global' ? [] : [pathId]), ...(more ? [{ ...pathId, name: more }] : [])],
    }
    paths[base + path][method] = {
      tags: [kind === 'global' ? 'globals' : slug],
      operationId: `${name}${title}`,
      ...(gives === ref && { parameters: [depth] }),
      responses: { ...failed, [status]: answer('Meaning', gives(title)) },
    }
  }
  return paths
}

const arrayOf = (items: JsonSchema): JsonSchema => ({ type: 'array', items })

function list(title: string): JsonSchema {
  const count = { type: ['integer', 'null'] }
  return object({
    docs: { type: 'array', items: ref(title) },
    totalDocs: count,
    limit: { type: 'integer' },
    page: { type: 'integer' },
    totalPages: count,
    hasNextPage: { type: 'boolean' },
    hasPrevPage: { type: 'boolean' },
  })
}

const previewed: JsonSchema = {
  type: 'object',
  properties: { doc: { type: 'object' }, url: { type: ['string', 'null'] } },
}

const translations: JsonSchema = {
  type: 'object',
  description: 'For each locale: how many fields have values, out of how many, and the paths of the empty ones',
  additionalProperties: {
    type: 'object',
    properties: { filled: { type: 'integer' }, of: { type: 'integer' }, missing: { type: 'array', items: { type: 'string' } } },
  },
}
const time: JsonSchema = { type: 'string', format: 'date-time' }
const deleted: JsonSchema = { type: 'object', properties: { deleted: { type: 'integer' } } }
const author: JsonSchema = {
  type: ['object', 'null'],
  properties: { id: { type: ['integer', 'string'] }, email: { type: ['string', 'null'] }, name: { type: ['string', 'null'] } },
}
const version: JsonSchema = {
  type: 'object',
  properties: {
    id: { type: 'integer' },
    status: { enum: ['draft', 'published', null] },
    action: { type: 'string' },
    latest: { type: 'boolean' },
    author,
    createdAt: time,
    data: { type: 'object' },
  },
}
const scheduled: JsonSchema = {
  type: 'object',
  properties: {
    id: { type: 'integer' },
    action: { enum: ['publish', 'unpublish'] },
    runAt: time,
    state: { enum: ['pending', 'done', 'failed'] },
    error: { type: ['string', 'null'] },
    author,
  },
}

const references: JsonSchema = {
  type: 'object',
  properties: {
    total: { type: 'integer' },
    trashed: { type: 'integer' },
    references: arrayOf({
      type: 'object',
      properties: {
        collection: { type: 'string' },
        id: { type: 'integer' },
        global: { type: 'string' },
        title: { type: ['string', 'null'] },
        fields: arrayOf({ type: 'string' }),
        draft: { type: 'boolean' },
      },
    }),
  },
}

function shown(entity: Entity, shows: Shows, varies: (field: Field) => boolean): JsonSchema {
  const own = fieldsOf(
    entity.fields.filter((field) => !field.writeOnly),
    shows,
    (field) => read(field, shows),
  )
  const collection = entity.kind === 'collection'
  const all = {
    ...(collection && { id: { type: 'integer' } }),
    ...own,
    ...(collection && { createdAt: time }),
    updatedAt: collection ? time : { ...time, type: ['string', 'null'] },
  }
  const varying = entity.fields.filter(varies).map((field) => field.name)
  const required = Object.keys(all).filter((name) => !varying.includes(name))
  return { ...object(all), required, ...(entity.description !== undefined && { description: entity.description }) }
}

function taken(entity: Entity, shows: Shows): JsonSchema {
  const properties = fieldsOf(entity.fields, shows, (field) => write(field, shows))
  const required = entity.fields
    .filter((field) => field.required && field.defaultValue === undefined && properties[field.name])
    .map((field) => field.name)
  return { type: 'object', properties, ...(required.length > 0 && { required }) }
}

function fieldsOf(fields: readonly Field[], shows: Shows, schema: (field: Field) => JsonSchema): JsonSchema {
  return Object.fromEntries(
    fields
      .filter((field) => (!field.hidden || field.writeOnly) && shows(field))
      .map((field) => [
        field.name,
        {
          ...schema(field),
          ...(field.writeOnly && { writeOnly: true }),
          ...(field.description !== undefined && { description: field.description }),
        },
      ]),
  )
}

function read(field: Field, shows: Shows): JsonSchema {
  if (field.to !== undefined) {
    const target = {
      anyOf: [
        { type: 'integer' },
        { type: 'object', description: `A document of ${field.to}` },
        ...(field.hasMany ? [] : [{ type: 'null' }]),
      ],
    }
    return field.hasMany ? { type: 'array', items: target } : target
  }
  return nested(field, shows, (one) => read(one, shows))
}

function write(field: Field, shows: Shows): JsonSchema {
  if (field.to !== undefined) return field.hasMany ? { type: 'array', items: { type: 'integer' } } : { type: ['integer', 'null'] }
  return nested(field, shows, (one) => write(one, shows))
}

function nested(field: Field, shows: Shows, schema: (field: Field) => JsonSchema): JsonSchema {
  const row = (fields: readonly Field[], own: JsonSchema = {}) => ({
    type: 'object',
    properties: { ...own, ...fieldsOf(fields, shows, schema) },
  })
  if (isGroup(field)) return row(field.fields)
  if (isRichText(field)) return richTextSchema(field)
  if (field.blocks)
    return {
      type: 'array',
      items: {
        oneOf: field.blocks.map((block) => row(block.fields, { id: { type: 'string' }, blockType: { const: block.slug } })),
      },
    }
  if (field.fields) return { type: 'array', items: row(field.fields, { id: { type: 'string' } }) }
  const { minLength, maxLength, pattern, min: minimum, max: maximum } = field
  const bounds = Object.fromEntries(
    Object.entries({ minLength, maxLength, pattern, minimum, maximum }).filter(([, value]) => value !== undefined),
  )
  const one = { ...field.type.json(field), ...bounds }
  if (field.hasMany) return { type: 'array', items: one }
  if (one['enum']) return { enum: [...one['enum'], null] }
  return one['type'] ? { ...one, type: [one['type'], 'null'] } : one
}

const object = (properties: JsonSchema): JsonSchema => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
})

const text: JsonSchema = { type: 'string' }
const errors: JsonSchema = object({
  errors: {
    type: 'array',
    items: {
      type: 'object',
      properties: { message: text, field: text, code: text, reason: text, values: { type: 'object', additionalProperties: true } },
      required: ['message'],
    },
  },
})
