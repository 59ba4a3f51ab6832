/** Any S3-compatible store: AWS, R2, MinIO, … `aws4fetch` signs the requests; the credentials never leave this file. */
import type { Readable } from 'node:stream'
import { Agent, request } from 'undici'
import { adapterWith } from '../lib/checked-adapter.ts'
import { closed, flag, text, url } from '../lib/option-schemas.ts'
import { optional } from '../lib/optional.ts'
import type { DirectUpload, ListedFile, StorageAdapter } from '../lib/storage/contract.ts'
import type { JsonSchema } from '../schema/document.ts'

/** The options of `s3()`. */
export interface S3Options {
  /** The name of the bucket. */
  bucket: string
  /** The region of the bucket. @default 'auto' */
  region?: string
  /** The URL of the service, such as `https://s3.eu-central-1.amazonaws.com`. @default AWS in the region */
  endpoint?: string
  /** The access key. It needs to read, write, list and delete objects. */
  accessKeyId: string
  /** The secret that belongs to the access key. */
  secretAccessKey: string
  /** For temporary credentials. */
  sessionToken?: string
  /** A folder within the bucket. @default '' */
  prefix?: string
  /** The public URL of the bucket, or of a CDN in front of it: file URLs point there instead of to the API. */
  publicURL?: string
  /** `https://bucket.host/key` instead of `https://host/bucket/key`. @default true on AWS, else false */
  virtualHost?: boolean
}

const fields: Record<keyof S3Options, JsonSchema> = {
  bucket: text,
  region: text,
  endpoint: url,
  accessKeyId: text,
  secretAccessKey: text,
  sessionToken: { type: 'string' },
  prefix: { type: 'string' },
  publicURL: url,
  virtualHost: flag,
}
const SCHEMA: JsonSchema = {
  ...closed(fields, ['bucket', 'accessKeyId', 'secretAccessKey']),
  description: 'an object with bucket, accessKeyId and secretAccessKey',
}

const HEADERS_TIMEOUT = 30_000
const BODY_TIMEOUT = 60_000

/**
 * Stores uploads in an S3 bucket, for `upload.storage`: AWS, R2, MinIO and others. Needs the package `aws4fetch`.
 *
 * @example
 * const upload = {
 *   storage: s3({ bucket: 'media', region: 'eu-central-1', accessKeyId: env.S3_KEY!, secretAccessKey: env.S3_SECRET! }),
 * }
 */
export function s3(options: S3Options): StorageAdapter {
  return adapterWith(options, SCHEMA, inBucket)
}

function inBucket(options: S3Options): StorageAdapter {
  const bucket = new Bucket(options)
  const { publicURL } = options
  return {
    name: 's3',
    put: (key, content, about) => bucket.put(key, content, about),
    get: (key, range) => bucket.get(key, range),
    delete: (key) => bucket.delete(key),
    copy: (from, to) => bucket.copy(from, to),
    list: (prefix) => bucket.list(prefix),
    uploadURL: (key, about) => bucket.uploadURL(key, about),
    ...(publicURL !== undefined && { url: (key: string) => `${publicURL.replace(/\/$/, '')}/${escaped(bucket.prefix + key)}` }),
  }
}

class Bucket {
  readonly prefix: string
  readonly #base: string
  readonly #bucket: string
  readonly #credentials: Record<string, unknown>
  readonly #agent = new Agent({ headersTimeout: HEADERS_TIMEOUT, bodyTimeout: BODY_TIMEOUT })

  /** Loaded at the start, so that a missing package is not noticed at the first upload. */
  readonly #library = optional('aws4fetch')

  constructor({ bucket, region = 'auto', endpoint, virtualHost, prefix = '', sessionToken, accessKeyId, secretAccessKey }: S3Options) {
    const address = new URL(endpoint ?? `https://s3.${region}.amazonaws.com`)
    const isVirtual = virtualHost ?? endpoint === undefined
    if (isVirtual) address.hostname = `${bucket}.${address.hostname}`
    this.#base = address.origin + (isVirtual ? '' : `/${bucket}`)
    this.#bucket = bucket
    this.prefix = prefix === '' || prefix.endsWith('/') ? prefix : `${prefix}/`
    this.#credentials = { accessKeyId, secretAccessKey, region, service: 's3', ...(sessionToken && { sessionToken }) }
  }

