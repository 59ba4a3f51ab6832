/** ETags: `"r<revision>.<hash of the bytes>"`. If-Match compares the revision, If-None-Match the whole. */
import * as crypto from 'node:crypto'
import { badRequest } from '../errors.ts'
import { type Answer, json } from './answer.ts'
import type { ApiRequest } from './request.ts'

const CACHED = { 'cache-control': 'private, no-cache' }

/** A 200 with its tag, or a 304 for a client that has it already. */
export function tagged(request: ApiRequest, body: string, rev: number | undefined): Answer {
  const tag = `"${rev === undefined ? '' : `r${rev}.`}${hash(body)}"`
  const headers = { etag: tag, ...CACHED }
  if (matches(request.exchange.headers['if-none-match'], tag)) {
    const { headers: all } = json(304, '', headers)
    delete all['content-type']
    return { status: 304, headers: all }
  }
  return json(200, body, headers)
}

function hash(body: string): string {
  return crypto.createHash('sha1').update(body).digest('base64url').slice(0, 16)
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
