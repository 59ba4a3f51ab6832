/** Bodies: JSON objects of at most 1 MiB, counted while they arrive; one that the host has parsed is taken as it is. */
import { Readable } from 'node:stream'
import { badRequest, GalleyError } from '../errors.ts'
import type { Exchange } from './exchange.ts'

export const MAX_JSON = 1024 * 1024

export async function readJson(exchange: Exchange): Promise<Record<string, unknown>> {
  if (!hasBody(exchange)) return {}
  if (!/^application\/([\w.+-]+\+)?json\s*(;|$)/i.test(exchange.headers['content-type'] ?? '')) {
    throw new GalleyError('MEDIA_TYPE', 'The body must be JSON, with content-type: application/json')
  }
  const value =
    exchange.parsed !== undefined && !Buffer.isBuffer(exchange.parsed) && typeof exchange.parsed !== 'string'
      ? exchange.parsed
      : parse(await readBytes(exchange))
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw badRequest('The body must be a JSON object')
  return value as Record<string, unknown>
}

function hasBody({ headers, parsed }: Exchange): boolean {
  if (headers['transfer-encoding'] !== undefined) return true
  const length = Number(headers['content-length'] ?? 0)
  return length > 0 || (Number.isNaN(length) && parsed !== undefined)
}

/** The raw bytes, or those of a body the host keeps. */
export async function readBytes(exchange: Exchange): Promise<Buffer> {
  const { parsed, stream, headers } = exchange
  if (Buffer.isBuffer(parsed)) return limited(parsed)
  if (typeof parsed === 'string') return limited(Buffer.from(parsed))
  if (parsed !== undefined && !hasUnread(exchange)) return limited(Buffer.from(JSON.stringify(parsed)))
  if (Number(headers['content-length'] ?? 0) > MAX_JSON) throw tooLarge()
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
      if (size > MAX_JSON) {
        stream.resume()
        return done(tooLarge())
      }
      chunks.push(chunk)
    }
    const end = () => done()
    const broken = () => done(badRequest('The body ended early'))
    stream.on('data', take).on('end', end).on('error', broken).on('aborted', broken).on('close', broken)
  })
}

/** A body that is to be read as it comes. */
export function unread(exchange: Exchange): Readable {
  if (Buffer.isBuffer(exchange.parsed)) return Readable.from([exchange.parsed])
  if (!hasUnread(exchange)) throw wasRead()
  return exchange.stream
}

const wasRead = () =>
  badRequest(
    'The body was read before it reached the CMS, and not kept: let the body parser put it on req.body (or ctx.request.body), or mount the CMS before it',
  )

const hasUnread = ({ stream }: Exchange) => !stream.readableEnded && !stream.destroyed && stream.readable

function limited(bytes: Buffer): Buffer {
  if (bytes.length > MAX_JSON) throw tooLarge()
  return bytes
}

const tooLarge = () => new GalleyError('TOO_LARGE', `The body is larger than ${MAX_JSON} bytes`)

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false })

function parse(bytes: Buffer): unknown {
  let text: string
  try {
    text = utf8.decode(bytes)
  } catch {
    throw badRequest('The body is not valid UTF-8')
  }
  if (text.trim() === '') return {}
  try {
    return JSON.parse(text)
  } catch {
    throw badRequest('The body is not valid JSON')
  }
}
