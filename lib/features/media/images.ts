/** Pictures: their dimensions, whether they are complete, and the sizes rendered from them. Slow work, so only a few run at once. */
import type { Sharp } from 'sharp'
import { badRequest, GalleyError } from '../../errors.ts'
import { isInstalled, optional } from '../../optional.ts'
import { slowly } from '../../thread-pool.ts'
import type { UploadConfig } from './config.ts'
import { rootOf } from './drawing.ts'
import { expectFewParts } from './metadata-parts.ts'
import type { Spool } from './spool.ts'

export type ImageSize = NonNullable<UploadConfig['imageSizes']>[number]

export interface Dimensions {
  width: number
  height: number
}

/** In percent of the picture's width and height. */
export interface Point {
  x: number
  y: number
}
export interface Crop extends Point, Dimensions {}

export interface Rendition extends Dimensions {
  bytes: Buffer
}

/** Types that sizes are rendered from. */
const RENDERED: readonly string[] = ['image/png', 'image/jpeg', 'image/webp', 'image/avif']
/** Types that are decoded, to check that they are complete. */
const DECODED: readonly string[] = [...RENDERED, 'image/gif', 'image/apng']
/** Types whose header states their dimensions; without them, the file is damaged. */
const SIZED: readonly string[] = [...DECODED, 'image/tiff', 'image/bmp', 'image/x-icon']
const MOST_PIXELS = 268_000_000

export const isRendered = (mimeType: string): boolean => RENDERED.includes(mimeType)

export const hasSharp = (): boolean => isInstalled('sharp')

type SharpModule = typeof import('sharp').default

const opened = (bytes: Buffer): Sharp =>
  (optional('sharp') as SharpModule)(bytes, { limitInputPixels: MOST_PIXELS, failOn: 'error', sequentialRead: true })

const refused = (message: string) => badRequest(message, 'file')

/** The displayed dimensions, after rotating upright. Undefined for files that have none. */
export async function measured(spool: Spool, mimeType: string): Promise<Dimensions | undefined> {
  if (!mimeType.startsWith('image/')) return undefined
  await expectFewParts(spool.path)
  if (!DECODED.includes(mimeType) || !hasSharp()) return fromHead(spool, mimeType)
  return slowly(async () => {
    const bytes = await spool.whole()
    const { width, height, autoOrient } = await opened(bytes).metadata().catch(corrupt)
    if (width * height > MOST_PIXELS) throw refused(`has more than ${MOST_PIXELS / 1e6} million pixels`)
    await opened(bytes).resize(32, 32, { fit: 'inside' }).raw().toBuffer().catch(corrupt)
    return { width: autoOrient.width, height: autoOrient.height }
  })
}

function corrupt(error: Error): never {
  throw refused(
    /pixel limit/i.test(error.message)
      ? `has more than ${MOST_PIXELS / 1e6} million pixels`
      : 'is damaged: it could not be read to its end',
  )
}

/** The dimensions in the first bytes, for types that `sharp` isn't used for, or without `sharp`. */
async function fromHead(spool: Spool, mimeType: string): Promise<Dimensions | undefined> {
  const { imageSize } = await import('image-size')
  const isSvg = mimeType === 'image/svg+xml'
  try {
    const { width, height, orientation = 1 } = imageSize(isSvg ? await rootTag(spool) : await spool.whole())
    if (!isSvg && width * height > MOST_PIXELS) throw refused(`has more than ${MOST_PIXELS / 1e6} million pixels`)
    return orientation > 4 ? { width: height, height: width } : { width: Math.round(width), height: Math.round(height) }
  } catch (error) {
    if (isSvg) return undefined
    if (error instanceof GalleyError) throw error
    return SIZED.includes(mimeType) ? corrupt(error as Error) : undefined
  }
}

/** Only the attributes that state a drawing's dimensions, and nothing that would take long to scan. */
async function rootTag(spool: Spool): Promise<Buffer> {
  const root = await rootOf(spool)
  const attributes = ['width', 'height', 'viewBox'].flatMap((name) => {
    const value = root?.get(name)?.value
    return value === undefined || value.length > 100 || /["']/.test(value) ? [] : `${name}="${value}"`
  })
  return Buffer.from(`<svg ${attributes.join(' ')}>`)
}

/** The cropped picture itself. */
export const cropped = (bytes: Buffer, crop: Crop): Promise<Rendition> =>
  slowly(async () => {
    const { image, area } = await upright(bytes, crop)
    return finished(image.extract(area))
  })

/** One size of a picture, never larger than the picture. */
export const rendered = (bytes: Buffer, size: ImageSize, crop: Crop | undefined, focus: Point): Promise<Rendition> =>
  slowly(async () => {
    const { image, area } = await upright(bytes, crop)
    const { fit, width, height } = size
    if (height === undefined) return finished(image.extract(area).resize({ width: Math.min(width, area.width) }))
    const wanted = { width: Math.min(width, area.width), height: Math.min(height, area.height) }
    if (fit !== 'cover') return finished(image.extract(area).resize({ ...wanted, fit, withoutEnlargement: true, background }))
    return finished(image.extract(areaFor(area, wanted, focus, crop)).resize(wanted))
  })

/** A picture fitted into a frame leaves the rest transparent, or white if the format has no transparency. */
const background = { r: 255, g: 255, b: 255, alpha: 0 }

interface Area extends Dimensions {
  left: number
  top: number
}

async function upright(bytes: Buffer, crop: Crop | undefined): Promise<{ image: Sharp; area: Area }> {
  const { autoOrient: whole } = await opened(bytes).metadata()
  const image = opened(bytes).autoOrient()
  if (!crop) return { image, area: { left: 0, top: 0, width: whole.width, height: whole.height } }
  const left = Math.min(whole.width - 1, Math.round((crop.x / 100) * whole.width))
  const top = Math.min(whole.height - 1, Math.round((crop.y / 100) * whole.height))
  const width = Math.max(1, Math.min(whole.width - left, Math.round((crop.width / 100) * whole.width)))
  const height = Math.max(1, Math.min(whole.height - top, Math.round((crop.height / 100) * whole.height)))
  return { image, area: { left, top, width, height } }
}

/** The largest area with the wanted proportions, as near to the focal point as the picture allows. */
function areaFor(area: Area, wanted: Dimensions, focus: Point, crop: Crop | undefined): Area {
  const scale = Math.min(area.width / wanted.width, area.height / wanted.height)
  const width = Math.max(1, Math.round(wanted.width * scale))
  const height = Math.max(1, Math.round(wanted.height * scale))
  const x = crop ? ((focus.x - crop.x) / crop.width) * 100 : focus.x
  const y = crop ? ((focus.y - crop.y) / crop.height) * 100 : focus.y
  const within = (center: number, part: number, all: number) => Math.round(Math.max(0, Math.min(all - part, center - part / 2)))
  return {
    left: area.left + within((x / 100) * area.width, width, area.width),
    top: area.top + within((y / 100) * area.height, height, area.height),
    width,
    height,
  }
}

/** In the original format, without any metadata. */
async function finished(image: Sharp): Promise<Rendition> {
  const { data, info } = await image.toBuffer({ resolveWithObject: true })
  return { bytes: data, width: info.width, height: info.height }
}
