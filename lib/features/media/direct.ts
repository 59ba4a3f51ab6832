/** Direct uploads: a large file goes from the browser straight to the storage, by a signed request; here it is announced, and looked at when it is there. */
import type { Caller } from '../../actor.ts'
import { digest, isSame } from '../../auth/tokens.ts'
import { badRequest, GalleyError, notFound } from '../../errors.ts'
import type { Answer } from '../../http/answer.ts'
import { json } from '../../http/answer.ts'
import { readJson } from '../../http/body.ts'
import { changed } from '../../http/changed.ts'
import { documentCall, optionsIn } from '../../http/query.ts'
import type { ApiRequest } from '../../http/request.ts'
import { call } from '../../local/call.ts'
import type { Engine } from '../../operations/operation.ts'
import { abandon } from '../../storage/abandon.ts'
import type { StoredFile } from '../../storage/contract.ts'
import { admits, refusalOf } from './accepted.ts'
import { keyIn, MEDIA } from './collection.ts'
import { Incoming } from './incoming.ts'
import { kindOfType } from './kinds.ts'
import { shownName, storedName } from './names.ts'
import { Spool, tooLarge } from './spool.ts'
import { storagesOf } from './storages.ts'
import { WaitingFiles } from './waiting.ts'

/** Seconds in which the file must be sent, and those in which it is waited for. */
const SENT_IN = 3600
const COMPLETED_IN = 2 * SENT_IN
/** What is read of a file that stays where it is. */
const HEAD = 64 * 1024

interface Ticket {
  key: string
  filename: string
  mimeType: string
  filesize: number
  /** Who asked for it; `null` is the system. */
  by: number | string | null
  /** In seconds since 1970. */
  until: number
}

/** `POST /media/uploads` */
export async function beginUpload({ engine, caller, exchange }: ApiRequest): Promise<Answer> {
  const { settings } = engine
  const asked = await readJson(exchange)
  await engine.access.allow(engine.entity(MEDIA), 'create', caller, { data: asked })
  const { filename, mimeType, filesize } = checked(engine, asked)
  const key = keyIn(storedName(filename, kindOfType(mimeType)?.extension ?? 'bin'), asked)
  const storage = storagesOf(settings).of(key)
  if (!storage.uploadURL) throw notFound(`The storage '${storage.name}' takes no direct uploads; send the file to /media`)
  await new WaitingFiles(engine).announce([key], COMPLETED_IN + SENT_IN)
  const request = await storage.uploadURL(key, { size: filesize, mimeType, expiresIn: SENT_IN })
  const now = Math.floor(settings.clock.now().getTime() / 1000)
  const token = ticketText(engine, { key, filename, mimeType, filesize, by: whoIs(caller), until: now + COMPLETED_IN })
  return json(201, JSON.stringify({ ...request, token, expiresAt: new Date((now + SENT_IN) * 1000).toISOString() }))
}

function checked({ settings: { upload } }: Engine, asked: Record<string, unknown>) {
  const { filename, mimeType, filesize } = asked
  if (typeof filename !== 'string' || filename === '') throw badRequest('is required', 'filename')
  if (typeof mimeType !== 'string' || mimeType === '') throw badRequest('is required', 'mimeType')
  if (!admits(upload.mimeTypes!, mimeType)) throw badRequest(refusalOf(upload.mimeTypes!, mimeType), 'mimeType')
  if (typeof filesize !== 'number' || !Number.isInteger(filesize) || filesize < 1) throw badRequest('must be a number of bytes', 'filesize')
  if (filesize > upload.maxFileSize!) throw tooLarge(upload.maxFileSize!)
  return { filename: shownName(filename), mimeType, filesize }
}

/** `POST /media/uploads/complete` */
export async function completeUpload(request: ApiRequest): Promise<Answer> {
  const { engine, caller, exchange } = request
  const { token, ...input } = await readJson(exchange)
  const entity = engine.entity(MEDIA)
  await engine.access.allow(entity, 'create', caller, { data: input })
  const ticket = ticketOf(engine, caller, token)
  const waiting = new WaitingFiles(engine)
  if (!ticket || !(await waiting.isArriving(ticket.key))) throw usedUp()
  const incoming = await arrived(engine, ticket)
  const isAdopted = incoming.isAt(ticket.key, input)
  try {
    const operation = await call(engine, caller, 'create', entity, {
      ...documentCall(request.query),
      options: optionsIn(request.query, engine),
      input,
      with: {
        data: incoming.facts,
        brings: incoming,
        ...(!isAdopted && { guards: [waiting.dismiss(ticket.key, usedUp)], afterwards: [() => waiting.remove([ticket.key])] }),
      },
    })
    return await changed(request, 201, operation)
  } catch (error) {
    if (!isAdopted) await incoming.discard()
    throw error
  } finally {
    await incoming.done()
  }
}

const usedUp = () => new GalleyError('BAD_REQUEST', [{ field: 'token', message: 'is wrong, has expired or was used' }])

/** Pictures are taken in like any upload, since sizes are made of them; the rest stays where it is, and only its beginning is read. */
async function arrived(engine: Engine, { key, filename, mimeType, filesize }: Ticket): Promise<Incoming> {
  const storage = storagesOf(engine.settings).of(key)
  const stays = /^(video|audio)\//.test(mimeType)
  const found: StoredFile | null = await storage.get(key, stays ? { start: 0, end: Math.min(HEAD, filesize) - 1 } : {})
  if (!found) throw badRequest('has not arrived in the storage yet', 'file')
  if (found.size !== undefined && found.size !== filesize) {
    abandon(found.stream)
    throw badRequest(`has ${found.size} bytes instead of the ${filesize} that were announced`, 'file')
  }
  const spool = await Spool.of(found.stream, stays ? HEAD : filesize)
  return stays ? Incoming.adopted(engine, spool, { key, filename, mimeType, filesize }) : Incoming.judged(engine, spool, filename)
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
