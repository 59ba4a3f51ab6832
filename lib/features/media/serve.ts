/** Serves files: streamed, in ranges if requested, cached by browsers permanently, and never as a page that runs scripts. */

import { createHash } from 'node:crypto'
import { derived } from '../../../schema/derived.ts'
import { notFound } from '../../errors.ts'
import type { Answer } from '../../http/answer.ts'
import { isKnown } from '../../http/etag.ts'
import type { ApiRequest } from '../../http/request.ts'
import { abandon } from '../../storage/abandon.ts'
import type { StorageAdapter } from '../../storage/contract.ts'
import { kindOfExtension } from '../../storage/kinds.ts'
import { readName } from './names.ts'
import { filenameOf, storagesOf } from './storages.ts'

const FOR_GOOD = 'public, max-age=31536000, immutable'

/** `GET /media/file/:name` */
export function servePublic(request: ApiRequest): Promise<Answer> {
  const name = request.param('name')
  if (!readName(name)) throw notFound()
  return serveFile(request, name, FOR_GOOD)
}

/** A name is used for one file only, so the content behind it never changes. */
export async function serveFile({ engine, exchange }: ApiRequest, key: string, cache: string): Promise<Answer> {
  const etag = `"${createHash('sha1').update(key).digest('base64url').slice(0, 16)}"`
  const headers = headersOf(filenameOf(key), etag, cache)
  const storage = storagesOf(engine.settings).of(key)
  const size = await sizeOf(storage, key)
  if (isKnown(exchange.headers['if-none-match'], etag)) return { status: 304, headers }
  if (size !== undefined) headers['accept-ranges'] = 'bytes'
  const isFresh = exchange.headers['if-range'] === undefined || exchange.headers['if-range'] === etag
  const range = size !== undefined && isFresh ? rangeIn(exchange.headers.range, size) : undefined
  if (size !== undefined) headers['content-length'] = String(range ? range.end - range.start + 1 : size)
  if (range) headers['content-range'] = `bytes ${range.start}-${range.end}/${size}`
  const status = range ? 206 : 200
  if (exchange.method === 'HEAD') return { status, headers }
  const found = await storage.get(key, range)
  if (!found) throw notFound()
  return { status, headers, body: found.stream }
}

function headersOf(filename: string, etag: string, cache: string): Record<string, string> {
  // biome-ignore lint/style/noNonNullAssertion: only names that could be read are served
  const kind = kindOfExtension(readName(filename)!.extension)
  return {
    'content-type': typeWithCharset(kind?.mimeType ?? 'application/octet-stream'),
    ...(!kind?.inline && { 'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(filename)}` }),
    ...(kind?.mimeType !== 'application/pdf' && {
      'content-security-policy': "default-src 'none'; img-src 'self' data:; style-src 'unsafe-inline'; sandbox",
    }),
    'cross-origin-resource-policy': 'cross-origin',
    'x-content-type-options': 'nosniff',
    'cache-control': cache,
    etag,
  }
}

const typeWithCharset = (mimeType: string) => (mimeType.startsWith('text/') ? `${mimeType}; charset=utf-8` : mimeType)

const sizesIn = derived((_storage: StorageAdapter) => new Map<string, number>())
const MOST_KEPT = 5000

/** The size of the whole file; undefined if the storage doesn't know it. It is cached, since files never change. */
async function sizeOf(storage: StorageAdapter, key: string): Promise<number | undefined> {
  const known = sizesIn(storage)
  const kept = known.get(key)
  if (kept !== undefined) return kept
  const found = await storage.get(key)
  if (!found) throw notFound()
  abandon(found.stream)
  if (known.size >= MOST_KEPT) known.clear()
  if (found.size !== undefined) known.set(key, found.size)
  return found.size
}

/** A single range; several ranges, or one that can't be satisfied, get the whole file. */
function rangeIn(given: string | undefined, size: number): { start: number; end: number } | undefined {
  const parts = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(given ?? '')
  if (!parts || (parts[1] === '' && parts[2] === '')) return undefined
  const start = parts[1] === '' ? Math.max(0, size - Number(parts[2])) : Number(parts[1])
  const end = parts[1] === '' || parts[2] === '' ? size - 1 : Math.min(Number(parts[2]), size - 1)
  return start <= end && start < size ? { start, end } : undefined
}
