/** The entry points for files: a form, a URL, the Local API; as a new document or as a replacement. */

import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import { Readable } from 'node:stream'
import type { Field } from '../../../schema/model.ts'
import { kindOf, toAwait } from '../../../schema/plain-object.ts'
import { because } from '../../../schema/reasons.ts'
import type { Caller } from '../../actor.ts'
import type { Engine, Operation } from '../../engine.ts'
import { badRequest } from '../../errors.ts'
import type { Answer } from '../../http/answer.ts'
import { readDocument } from '../../http/body.ts'
import { changed } from '../../http/document-answer.ts'
import { changeOptionsOf } from '../../http/document-routes.ts'
import { createOnce } from '../../http/once.ts'
import { documentCall, optionsIn } from '../../http/query.ts'
import type { ApiRequest } from '../../http/request.ts'
import type { DocumentAddress } from '../../local/address.ts'
import { type Call, call, viewOf } from '../../local/call.ts'
import { takesOnly } from '../../local/known-options.ts'
import { askToCreate } from '../../operations/ask-to-create.ts'
import { refuseCostlyJson } from '../../outside-values.ts'
import type { FileSource } from '../../storage/contract.ts'
import type { Doc } from '../../store/document.ts'
import { MEDIA } from './collection.ts'
import { Incoming } from './incoming.ts'
import { isMultipart, readMultipart } from './multipart.ts'
import { fetchFile } from './remote.ts'
import { Spool } from './spool.ts'

const require = createRequire(import.meta.url)

interface Arrived {
  spool: Spool
  name: string
}

/** The content of a request: a file in a form, or its URL. */
interface Received {
  input: Doc
  file?: Arrived
  url?: unknown
}

/** `POST /media`: callers who may not create files are refused before a byte of the file is read. */
export async function uploadByRequest(request: ApiRequest): Promise<Answer> {
  const { engine, caller } = request
  const entity = engine.entity(MEDIA)
  if (await engine.access.documents.deniesOutright(entity, 'create', caller)) await engine.access.documents.allow(entity, 'create', caller)
  const { input, file, url } = await received(request)
  try {
    const given = { ...documentCall(request.query), options: optionsIn(request.query, engine), input }
    await askToCreate(engine, caller, entity, input, viewOf(engine, given, caller.actor))
    return await createOnce(
      request,
      entity,
      async () => ({ input, file: file ? [file.name, await file.spool.digest()] : url }),
      async (extras) => {
        const arrived = file ?? (await fetchFile(engine.settings, url))
        return changed(request, 201, await create(engine, caller, arrived, { ...given, ...(extras && { with: extras }) }))
      },
    )
  } finally {
    await file?.spool.remove()
  }
}

/** `PUT /media/:id/file` */
export async function replaceByRequest(request: ApiRequest, at: DocumentAddress): Promise<Operation> {
  const { engine, caller } = request
  await engine.reach({ entity: at.entity, caller, id: at.id })
  const { input, file, url } = await received(request)
  return replace(engine, caller, at, file ?? (await fetchFile(engine.settings, url)), { ...changeOptionsOf(request), input })
}

export async function upload(engine: Engine, caller: Caller, file: FileSource, data: Doc, options: Call): Promise<Operation> {
  await askToCreate(engine, caller, engine.entity(MEDIA), data, viewOf(engine, options, caller.actor))
  return create(engine, caller, await handed(engine, file), { ...options, input: data })
}

export async function uploadFromURL(engine: Engine, caller: Caller, url: string, data: Doc, options: Call): Promise<Operation> {
  await askToCreate(engine, caller, engine.entity(MEDIA), data, viewOf(engine, options, caller.actor))
  return create(engine, caller, await fetchFile(engine.settings, url), { ...options, input: data })
}

export async function replaceFile(
  engine: Engine,
  caller: Caller,
  at: DocumentAddress,
  file: FileSource,
  options: Call,
): Promise<Operation> {
  await engine.reach({ entity: at.entity, caller, id: at.id })
  return replace(engine, caller, at, await handed(engine, file), { ...options, input: {} })
}

const create = (engine: Engine, caller: Caller, arrived: Arrived, given: Call) =>
  letIn(engine, arrived, (incoming) =>
    call(engine, caller, 'create', engine.entity(MEDIA), { ...given, with: { ...given.with, data: incoming.facts, brings: incoming } }),
  )