  async put(key: string, content: Readable, { size, mimeType }: { size: number; mimeType: string }): Promise<void> {
    const headers = { 'content-type': mimeType, 'content-length': String(size) }
    try {
      await expected(await this.#send('PUT', this.#address(key), headers, content), [200, 201, 204])
    } catch (error) {
      content.destroy()
      await this.delete(key).catch(() => undefined)
      throw error
    }
  }

  async get(key: string, { start, end }: { start?: number; end?: number } = {}) {
    const ranged = start !== undefined || end !== undefined
    const answer = await this.#send('GET', this.#address(key), ranged ? { range: `bytes=${start ?? 0}-${end ?? ''}` } : {})
    if (answer.statusCode === 404) {
      await answer.body.dump()
      return null
    }
    if (![200, 206].includes(answer.statusCode)) await expected(answer, [])
    const whole = /\/(\d+)$/.exec(String(answer.headers['content-range'] ?? ''))?.[1] ?? answer.headers['content-length']
    return { stream: answer.body as Readable, ...(whole !== undefined && { size: Number(whole) }) }
  }

  /** A copy that fails midway returns 200 with an error in the body. */
  async copy(from: string, to: string): Promise<void> {
    const source = `/${this.#bucket}/${escaped(this.prefix + from)}`
    const text = await expected(await this.#send('PUT', this.#address(to), { 'x-amz-copy-source': source }), [200])
    if (text.includes('<Error>')) throw new Error(`the storage could not copy: ${textIn(text, 'Code')}`)
  }

  async delete(key: string): Promise<void> {
    await expected(await this.#send('DELETE', this.#address(key)), [200, 204, 404])
  }

  async *list(prefix: string): AsyncGenerator<ListedFile> {
    for (let token: string | undefined, isFirst = true; isFirst || token !== undefined; isFirst = false) {
      const address = new URL(this.#base)
      address.searchParams.set('list-type', '2')
      address.searchParams.set('prefix', this.prefix + prefix)
      if (token !== undefined) address.searchParams.set('continuation-token', token)
      const page = await expected(await this.#send('GET', address), [200])
      for (const entry of page.split('<Contents>').slice(1)) {
        yield {
          key: textIn(entry, 'Key').slice(this.prefix.length),
          size: Number(textIn(entry, 'Size')),
          changedAt: new Date(textIn(entry, 'LastModified')),
        }
      }
      token = textIn(page, 'NextContinuationToken') || undefined
    }
  }

  async uploadURL(
    key: string,
    { size, mimeType, expiresIn }: { size: number; mimeType: string; expiresIn: number },
  ): Promise<DirectUpload> {
    const address = this.#address(key)
    address.searchParams.set('X-Amz-Expires', String(expiresIn))
    const headers = { 'content-type': mimeType, 'content-length': String(size) }
    const signed = await this.#signer({ method: 'PUT', url: String(address), headers, signQuery: true, allHeaders: true }).sign()
    return { url: String(signed.url), method: 'PUT', headers: { 'content-type': mimeType } }
  }

  #address(key: string): URL {
    return new URL(`${this.#base}/${escaped(this.prefix + key)}`)
  }

  #signer(what: Record<string, unknown>) {
    return new this.#library.AwsV4Signer({ ...this.#credentials, ...what })
  }

  async #send(method: string, address: URL, headers: Record<string, string> = {}, body?: Readable) {
    const signed = await this.#signer({ method, url: String(address), headers }).sign()
    return request(String(signed.url), {
      method: method as 'GET',
      headers: { ...Object.fromEntries(signed.headers), ...headers },
      body: body ?? null,
      dispatcher: this.#agent,
    })
  }
}

type Answer = Awaited<ReturnType<typeof request>>

/** Returns the body of an expected response; otherwise throws an error with the store's error code, and nothing else. */
async function expected({ statusCode, body }: Answer, statuses: readonly number[]): Promise<string> {
  const text = await body.text()
  if (statuses.includes(statusCode)) return text
  throw new Error(`the storage answered ${statusCode} ${textIn(text, 'Code')}`.trim())
}

const escaped = (key: string): string => key.split('/').map(encodeURIComponent).join('/')

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

function textIn(xml: string, tag: string): string {
  const text = new RegExp(`<${tag}>(.*?)</${tag}>`, 's').exec(xml)?.[1] ?? ''
  return text.replace(/&(?:#(\d+)|#x([0-9a-f]+)|(\w+));/gi, (whole, decimal, hex, name) =>
    decimal ? String.fromCodePoint(Number(decimal)) : hex ? String.fromCodePoint(Number.parseInt(hex, 16)) : (ENTITIES[name] ?? whole),
  )
}
