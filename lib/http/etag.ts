/** ETags: `"r<revision>.<length and checksum of the bytes>"`. If-Match compares the revision, If-None-Match the whole. */
import { crc32 } from 'node:zlib'
import { badRequest } from '../errors.ts'
import { type Answer, json } from './answer.ts'
import type { ApiRequest } from './request.ts'

const CACHE = 'private, no-cache'

/** A 200 with its tag, or a 304 for a client that has it already. */
export function tagged(request: ApiRequest, text: string, rev: number | undefined): Answer {
  const tag = `"${rev === undefined ? '' : `r${rev}.`}${text.length.toString(36)}${crc32(text).toString(36)}"`
  const isThere = isKnown(request.exchange.headers['if-none-match'], tag)
  const answer = json(isThere ? 304 : 200, isThere ? '' : text, CACHE)
  answer.headers['etag'] = tag
  answer.headers['vary'] = 'Authorization, Cookie, Origin'
  if (isThere) delete answer.headers['content-type']
  return answer
}

/** Whether `If-None-Match` names the tag. */
export function isKnown(given: string | undefined, tag: string): boolean {
  if (given === undefined) return false
  return given.trim() === '*' || given.split(',').some((one) => one.trim().replace(/^W\//, '') === tag)
}

/** The revision that `If-Match` names. */
export function revisionOf(request: ApiRequest): number | undefined {
  const given = request.exchange.headers['if-match']
  if (given === undefined || given.trim() === '*') return undefined
  const found = /^(?:W\/)?"r(\d{1,15})(?:\.[^"]*)?"$/.exec(given.trim())
  if (!found) throw badRequest('If-Match must be an ETag of this document')
  return Number(found[1])
}
