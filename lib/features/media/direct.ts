/** Direct uploads: a signed request sends a file straight to the storage, to a key that is never served. It moves once it is checked. */

import type { Readable } from 'node:stream'
import { because } from '../../../schema/reasons.ts'
import type { Caller } from '../../actor.ts'
import { digest, isSame } from '../../auth/tokens.ts'
import type { Engine } from '../../engine.ts'
import { badRequest, GalleyError, isTemporary, notFound } from '../../errors.ts'
import { type Answer, json } from '../../http/answer.ts'
import { readDocument, readJson } from '../../http/body.ts'
import { changed } from '../../http/document-answer.ts'
import { createOnce } from '../../http/once.ts'
import { documentCall, optionsIn } from '../../http/query.ts'
import type { ApiRequest } from '../../http/request.ts'
import { call, viewOf } from '../../local/call.ts'
import { askToCreate } from '../../operations/ask-to-create.ts'
import type { Extras } from '../../operations/contract.ts'
import { abandon } from '../../storage/abandon.ts'
import type { ByteRange, StorageAdapter } from '../../storage/contract.ts'
import { kindOfType } from '../../storage/kinds.ts'
import type { Doc } from '../../store/document.ts'
import { admits, refusalOf } from './accepted.ts'
import { keyIn, MEDIA } from './collection.ts'
import { Incoming } from './incoming.ts'
import { shownName, storedName } from './names.ts'
import { Spool, tooLarge } from './spool.ts'
import { arrivingName, isPrivateKey, keyOf, storagesOf } from './storages.ts'
import { WaitingFiles } from './table.ts'