/** The crop and focal point of the old picture are cleared, unless the request sets new ones. */
const replace = (engine: Engine, caller: Caller, { entity, id }: DocumentAddress, arrived: Arrived, given: Call) =>
  letIn(engine, arrived, (incoming) =>
    call(engine, caller, 'update', entity, {
      ...given,
      input: { focalPoint: null, crop: null, ...(given.input as Doc) },
      id,
      with: { data: incoming.facts, brings: incoming },
    }),
  )

async function letIn(engine: Engine, { spool, name }: Arrived, save: (incoming: Incoming) => Promise<Operation>): Promise<Operation> {
  const incoming = await Incoming.accept(engine, spool, name)
  try {
    return await save(incoming)
  } catch (error) {
    await incoming.discard()
    throw error
  } finally {
    await incoming.done()
  }
}

async function received({ engine, exchange }: ApiRequest): Promise<Received> {
  if (!isMultipart(exchange)) {
    const { url, ...input } = await readDocument(exchange)
    if (url === undefined) throw badRequest("is required: send a form with a field 'file', or JSON with a 'url'", 'file')
    return { input, url }
  }
  const { file, fields } = await readMultipart(exchange, engine.settings.upload.maxFileSize)
  if (!file) throw badRequest(because('required'), 'file')
  try {
    return { input: inputOf(engine.entity(MEDIA).fields, fields), file }
  } catch (error) {
    await file.spool.remove()
    throw error
  }
}

async function handed(engine: Engine, file: FileSource): Promise<Arrived> {
  const limit = engine.settings.upload.maxFileSize
  if (typeof file === 'string') return { spool: await Spool.of(await fileAt(file), limit), name: path.basename(file) }
  const given = file instanceof File ? { filename: file.name, content: file } : file
  takesOnly(given, ['filename', 'content'], 'file')
  const { content, filename } = given
  if (typeof filename !== 'string' || filename === '') throw badRequest("is required, such as 'photo.jpg'", 'filename')
  return { spool: await Spool.of(streamOf(content), limit), name: filename }
}

function streamOf(content: unknown): Readable {
  if (content instanceof Readable) return content
  if (content instanceof ReadableStream) return Readable.fromWeb(content as never)
  if (content instanceof Blob) return streamOf(content.stream())
  if (content instanceof ArrayBuffer) return streamOf(new Uint8Array(content))
  if (content instanceof Uint8Array || typeof content === 'string') return Readable.from([content])
  throw badRequest(`must be a Buffer, a Blob, a stream or text, not ${kindOf(content)}${toAwait(content)}`, 'content')
}

/** A file of the server's disk, which only code in the process may name. */
async function fileAt(place: string): Promise<Readable> {
  const found = await stat(place).catch(() => undefined)
  if (found?.isFile()) return createReadStream(place)
  throw badRequest(found ? `'${place}' is not a file` : `the file '${place}' doesn't exist`, 'file')
}

/** The text fields of a form → the values that JSON would have contained. */
function inputOf(fields: readonly Field[], pairs: readonly [string, string][]): Doc {
  const given: Record<string, string | string[]> = Object.create(null)
  for (const [name, value] of pairs) given[name] = given[name] === undefined ? value : [given[name], value].flat()
  const parsed = (require('qs') as typeof import('qs')).parse(given as never, { depth: 10, plainObjects: true }) as Doc
  return valuesOf(fields, parsed)
}

function valuesOf(fields: readonly Field[], given: Doc): Doc {
  return Object.fromEntries(
    Object.entries(given).map(([name, value]) => [
      name,
      formValue(
        fields.find((field) => field.name === name),
        value,
      ),
    ]),
  )
}

function formValue(field: Field | undefined, value: unknown): unknown {
  if (!field) return value
  if (field.hasMany) return (typeof value === 'string' ? fromJson(value) : undefined) ?? [value].flat()
  if (typeof value !== 'string') return field.fields && typeof value === 'object' && value !== null ? valuesOf(field.fields, value) : value
  if (field.type.kind === 'boolean')
    return value === 'true' || value === 'on' || value === '1' ? true : value === 'false' || value === '' || value === '0' ? false : value
  if (field.type.kind === 'json') return fromJson(value) ?? value
  return value
}

function fromJson(text: string): unknown {
  refuseCostlyJson(text)
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
