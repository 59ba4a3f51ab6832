/** ETags: `"r<revision>.<length and checksum of the bytes>"`. If-Match compares the revision, If-None-Match the whole tag.
 * Tested by test/http/if-match.test.ts.
 */
import { crc32 } from 'node:zlib'
import { type Answer, json } from './answer.ts'
import type { ApiRequest } from './request.ts'

const CACHE = 'private, no-cache'
/** Longer text is encoded to bytes only once, for its checksum, its length and the socket. */
const LONG = 100_000

/** A 200 with its tag, or a 304 if the client has it already. */
export function tagged(request: ApiRequest, text: string, rev: number | undefined): Answer {
  const body = text.length > LONG ? Buffer.from(text) : text
  return withTag(request, body, `"${rev === undefined ? '' : `r${rev}.`}${checksum(body)}"`)
}

export const checksum = (body: string | Buffer): string => `${body.length.toString(36)}${crc32(body).toString(36)}`

/** The same for a body whose tag is known. */
export function withTag(request: ApiRequest, body: string | Buffer, tag: string): Answer {
  const isThere = isKnown(request.exchange.headers['if-none-match'], tag)
  const answer = json(isThere ? 304 : 200, isThere ? '' : body, CACHE)
  answer.headers['etag'] = tag
  answer.headers['vary'] = 'Authorization, Cookie, Origin'
  if (isThere) delete answer.headers['content-type']
  return answer
}

export const tagOf = ({ headers }: Answer): string => String(headers['etag'])

/** Whether `If-None-Match` contains the tag. */
export function isKnown(given: string | undefined, tag: string): boolean {
  if (given === undefined) return false
  return given.trim() === '*' || tagsIn(given).includes(opaque(tag))
}

/**
 * The revisions that `If-Match` allows, as an option of a change. `*` allows any document that exists, which a change requires
 * anyway. A foreign tag allows none, so that the change is refused as stale.
 */
export function ifMatchOf({ exchange }: ApiRequest): { ifMatch?: readonly number[] } {
  const given = exchange.headers['if-match']
  if (given === undefined || given.trim() === '*') return {}
  return {
    ifMatch: tagsIn(given)
      .flatMap((tag) => REVISION.exec(tag)?.[1] ?? [])
      .map(Number),
  }
}

const REVISION = /^r(0|[1-9]\d{0,14})(?:\.[a-z0-9]+)?$/

/** Quoted tags separated by commas, ignoring empty items and a leading `W/`. Returns no tags if the list is malformed. */
function tagsIn(given: string): string[] {
  const tokens = given.match(TOKENS) ?? []
  const isTag = (token: string, at: number) => token.length > 1 && (at === 0 || tokens[at - 1] === ',')
  if (!tokens.every((token, at) => token === ',' || isTag(token, at))) return []
  return tokens.filter((token) => token !== ',').map((tag) => opaque(tag.slice(tag.indexOf('"'))))
}

const TOKENS = /(?:W\/)?"[^"]*"|,|\S/g

/** Proxies that compress an answer add a suffix to its tag. */
const opaque = (tag: string): string => tag.slice(1, -1).replace(/[-;](?:gzip|br|zstd|deflate)$/, '')
