/** Request bodies: JSON of at most 1 MiB, and forms, counted as they arrive. Bodies parsed by the host have the same limits.
 * Tested by test/http/body-limits.test.ts.
 */
import { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { badRequest, GalleyError } from '../errors.ts'
import { isLargerThan, refuseCostlyJson, refuseKey, refuseShape, refuseWrongTexts } from '../outside-values.ts'
import type { Exchange } from './exchange.ts'

export const MAX_JSON = 1024 * 1024
/** Bodies of at least this size yield the event loop between two pieces of work. */
const LARGE = 64 * 1024

/** A body whose text has been checked and can be stored. */
export async function readJson(exchange: Exchange): Promise<Record<string, unknown>> {
  const body = await readDocument(exchange)
  refuseWrongTexts(body)
  return body
}

/** The body of a document: its text is validated with the fields, so that all errors are reported together. */
export async function readDocument(exchange: Exchange): Promise<Record<string, unknown>> {
  if (!hasBody(exchange)) return {}
  if (!/^application\/([\w.+-]+\+)?json\s*(;|$)/i.test(exchange.headers['content-type'] ?? '')) {
    throw new GalleyError('MEDIA_TYPE', 'The body must be JSON, with content-type: application/json')
  }
  const isParsed = wasParsed(exchange)
  if (isParsed) refuseLarge(exchange, MAX_JSON)
  const value = isParsed ? exchange.parsed : parse(await readText(exchange))
  const isLarge = Number(exchange.headers['content-length'] ?? LARGE) >= LARGE
  if (isLarge) await setImmediate()
  const body = objectOf(value)
  if (isLarge) await setImmediate()
  return body
}

/** Whether the document of `readDocument` was parsed here, so that nothing of the host holds it. */
export const ownsDocument = (exchange: Exchange): boolean => !wasParsed(exchange)

/** Some parsers (Express 4, Koa) leave `{}` for bodies that they don't know and didn't read, such as `application/ld+json`. */
function wasParsed(exchange: Exchange): boolean {
  const { parsed } = exchange
  if (parsed === undefined || typeof parsed === 'string' || Buffer.isBuffer(parsed)) return false
  const isLeftBehind = typeof parsed === 'object' && parsed !== null && Object.keys(parsed).length === 0 && hasUnread(exchange)
  return !isLeftBehind
}

/** A JSON text as an object, within the limits of all bodies. */
export const jsonObject = (text: string): Record<string, unknown> => objectOf(parse(text))

function objectOf(value: unknown): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw badRequest('The body must be a JSON object')
  refuseShape(value)
  return value as Record<string, unknown>
}

/** The fields of a posted form, each at most once. */
export async function readForm(exchange: Exchange, most: number): Promise<Record<string, string>> {
  if (!/^application\/x-www-form-urlencoded\s*(;|$)/i.test(exchange.headers['content-type'] ?? ''))
    throw new GalleyError('MEDIA_TYPE', 'The body must be a form, with content-type: application/x-www-form-urlencoded')
  refuseLarge(exchange, most)
  refuseEncoding(exchange)
  const { parsed } = exchange
  const isParsed = typeof parsed === 'object' && parsed !== null && !Buffer.isBuffer(parsed) && !hasUnread(exchange)
  const fields = isParsed ? Object.entries(parsed) : [...new URLSearchParams((await readBytes(exchange, most)).toString())]
  for (const [name] of fields) refuseKey(name)
  const form = Object.fromEntries(fields)
  if (Object.keys(form).length < fields.length || fields.some(([, value]) => typeof value !== 'string'))
    throw badRequest('The form must contain plain text fields, each only once')
  return form
}

function hasBody({ headers, parsed }: Exchange): boolean {
  if (headers['transfer-encoding'] !== undefined) return true
  const length = Number(headers['content-length'] ?? 0)
  return length > 0 || (Number.isNaN(length) && parsed !== undefined)
}

