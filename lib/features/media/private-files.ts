/** Private files: served to callers who may read their document, or who have a temporary signed link. */
import type { Entity } from '../../../schema/model.ts'
import type { Caller } from '../../actor.ts'
import { digest, isSame } from '../../auth/tokens.ts'
import type { Engine } from '../../engine.ts'
import { GalleyError, notFound, ValidationError } from '../../errors.ts'
import type { Answer } from '../../http/answer.ts'
import type { ApiRequest } from '../../http/request.ts'
import type { DocumentAddress } from '../../local/address.ts'
import { call } from '../../local/call.ts'
import type { FileLinks } from '../../local/types.ts'
import { byId } from '../../query/filter.ts'
import type { Where } from '../../query/where.ts'
import { type FileFacts, MEDIA } from './collection.ts'
import { readName } from './names.ts'
import { serveFile } from './serve.ts'
import { addressOf, filenameOf, isPrivateKey, keyOf } from './storages.ts'

/** In seconds. */
const LASTS = 3600
const LONGEST = 7 * 24 * 3600

const hasPrivate = ({ slug, fields }: Entity) => slug === MEDIA && fields.some((field) => field.name === 'private')

/** Only admin users can read private documents, whatever the access rules say; others get signed links. */
export function withoutPrivate(entity: Entity, { actor }: Caller): Where | undefined {
  if (!hasPrivate(entity) || actor.kind === 'system' || (actor.user && !actor.member)) return undefined
  return { private: { not_equals: true } }
}

/** `GET /media/private/:name` */
export async function servePrivate(request: ApiRequest): Promise<Answer> {
  const { engine, query } = request
  const name = request.param('name')
  const parsed = readName(name)
  if (!parsed || !hasPrivate(engine.entity(MEDIA))) throw notFound()
  if (!isSigned(engine, name, query) && !(await isReadable(request, parsed.main, name))) throw notFound()
  return serveFile(request, keyOf(name, true), 'private, no-cache')
}

function isSigned({ settings }: Engine, name: string, { expires, signature }: Record<string, unknown>): boolean {
  if (typeof expires !== 'string' || !/^\d{1,12}$/.test(expires)) return false
  return Number(expires) * 1000 > settings.clock.now().getTime() && isSame(signature, signatureOf(settings.secret, name, Number(expires)))
}

const signatureOf = (secret: string, name: string, expires: number) => digest(secret, 'file', `${name}\0${expires}`)

async function isReadable({ engine, caller }: ApiRequest, main: string, name: string): Promise<boolean> {
  const where: Where = { and: [{ filename: { equals: main } }, { private: { equals: true } }] }
  const query = { where, limit: 1, depth: 0, count: false, options: {} }
  try {
    const { page } = await call(engine, caller, 'list', engine.entity(MEDIA), query)
    const doc = page.docs[0]?.object as FileFacts | undefined
    return doc !== undefined && (name === main || Object.values(doc.sizes).some((size) => size.filename === name))
  } catch (error) {
    if (error instanceof GalleyError && ['UNAUTHENTICATED', 'FORBIDDEN', 'FIELD_FORBIDDEN'].includes(error.code)) return false
    throw error
  }
}

/** Temporary URLs for a document's files that work without signing in; the URLs of public files always work. */
export async function signedURL(
  engine: Engine,
  caller: Caller,
  { entity, id }: DocumentAddress,
  options: { expiresIn?: unknown } = {},
): Promise<FileLinks> {
  const { expiresIn = LASTS } = options
  if (typeof expiresIn !== 'number' || !Number.isInteger(expiresIn) || expiresIn < 1 || expiresIn > LONGEST)
    throw new ValidationError(`must be a number of seconds from 1 to ${LONGEST}`, 'expiresIn')
  await call(engine, caller, 'read', entity, { id, depth: 0, options: {} })
  const found = await engine.reader.stored(entity, byId(id))
  if (!found) throw notFound()
  const { url, sizes } = found.doc as FileFacts
  const expires = Math.floor(engine.settings.clock.now().getTime() / 1000) + expiresIn
  const link = (key: string, name: string) => {
    const address = addressOf(engine.settings, key)
    return isPrivateKey(key) ? `${address}?expires=${expires}&signature=${signatureOf(engine.settings.secret, name, expires)}` : address
  }
  return {
    url: link(url, filenameOf(url)),
    sizes: Object.fromEntries(Object.entries(sizes ?? {}).map(([name, size]) => [name, link(size.url, size.filename)])),
    expiresAt: new Date(expires * 1000).toISOString(),
  }
}
