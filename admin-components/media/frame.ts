/** The visible part of an image, and points in it, in percent. Tested by test/admin-components/content.test.ts. */
import type { Values } from '../app/doc.ts'

/** Image types that can be cropped and resized. */
export const FRAMED = ['image/png', 'image/jpeg', 'image/webp', 'image/avif']

export interface Frame {
  x: number
  y: number
  width: number
  height: number
}

export interface Point {
  x: number
  y: number
}

export const WHOLE: Frame = { x: 0, y: 0, width: 100, height: 100 }

/** The visible part of the original image. */
export const visiblePart = ({ crop }: Values): Frame => (typeof crop?.width === 'number' ? crop : WHOLE)

/** The focal point within the visible part; undefined if none is set. */
export const focalPointOf = (file: Values): Point | undefined =>
  typeof file['focalPoint']?.x === 'number' ? positionIn(visiblePart(file), file['focalPoint']) : undefined

/** A part of a part, as a part of the whole. */
export const partOf = (whole: Frame, part: Frame): Frame => ({
  x: whole.x + (part.x / 100) * whole.width,
  y: whole.y + (part.y / 100) * whole.height,
  width: (part.width / 100) * whole.width,
  height: (part.height / 100) * whole.height,
})

/** Converts a point of the whole into a point of the visible part, and back. */
const positionIn = (part: Frame, { x, y }: Point): Point => ({
  x: ((x - part.x) / part.width) * 100,
  y: ((y - part.y) / part.height) * 100,
})

export const pointOf = (part: Frame, { x, y }: Point): Point => ({
  x: Math.round(part.x + (x / 100) * part.width),
  y: Math.round(part.y + (y / 100) * part.height),
})