/** The body as text; a parser of the host may have decompressed and decoded it. */
export async function readText(exchange: Exchange): Promise<string> {
  refuseEncoding(exchange)
  if (exchange.parsed === undefined || Buffer.isBuffer(exchange.parsed)) refuseCharset(exchange)
  return decode(await readBytes(exchange))
}

/** Decompression is left to the host, which knows how much it wants to spend on it. */
function refuseEncoding(exchange: Exchange): void {
  const encoding = exchange.headers['content-encoding']?.trim() ?? ''
  if (hasUnread(exchange) && !/^(identity)?$/i.test(encoding))
    throw new GalleyError('MEDIA_TYPE', `The body has content-encoding: ${encoding}; send it uncompressed, without this header`)
}

function refuseCharset({ headers }: Exchange): void {
  const charset = /;\s*charset\s*=\s*"?([^\s;"]*)/i.exec(headers['content-type'] ?? '')?.[1]
  if (charset !== undefined && !/^(utf-?8|us-ascii)$/i.test(charset))
    throw new GalleyError('MEDIA_TYPE', `The body has charset=${charset}; send it as UTF-8`)
}

/** The raw bytes, or those of a body that the host has kept. */
export async function readBytes(exchange: Exchange, most: number = MAX_JSON): Promise<Buffer> {
  const { parsed, stream } = exchange
  if (Buffer.isBuffer(parsed)) return limited(parsed, most)
  if (typeof parsed === 'string') return limited(Buffer.from(parsed), most)
  refuseLarge(exchange, most)
  refuseShape(parsed)
  if (parsed !== undefined && !hasUnread(exchange)) return Buffer.from(JSON.stringify(parsed))
  if (!hasUnread(exchange)) {
    if (!hasBody(exchange)) return Buffer.alloc(0)
    throw wasRead()
  }
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let size = 0
    const done = (error?: Error) => {
      stream.off('data', take).off('end', end).off('error', broken).off('aborted', broken).off('close', broken)
      if (error) reject(error)
      else resolve(Buffer.concat(chunks))
    }
    const take = (chunk: Buffer) => {
      size += chunk.length
      if (size > most) {
        stream.resume()
        return done(tooLarge(most))
      }
      chunks.push(chunk)
    }
    const end = () => done()
    const broken = () => done(badRequest('The body ended early'))
    stream.on('data', take).on('end', end).on('error', broken).on('aborted', broken).on('close', broken)
  })
}

/** A body to be read as a stream. */
export function unread(exchange: Exchange): Readable {
  if (Buffer.isBuffer(exchange.parsed)) return Readable.from([exchange.parsed])
  if (!hasUnread(exchange)) throw wasRead()
  refuseEncoding(exchange)
  return exchange.stream
}

const wasRead = () =>
  badRequest(
    'Something read the body before it reached the CMS and did not keep it: have the body parser set req.body (or ctx.request.body), or mount the CMS before it',
  )

const hasUnread = ({ stream }: Exchange) => !stream.readableEnded && !stream.destroyed && stream.readable

/** The host may accept larger bodies, so this checks the declared length, and the size of a parsed body. */
function refuseLarge({ headers, parsed }: Exchange, most: number): void {
  const isValue = typeof parsed === 'object' && !Buffer.isBuffer(parsed)
  if (Number(headers['content-length'] ?? 0) > most || (isValue && isLargerThan(most, parsed))) throw tooLarge(most)
}

function limited(bytes: Buffer, most: number): Buffer {
  if (bytes.length > most) throw tooLarge(most)
  return bytes
}

const tooLarge = (most: number) => new GalleyError('TOO_LARGE', `The body is larger than ${most} bytes`)

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false })

function decode(bytes: Buffer): string {
  try {
    return utf8.decode(bytes)
  } catch {
    throw badRequest('The body is not valid UTF-8')
  }
}

function parse(text: string): unknown {
  if (text.trim() === '') return {}
  // What little a short text can hold is counted once it is parsed.
  if (text.length >= LARGE) refuseCostlyJson(text)
  try {
    return JSON.parse(text)
  } catch {
    throw badRequest('The body is not valid JSON')
  }
}