/** Seconds in which the file must be sent, and in which the upload must be completed. */
const SENT_IN = 3600
const COMPLETED_IN = 2 * SENT_IN
/** How many bytes are read of a file that never passes through this process. */
const HEAD = 64 * 1024
/** `type/subtype` without parameters, since it becomes a header. */
const TYPE = /^[a-z0-9][\w!#$&^.+-]{0,126}\/[a-z0-9][\w!#$&^.+-]{0,126}$/i

interface Ticket {
  /** The key that the file is sent to. */
  key: string
  filename: string
  mimeType: string
  filesize: number
  /** The user who requested the upload; `null` for the system. */
  by: number | string | null
  /** In seconds since 1970. */
  until: number
}

/** `POST /media/uploads` */
export async function beginUpload({ engine, caller, exchange }: ApiRequest): Promise<Answer> {
  const { settings } = engine
  const body = await readJson(exchange)
  await askToCreate(engine, caller, engine.entity(MEDIA), body)
  const { filename, mimeType, filesize } = checked(engine, body)
  const key = keyIn(arrivingName(storedName(filename, kindOfType(mimeType)?.extension ?? 'bin')), body)
  const storage = storagesOf(settings).of(key)
  if (!storage.uploadURL) throw notFound(`The storage '${storage.name}' takes no direct uploads; send the file to /media`)
  await new WaitingFiles(engine).announce([key], COMPLETED_IN + SENT_IN)
  const request = await storage.uploadURL(key, { size: filesize, mimeType, expiresIn: SENT_IN })
  const now = Math.floor(settings.clock.now().getTime() / 1000)
  const token = ticketText(engine, { key, filename, mimeType, filesize, by: whoIs(caller), until: now + COMPLETED_IN })
  return json(201, JSON.stringify({ ...request, token, expiresAt: new Date((now + SENT_IN) * 1000).toISOString() }))
}

function checked({ settings: { upload } }: Engine, body: Record<string, unknown>) {
  const { filename, mimeType, filesize } = body
  if (typeof filename !== 'string' || filename === '') throw badRequest(because('required'), 'filename')
  if (typeof mimeType !== 'string' || mimeType === '') throw badRequest(because('required'), 'mimeType')
  if (!TYPE.test(mimeType)) throw badRequest('must be a type such as image/png', 'mimeType')
  if (!admits(upload.mimeTypes, mimeType)) throw badRequest(refusalOf(upload.mimeTypes, mimeType), 'mimeType')
  if (typeof filesize !== 'number' || !Number.isInteger(filesize) || filesize < 1) throw badRequest('must be a number of bytes', 'filesize')
  if (filesize > upload.maxFileSize) throw tooLarge(upload.maxFileSize)
  return { filename: shownName(filename), mimeType, filesize }
}

/** `POST /media/uploads/complete` */
export async function completeUpload(request: ApiRequest): Promise<Answer> {
  const { engine, caller, exchange } = request
  const sent = await readDocument(exchange)
  const { token, ...input } = sent
  const entity = engine.entity(MEDIA)
  await askToCreate(engine, caller, entity, input, viewOf(engine, givenIn(request), caller.actor))
  return createOnce(
    request,
    entity,
    () => sent,
    (extras) => complete(request, token, input, extras),
  )
}

const givenIn = ({ query, engine }: ApiRequest) => ({ ...documentCall(query), options: optionsIn(query, engine) })

async function complete(request: ApiRequest, token: unknown, input: Doc, extras?: Extras): Promise<Answer> {
  const { engine, caller } = request
  const ticket = ticketOf(engine, caller, token)
  const waiting = new WaitingFiles(engine)
  if (!ticket || !(await waiting.isArriving(ticket.key))) throw usedUp()
  const incoming = await accepted(engine, ticket)
  try {
    const operation = await call(engine, caller, 'create', engine.entity(MEDIA), {
      ...givenIn(request),
      input,
      with: {
        ...extras,
        data: incoming.facts,
        brings: incoming,
        guards: [waiting.dismiss(ticket.key, usedUp)],
        afterwards: [() => waiting.empty(ticket.key)],
      },
    })
    return await changed(request, 201, operation)
  } catch (error) {
    await incoming.discard()
    throw error
  } finally {
    await incoming.done()
  }
}

const usedUp = () => new GalleyError('BAD_REQUEST', [{ field: 'token', message: 'is wrong, has expired or was used' }])

/** A refused file is deleted at once, and its token can't be used again. */
async function accepted(engine: Engine, ticket: Ticket): Promise<Incoming> {
  try {
    return await arrived(engine, ticket)
  } catch (error) {
    if (!isTemporary(error) && error !== notArrived) await new WaitingFiles(engine).refuse(ticket.key)
    throw error
  }
}

const notArrived = badRequest('has not arrived in the storage yet', 'file')

/**
 * Pictures are received like any upload, because sizes are rendered from them. Video and audio are copied within the storage, to a key that
 * the signed request can't write, and only their beginning is read.
 */
async function arrived(engine: Engine, { key, filename, mimeType, filesize }: Ticket): Promise<Incoming> {
  const storage = storagesOf(engine.settings).of(key)
  const isCopied = /^(video|audio)\//.test(mimeType)
  if (!isCopied) return Incoming.accept(engine, await Spool.of(await streamOf(storage, key, filesize), filesize), filename)
  abandon(await streamOf(storage, key, filesize))
  const copied = keyOf(storedName(filename, kindOfType(mimeType)?.extension ?? 'bin'), isPrivateKey(key))
  const waiting = new WaitingFiles(engine)
  await waiting.announce([copied])
  try {
    await copyWithin(storage, key, copied, { size: filesize, mimeType })
    const head = await Spool.of(await streamOf(storage, copied, filesize, { start: 0, end: Math.min(HEAD, filesize) - 1 }), HEAD)
    return await Incoming.adopted(engine, head, { key: copied, filename, mimeType, filesize })
  } catch (error) {
    await waiting.giveUp([copied])
    throw error
  }
}

/** The stream of a file, which must have the announced size. */
async function streamOf(storage: StorageAdapter, key: string, filesize: number, range?: ByteRange): Promise<Readable> {
  const found = await storage.get(key, range)
  if (!found) throw notArrived
  if (found.size === undefined || found.size === filesize) return found.stream
  abandon(found.stream)
  throw badRequest(`has ${found.size} bytes instead of the ${filesize} that were announced`, 'file')
}

async function copyWithin(storage: StorageAdapter, from: string, to: string, about: { size: number; mimeType: string }): Promise<void> {
  if (storage.copy) return storage.copy(from, to)
  await storage.put(to, await streamOf(storage, from, about.size), about)
}

const whoIs = ({ actor }: Caller) => actor.user?.id ?? null

function ticketText({ settings }: Engine, ticket: Ticket): string {
  const payload = Buffer.from(JSON.stringify(ticket)).toString('base64url')
  return `${payload}.${digest(settings.secret, 'upload', payload)}`
}

function ticketOf({ settings }: Engine, caller: Caller, token: unknown): Ticket | undefined {
  if (typeof token !== 'string' || token.length > 4000) return undefined
  const [payload, signature] = token.split('.')
  if (!payload || !isSame(signature, digest(settings.secret, 'upload', payload))) return undefined
  const ticket = JSON.parse(Buffer.from(payload, 'base64url').toString()) as Ticket
  return ticket.by === whoIs(caller) && ticket.until * 1000 > settings.clock.now().getTime() ? ticket : undefined
}
