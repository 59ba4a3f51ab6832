/** An uploaded file on its way in, however it arrived: validated here, and stored once its document is valid. */

import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import { type Because, because } from '../../../schema/reasons.ts'
import type { Engine } from '../../engine.ts'
import { badRequest, ValidationError } from '../../errors.ts'
import type { SizeFacts } from '../../local/types.ts'
import type { Settings } from '../../settings.ts'
import { admits, refusalOf } from './accepted.ts'
import { type FileFacts, fileKeysOf, keyIn } from './collection.ts'
import { rootOf } from './drawing.ts'
import { type Crop, cropped, type Dimensions, hasSharp, isRendered, measured, type Point, type Rendition, rendered } from './images.ts'
import { removeLocation } from './location.ts'
import { shownName, sizeName, storedName } from './names.ts'
import { declaresEntities, type Recognized, recognize } from './recognize.ts'
import type { Spool } from './spool.ts'
import { filenameOf, isPrivateKey, storagesOf } from './storages.ts'
import { WaitingFiles } from './table.ts'

const refused = (why: Because | string) => badRequest(why, 'file')

/** The type detected from the contents, if it is accepted. */
async function acceptedType({ upload }: Settings, spool: Spool, originalName: string): Promise<Recognized> {
  if (spool.size === 0) throw refused(because('file-empty'))
  const recognized = await recognize(spool, originalName)
  if (!recognized) throw refused(because('file-type', { types: upload.mimeTypes }))
  if (!admits(upload.mimeTypes, recognized.mimeType)) throw refused(refusalOf(upload.mimeTypes, recognized.mimeType))
  if (recognized.mimeType !== 'image/svg+xml') return recognized
  if (await declaresEntities(spool)) throw refused('declares entities, which no drawing needs')
  if (!(await rootOf(spool))) throw refused('is damaged: it is not well-formed XML')
  return recognized
}

interface Placement {
  private?: unknown
  focalPoint?: Partial<Point> | null
  crop?: Partial<Crop> | null
}

export class Incoming {
  readonly #engine: Engine
  readonly #spool: Spool
  readonly #recognized: Recognized
  readonly #dimensions: Dimensions | undefined
  readonly #originalName: string
  readonly #waiting: WaitingFiles
  /** The key in the storage, if the file is already there. */
  readonly #lies: { key: string; filesize: number } | undefined
  /** The last placement in the storage, and its parameters. */
  #placed: { how: string; facts: FileFacts } | undefined

  private constructor(
    engine: Engine,
    spool: Spool,
    recognized: Recognized,
    dimensions: Dimensions | undefined,
    originalName: string,
    lies?: { key: string; filesize: number },
  ) {
    this.#engine = engine
    this.#spool = spool
    this.#recognized = recognized
    this.#dimensions = dimensions
    this.#originalName = originalName
    this.#waiting = new WaitingFiles(engine)
    this.#lies = lies
  }

  /** Accepts a file, or throws the reason for refusing it. */
  static async accept(engine: Engine, spool: Spool, givenName: string): Promise<Incoming> {
    try {
      const originalName = shownName(givenName)
      const recognized = await acceptedType(engine.settings, spool, originalName)
      const dimensions = await measured(spool, recognized.mimeType)
      if (!engine.settings.upload.keepMetadata && recognized.mimeType.startsWith('image/')) {
        await removeLocation(spool.path)
        await spool.remeasure()
      }
      return new Incoming(engine, spool, recognized, dimensions, originalName)
    } catch (error) {
      await spool.remove()
      throw error
    }
  }

  /** A file that is already in the storage, with only its beginning at hand. */
  static async adopted(
    engine: Engine,
    head: Spool,
    { key, filename, mimeType, filesize }: { key: string; filename: string; mimeType: string; filesize: number },
  ): Promise<Incoming> {
    try {
      const recognized = await acceptedType(engine.settings, head, filename)
      if (recognized.mimeType !== mimeType) throw refused(because('file-differs', { found: recognized.mimeType, announced: mimeType }))
      return new Incoming(engine, head, recognized, undefined, filename, { key, filesize })
    } catch (error) {
      await head.remove()
      throw error
    }
  }

  /** A file that was accepted before, to be placed differently. */
  static async again(engine: Engine, spool: Spool, { mimeType, originalName, filename }: FileFacts): Promise<Incoming> {
    const extension = filename.slice(filename.lastIndexOf('.') + 1)
    return new Incoming(engine, spool, { mimeType, extension }, await measured(spool, mimeType), originalName)
  }

