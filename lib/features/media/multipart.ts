/** `multipart/form-data` → one file, written to a temporary file as it arrives, and the other fields of the form. */
import { createRequire } from 'node:module'
import type { Readable } from 'node:stream'
import type { BusboyInstance } from '@fastify/busboy'
import { badRequest } from '../../errors.ts'
import { unread } from '../../http/body.ts'
import type { Exchange } from '../../http/exchange.ts'
import { refuseKey } from '../../outside-values.ts'
import { Spool, tooLarge } from './spool.ts'

export interface Form {
  file: { spool: Spool; name: string } | undefined
  fields: [name: string, value: string][]
}

/** Bytes that may surround the file. */
const OVERHEAD = 64 * 1024
const MOST_FIELDS = 200
const LONGEST_FIELD = 1024 * 1024
const LIMITS = { files: 1, fields: MOST_FIELDS, parts: MOST_FIELDS + 2, fieldSize: LONGEST_FIELD, headerPairs: 50, headerSize: 16 * 1024 }

const require = createRequire(import.meta.url)

export const isMultipart = ({ headers }: Exchange): boolean => /^multipart\/form-data\s*(;|$)/i.test(headers['content-type'] ?? '')

const malformed = (why: string) => badRequest(`The form is malformed: ${why}`)

/** Reads the whole form. Whatever goes wrong, no file is left behind, and the connection stays open for the response. */
export async function readMultipart(exchange: Exchange, maxFileSize: number): Promise<Form> {
  if (Number(exchange.headers['content-length'] ?? 0) > maxFileSize + OVERHEAD) throw tooLarge(maxFileSize)
  const reading = new FormReading(unread(exchange), parserOf(exchange), maxFileSize)
  try {
    await reading.done
    for (const [name] of reading.fields) name.split(/[[\]]/).forEach(refuseKey)
    return { file: await reading.file, fields: reading.fields }
  } catch (error) {
    await reading.file?.then(
      ({ spool }) => spool.remove(),
      () => undefined,
    )
    throw error
  }
}

function parserOf({ headers }: Exchange): BusboyInstance {
  const { Busboy } = require('@fastify/busboy') as typeof import('@fastify/busboy')
  try {
    // biome-ignore lint/style/noNonNullAssertion: only forms are parsed, which have a content type
    return new Busboy({ headers: { ...headers, 'content-type': headers['content-type']! }, limits: LIMITS })
  } catch (error) {
    throw malformed((error as Error).message)
  }
}

class FormReading {
  readonly done: Promise<void>
  readonly fields: [string, string][] = []
  file: Promise<{ spool: Spool; name: string }> | undefined
  readonly #body: Readable
  readonly #parser: BusboyInstance
  readonly #maxFileSize: number
  #arriving: Readable | undefined
  #size = 0
  #end!: (error?: Error) => void

  constructor(body: Readable, parser: BusboyInstance, maxFileSize: number) {
    this.#body = body
    this.#parser = parser
    this.#maxFileSize = maxFileSize
    this.done = new Promise((resolve, reject) => {
      this.#end = (error) => {
        this.#stop(error)
        if (error) reject(error)
        else resolve()
      }
    })
    this.#listen()
    body.on('data', this.#take).on('end', this.#ended).on('error', this.#broken).on('close', this.#broken)
  }

  #listen(): void {
    const parser = this.#parser
    parser.on('file', (field, stream, name) => {
      stream.on('error', () => undefined)
      if (field === undefined) return this.#end(malformed('a part has no name'))
      if (field !== 'file') return this.#end(badRequest(`The form holds a file as '${field}'; its field must be called 'file'`, 'file'))
      this.#arriving = stream
      this.file = Spool.of(stream, this.#maxFileSize).then((spool) => ({ spool, name: name ?? '' }))
      this.file.catch((error) => this.#end(error))
    })
    parser.on('field', (name, value, isNameCut, isCut) => {
      if (isNameCut || isCut) this.#end(badRequest(`is longer than ${LONGEST_FIELD} bytes`, String(name).slice(0, 100)))
      else this.fields.push([String(name), value])
    })
    parser.on('filesLimit', () => this.#end(badRequest('The form holds more than one file', 'file')))
    parser.on('fieldsLimit', () => this.#end(malformed(`it has more than ${MOST_FIELDS} fields`)))
    parser.on('partsLimit', () => this.#end(malformed(`it has more than ${MOST_FIELDS} parts`)))
    parser.on('error', (error) => this.#end(malformed(error instanceof Error ? error.message : 'it could not be read')))
    parser.on('finish', () => this.#end())
  }

  readonly #take = (chunk: Buffer): void => {
    this.#size += chunk.length
    if (this.#size > this.#maxFileSize + OVERHEAD) return this.#end(tooLarge(this.#maxFileSize))
    if (this.#parser.write(chunk)) return
    this.#body.pause()
    this.#parser.once('drain', () => this.#body.resume())
  }

  readonly #ended = (): void => {
    this.#body.off('close', this.#broken)
    this.#parser.end()
  }
  readonly #broken = (): void => this.#end(malformed('it ended early'))

  /** The rest of the body is discarded. */
  #stop(error: Error | undefined): void {
    this.#body.off('data', this.#take).off('end', this.#ended).off('error', this.#broken).off('close', this.#broken)
    if (!error) return
    this.#body.on('error', () => undefined)
    this.#arriving?.destroy(error)
    this.#body.resume()
  }
}
