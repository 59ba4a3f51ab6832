/** ETags: `"r<revision>.<hash of the bytes>"`. If-Match compares the revision, If-None-Match the whole. */
import * as crypto from 'node:crypto'
import { badRequest } from '../errors.ts'
import { type Answer, json } from './answer.ts'
import type { ApiRequest } from './request.ts'

const CACHE = 'private, no-cache'

/** Longer texts are encoded once, for the hash and the socket; shorter ones go out in one piece with their headers. */
const LONG = 16 * 1024

/** A 200 with its tag, or a 304 for a client that has it already. */
export function tagged(request: ApiRequest, text: string, rev: number | undefined): Answer {
  const body = text.length > LONG ? Buffer.from(text) : text
  const tag = `"${rev === undefined ? '' : `r${rev}.`}${crypto.hash('sha1', body, 'base64url').slice(0, 16)}"`
  const isKnown = matches(request.exchange.headers['if-none-match'], tag)
  const answer = json(isKnown ? 304 : 200, isKnown ? '' : body, CACHE)
  answer.headers['etag'] = tag
  answer.headers['vary'] = 'Authorization, Cookie, Origin'
  if (isKnown) delete answer.headers['content-type']
  return answer
}

function matches(given: string | undefined, tag: string): boolean {
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