  /** The facts known before the file is placed. */
  get facts(): Partial<FileFacts> {
    return { originalName: this.#originalName, mimeType: this.#recognized.mimeType, filesize: this.#lies?.filesize ?? this.#spool.size }
  }

  /** Stores the file and its rendered sizes, under names that were never used. */
  async place(doc: Placement): Promise<FileFacts> {
    if (this.#lies) return this.#staying(this.#lies, doc)
    const how = JSON.stringify([doc.private === true, doc.focalPoint, doc.crop])
    if (this.#placed?.how === how) return this.#placed.facts
    await this.discard()
    const crop = cropOf(doc, this.#recognized.mimeType)
    const filename = storedName(this.#originalName, this.#recognized.extension)
    const files: [key: string, content: Rendition | Spool][] = []
    const keep = (name: string, content: Rendition | Spool) => {
      const key = keyIn(name, doc)
      files.push([key, content])
      return { filename: name, url: key }
    }
    const bytes = isRendered(this.#recognized.mimeType) && (crop || this.#sizes.length > 0) ? await this.#spool.whole() : undefined
    const whole = bytes && crop ? await cropped(bytes, crop) : undefined
    const sizes: Record<string, SizeFacts> = {}
    for (const size of this.#sizes) {
      if (!bytes) break
      const rendition = await rendered(bytes, size, crop, focusOf(doc))
      const { width, height } = rendition
      const { url } = keep(sizeName(filename, size.name), rendition)
      sizes[size.name] = { filename: sizeName(filename, size.name), width, height, filesize: rendition.bytes.length, url }
    }
    const facts: FileFacts = {
      originalName: this.#originalName,
      mimeType: this.#recognized.mimeType,
      filesize: whole?.bytes.length ?? this.#spool.size,
      width: (whole ?? this.#dimensions)?.width ?? null,
      height: (whole ?? this.#dimensions)?.height ?? null,
      ...keep(filename, whole ?? this.#spool),
      sizes,
      original: whole ? keep(storedName(this.#originalName, this.#recognized.extension), this.#spool) : null,
    }
    this.#placed = { how, facts }
    await this.#waiting.announce(files.map(([key]) => key))
    for (const [key, content] of files) await this.#put(key, content)
    return facts
  }

  #staying({ key, filesize }: { key: string; filesize: number }, doc: Placement): FileFacts {
    if (isPrivateKey(key) !== (doc.private === true)) throw new ValidationError('must be as it was when the upload began', 'private')
    const { originalName, mimeType } = this.facts as FileFacts
    return { originalName, mimeType, filesize, filename: filenameOf(key), url: key, width: null, height: null, sizes: {}, original: null }
  }

  /** Removes the temporary file; placed files stay. */
  done(): Promise<void> {
    return this.#spool.remove()
  }

  /** Removes placed files when no document was saved for them. */
  async discard(): Promise<void> {
    if (this.#lies) await this.#waiting.giveUp([this.#lies.key])
    if (!this.#placed) return
    const { facts } = this.#placed
    this.#placed = undefined
    await this.#waiting.giveUp(fileKeysOf(facts))
  }

  get #sizes() {
    return this.#engine.settings.upload.imageSizes
  }

  #put(key: string, content: Rendition | Spool): Promise<void> {
    const isWhole = !('bytes' in content)
    const stream = isWhole ? createReadStream(content.path) : Readable.from([content.bytes])
    const size = isWhole ? content.size : content.bytes.length
    return storagesOf(this.#engine.settings).of(key).put(key, stream, { size, mimeType: this.#recognized.mimeType })
  }
}

function focusOf({ focalPoint }: Placement): Point {
  return { x: focalPoint?.x ?? 50, y: focalPoint?.y ?? 50 }
}

/** Requires all four values of a crop, or none. */
function cropOf({ crop }: Placement, mimeType: string): Crop | undefined {
  const { x, y, width, height } = crop ?? {}
  if (![x, y, width, height].some((one) => typeof one === 'number') || !isRendered(mimeType)) return undefined
  if (typeof x !== 'number' || typeof y !== 'number' || typeof width !== 'number' || typeof height !== 'number')
    throw new ValidationError('needs all of: x, y, width, height', 'crop')
  if (width === 0 || height === 0 || x + width > 100 || y + height > 100) throw new ValidationError('must lie within the picture', 'crop')
  if (!hasSharp()) throw new ValidationError('needs the image library: npm install sharp', 'crop')
  return { x, y, width, height }
}
