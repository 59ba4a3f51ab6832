/** Locations that a program wrote into a text: in a picture, in JSON or as XMP. Sentences written by people are left alone. */
import type { Pace } from '../../pace.ts'
import { holdsLocatedPicture } from './located-picture.ts'
import { lengthOf, readableStretches, type Value } from './readable-text.ts'

const NAMED =
  /["'](?:(?:exif:)?gps_?(?:latitude|longt?itude|altitude|position|coordinates)|lat|latitude|lon|lng|long|longitude)["'] ?: ?["']?[-+]?\d/i

/** `GPSLatitude=13.7563`, `geo:13.7563,100.5018`, `+13.7563+100.5018/`. */
const SPELLED =
  /gps_?(?:latitude|longt?itude)\w{0,3} ?[=:] ?[-+]?\d{1,3}\.\d|\bgeo:[-+]?\d{1,2}\.\d{1,20},[-+]?\d{1,3}\.\d|[-+]\d\d\.\d{1,20}[-+]\d{3}\.\d{1,20}(?:[-+]\d{1,6}(?:\.\d{1,9})?)?(?:CRS\w{1,20})?\//i

/** A packet, possibly escaped once more. */
const PACKET = /(?:<|&lt;)(?:x:xmpmeta|rdf:RDF)\b/

const SHORTEST = 10
const OVERLAP = 64

/** Whether a text is long enough. */
export const mayTellPlaceWithin = (value: Value): boolean => lengthOf(value) >= SHORTEST

/** `besidesAddresses`: skips pictures in `data:` URLs, which are checked elsewhere. */
export async function tellsPlaceWithin(
  value: Value,
  pace: Pace,
  { besidesAddresses = false, besidesPackets = false } = {},
): Promise<boolean> {
  return (
    (await holdsLocatedPicture(value, pace, { besidesAddresses })) ||
    isWithin(value, besidesPackets ? [NAMED, SPELLED] : [NAMED, SPELLED, PACKET], pace)
  )
}

export const holdsPacket = (value: Value, pace: Pace): Promise<boolean> => isWithin(value, [PACKET], pace)

async function isWithin(value: Value, patterns: readonly RegExp[], pace: Pace): Promise<boolean> {
  let before = ''
  for (const stretch of readableStretches(value)) {
    const text = before + stretch
    if (patterns.some((pattern) => pattern.test(text))) return true
    before = stretch.slice(-OVERLAP)
    await pace.rest()
  }
  return false
}
