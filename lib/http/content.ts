/** The content routes. They only turn a request into a call, and its result into text. */
import { badQuery } from '../errors.ts'
import { call, entityNamed, idOf } from '../local/call.ts'
import { pages } from '../local/handle.ts'
import type { Listed } from '../operations/contract.ts'
import { type Answer, json } from './answer.ts'
import { ownsDocument, readDocument } from './body.ts'
import { answerTextOf, changed } from './document-answer.ts'
import { changeOptionsOf } from './document-routes.ts'
import { ifMatchOf, isKnown, tagged, tagOf, withTag } from './etag.ts'
import { createOnce } from './once.ts'
import { documentCall, listCall, optionsIn } from './query.ts'
import type { ApiRequest } from './request.ts'
import { type Route, routesWhere } from './routes.ts'

export const contentRoutes: readonly Route[] = [
  { method: 'GET', path: '/:collection', name: 'list', run: list },
  { method: 'POST', path: '/:collection', name: 'create', run: create },
  {
    method: 'GET',
    path: '/:collection/:id',
    name: 'read',
    run: (request) => read(request, collection(request), id(request)),
  },
  {
    method: 'PATCH',
    path: '/:collection/:id',
    name: 'update',
    run: (request) => update(request, collection(request), id(request)),
  },
  { method: 'DELETE', path: '/:collection/:id', name: 'delete', run: remove },
  { method: 'GET', path: '/globals/:slug', name: 'readGlobal', run: (request) => read(request, global(request)) },
  { method: 'POST', path: '/globals/:slug', name: 'updateGlobal', run: (request) => update(request, global(request)) },
  { method: 'PATCH', path: '/globals/:slug', name: 'updateGlobal', run: (request) => update(request, global(request)) },
]

/** The routes of a built-in collection that is switched off. */
export const routesWithout = (slug: string, words: string): readonly Route[] => {
  const own = contentRoutes.filter(({ path }) => path.startsWith('/:collection'))
  return routesWhere(
    false,
    words,
    own.map((route) => ({ ...route, path: route.path.replace(':collection', slug) })),
  )
}

const collection = (request: ApiRequest) => entityNamed(request.engine, 'collection', request.param('collection'), request.caller.actor)
const global = (request: ApiRequest) => entityNamed(request.engine, 'global', request.param('slug'), request.caller.actor)
const id = ({ params }: ApiRequest) => ({ id: idOf(params['id']) })

async function list(request: ApiRequest): Promise<Answer> {
  const entity = collection(request)
  const { actor } = request.caller
  const isVisitor = actor.kind === 'anonymous'
  const known = request.exchange.headers['if-none-match']
  const { page } = await call(request.engine, request.caller, 'list', entity, {
    ...listCall(request.query),
    options: optionsIn(request.query, request.engine),
    ...(isVisitor && !actor.pass && known !== undefined && { isKnown: (tag: string) => isKnown(known, tag) }),
  })
  if (page.tag !== undefined) return withTag(request, '', page.tag)
  const body = printList(page)
  if (!isVisitor) return json(200, body)
  const answer = tagged(request, body, undefined)
  page.remember?.(tagOf(answer))
  return answer
}

/** Lists are always read as text. */
function printList(listed: Listed): string {
  let text = '{"docs":['
  let separator = ''
  for (const doc of listed.docs) {
    text += `${separator}${doc.text}`
    separator = ','
  }
  return `${text}],${JSON.stringify(pages(listed)).slice(1)}`
}

async function create(request: ApiRequest): Promise<Answer> {
  const entity = collection(request)
  const own = request.features.creation(entity.slug)
  if (own) return own.run(request)
  const given = { ...documentCall(request.query), options: optionsIn(request.query, request.engine) }
  const input = await readDocument(request.exchange)
  const ownsInput = ownsDocument(request.exchange)
  return createOnce(
    request,
    entity,
    () => input,
    async (extras) =>
      changed(
        request,
        201,
        await call(request.engine, request.caller, 'create', entity, { ...given, input, ownsInput, ...(extras && { with: extras }) }),
      ),
  )
}

async function read(request: ApiRequest, entity: ReturnType<typeof collection>, address?: { id: number }): Promise<Answer> {
  const query = documentCall(request.query)
  query.options = optionsIn(request.query, request.engine)
  if (address) query.id = address.id
  const { answer } = await call(request.engine, request.caller, 'read', entity, query)
  return tagged(request, await answerTextOf(answer), answer.rev)
}

async function update(request: ApiRequest, entity: ReturnType<typeof collection>, address: { id?: number } = {}): Promise<Answer> {
  const given = { ...changeOptionsOf(request), ...address }
  if (request.query['where'] !== undefined) throw badQuery('has no effect here', 'where')
  const input = await readDocument(request.exchange)
  const ownsInput = ownsDocument(request.exchange)
  const operation = await call(request.engine, request.caller, 'update', entity, { ...given, input, ownsInput })
  return changed(request, 200, operation)
}

async function remove(request: ApiRequest): Promise<Answer> {
  const operation = await call(request.engine, request.caller, 'delete', collection(request), {
    ...id(request),
    options: optionsIn(request.query, request.engine),
    depth: 0,
    ...ifMatchOf(request),
  })
  return request.features.answered(json(200, await answerTextOf(operation.answer)), request, operation)
}
