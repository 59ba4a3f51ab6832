/** Fetches a file from a URL, with limits on hosts, time, size and redirects. */

import { PassThrough, type Readable } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import type { Dispatcher } from 'undici'
import { type Because, because } from '../../../schema/reasons.ts'
import { badRequest, GalleyError } from '../../errors.ts'
import type { Settings } from '../../settings.ts'
import { abandon } from '../../storage/abandon.ts'
import { guardedLookup, type Reach, refuseUnreachable } from './public-addresses.ts'
import { Spool } from './spool.ts'

/** In milliseconds, from the first connection to the last byte. */
const TIME = 15_000
const REDIRECTS = 3

const refused = (why: string | Because) => badRequest(why, 'url')

interface Limits {
  allowedHosts: readonly string[]
  allowPrivate?: boolean
}

export async function fetchFile({ upload }: Settings, given: unknown): Promise<{ spool: Spool; name: string }> {
  if (!upload.fromURL) throw refused('is not accepted here: upload.fromURL is not configured')
  if (typeof given !== 'string' || given === '') throw refused(because('required'))
  const signal = AbortSignal.timeout(TIME)
  const reach = { allowPrivate: upload.fromURL.allowPrivate === true }
  const { Agent } = await import('undici')
  const dispatcher = new Agent({ connect: { lookup: guardedLookup(reach), timeout: TIME }, pipelining: 0 })
  try {
    const { address, answer } = await followed(checked(given, upload.fromURL), upload.fromURL, reach, { dispatcher, signal })
    return {
      spool: await Spool.of(plain(answer, signal), upload.maxFileSize),
      name: announcedName(answer.headers['content-disposition']) ?? nameIn(address),
    }
  } catch (error) {
    throw messageFor(error as Error & { code?: string }, signal)
  } finally {
    await dispatcher.destroy()
  }
}

/** Connection errors would reveal what listens inside the network, so all of them read alike. */
function messageFor(error: Error & { code?: string }, signal: AbortSignal): Error {
  if (error instanceof GalleyError) return error
  if (signal.aborted) return refused(`did not arrive within ${TIME / 1000} s`)
  return refused(error.code === 'NOT_PUBLIC' ? 'leads to an address that is not public' : 'could not be fetched')
}

function checked(given: string, { allowedHosts }: Limits): URL {
  const address = URL.canParse(given) ? new URL(given) : undefined
  if (!address || !['http:', 'https:'].includes(address.protocol)) throw refused('must be an address that begins with http:// or https://')
  if (address.username !== '' || address.password !== '') throw refused('must not hold a user name or password')
  if (!allowedHosts.some((rule) => matches(rule, address)))
    throw refused(`names the host ${address.host}, which is not among upload.fromURL.allowedHosts`)
  return address
}

/** `example.org`, `example.org:8080`, `*.example.org`; `*` is any host at its default port. */
function matches(rule: string, { hostname, host, port }: URL): boolean {
  if (rule === '*') return port === '' || port === '80' || port === '443'
  const wanted = rule.toLowerCase()
  return wanted.startsWith('*.') ? hostname.endsWith(wanted.slice(1)) : hostname === wanted || host === wanted
}

async function followed(
  first: URL,
  limits: Limits,
  reach: Reach,
  { dispatcher, signal }: { dispatcher: Dispatcher; signal: AbortSignal },
): Promise<{ address: URL; answer: Dispatcher.ResponseData }> {
  const { request } = await import('undici')
  let address = first
  for (let redirects = 0; ; redirects++) {
    refuseUnreachable(address.hostname, reach)
    const answer = await request(address, { dispatcher, signal, headers: { accept: '*/*', 'accept-encoding': 'identity' } })
    const { statusCode, headers, body } = answer
    if (statusCode === 200) return { address, answer }
    abandon(body)
    const location = headers['location']
    if (![301, 302, 303, 307, 308].includes(statusCode) || typeof location !== 'string')
      throw refused(`was answered with the status ${statusCode}`)
    if (redirects === REDIRECTS) throw refused(`redirects more than ${REDIRECTS} times`)
    address = checked(URL.canParse(location, address.href) ? new URL(location, address).href : '', limits)
  }
}

/** Servers may compress without being asked; the limit applies to the decompressed size. */
function plain({ headers, body }: Dispatcher.ResponseData, signal: AbortSignal): Readable {
  const encoding = String(headers['content-encoding'] ?? 'identity').toLowerCase()
  const make = DECODERS[encoding]
  if (!make) throw refused(`came in the unknown encoding '${encoding.slice(0, 20)}'`)
  const decoder = make()
  body.on('error', (error) => decoder.destroy(error))
  decoder.on('close', () => body.destroy())
  signal.addEventListener('abort', () => decoder.destroy(new Error('too late')))
  return body.pipe(decoder)
}

const DECODERS: Readonly<Record<string, () => PassThrough | ReturnType<typeof createGunzip>>> = {
  identity: () => new PassThrough(),
  gzip: () => createGunzip(),
  'x-gzip': () => createGunzip(),
  deflate: () => createInflate(),
  br: () => createBrotliDecompress(),
}

/** The server's name for the file: `filename*` before `filename`. */
export function announcedName(header: string | string[] | undefined): string | undefined {
  const text = String(header ?? '')
  const encoded = /;[ \t]*filename\*[ \t]*=[ \t]*utf-8'[^';]*'([^; \t]+)/i.exec(text)?.[1]
  const decoded = encoded && decodedOf(encoded)
  if (decoded) return decoded
  const [, quoted, plain] = /;[ \t]*filename[ \t]*=[ \t]*(?:"((?:[^"\\]|\\.)*)"|([^;" \t]+))/i.exec(text) ?? []
  return quoted?.replace(/\\(.)/g, '$1') || plain || undefined
}

function decodedOf(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}

function nameIn({ pathname }: URL): string {
  const last = pathname.split('/').pop() ?? ''
  return decodedOf(last) ?? last
}
