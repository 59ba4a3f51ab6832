/** Locations that a program wrote into a text: in a picture, in JSON or as XMP. Sentences written by people are left alone. */
import type { Pace } from '../../pace.ts'
import { holdsLocatedPicture } from './located-picture.ts'
import { lengthOf, type MetadataValue, readableStretches } from './readable-text.ts'

const NAMED =
  /["'](?:(?:exif:)?gps_?(?:latitude|longt?itude|altitude|position|coordinates)|lat|latitude|lon|lng|long|longitude)["'] ?: ?["']?[-+]?\d/i

/** `GPSLatitude=13.7563`, `geo:13.7563,100.5018`, `+13.7563+100.5018/`. */
const SPELLED =
  /gps_?(?:latitude|longt?itude)\w{0,3} ?[=:] ?[-+]?\d{1,3}\.\d|\bgeo:[-+]?\d{1,2}\.\d{1,20},[-+]?\d{1,3}\.\d|[-+]\d\d\.\d{1,20}[-+]\d{3}\.\d{1,20}(?:[-+]\d{1,6}(?:\.\d{1,9})?)?(?:CRS\w{1,20})?\//i

/** `lat=13.7563` and `POINT(100.5018 13.7563)`. A comment in EXIF begins with the name of its encoding. */
const ASSIGNED =
  /(?:\b|(?<=ASCII|UNICODE))(?:lat(?:itude)?["']? ?[=:] ?["']?[-+]?\d{1,2}\.\d{3}|POINT ?(?:Z ?)?\( ?[-+]?\d{1,3}\.\d{1,20} [-+]?\d)/i

const GEO_JSON = /"coordinates" ?: ?\[ ?[-+]?\d/i

const MAP = /\b(?:maps\.(?:google|apple|app)|google\.[a-z.]{2,8}\/maps|goo\.gl\/maps|openstreetmap\.org)/gi
const LONGEST_LINK = 120

type Spelling = Pick<RegExp, 'test'>

/** A link to a map, with degrees in it. */
const MAP_LINK: Spelling = {
  test: (text) => [...text.matchAll(MAP)].some(({ index }) => /^[^ "']*\d\.\d{3}/.test(text.slice(index, index + LONGEST_LINK))),
}

const SPELLINGS: readonly Spelling[] = [NAMED, SPELLED, ASSIGNED, GEO_JSON, MAP_LINK]

/** A packet, possibly escaped once more. */
const PACKET = /(?:<|&lt;)(?:x:xmpmeta|rdf:RDF)\b/

const SHORTEST = 10
const OVERLAP = 160

/** Whether a text is long enough. */
export const mayTellPlaceWithin = (value: MetadataValue): boolean => lengthOf(value) >= SHORTEST

/** `besidesAddresses`: skips pictures in `data:` URLs, which are checked elsewhere. */
export async function tellsPlaceWithin(
  value: MetadataValue,
  pace: Pace,
  { besidesAddresses = false, besidesPackets = false } = {},
): Promise<boolean> {
  return (
    (await holdsLocatedPicture(value, pace, { besidesAddresses })) ||
    isWithin(value, besidesPackets ? SPELLINGS : [...SPELLINGS, PACKET], pace)
  )
}

export const holdsPacket = (value: MetadataValue, pace: Pace): Promise<boolean> => isWithin(value, [PACKET], pace)

async function isWithin(value: MetadataValue, spellings: readonly Spelling[], pace: Pace): Promise<boolean> {
  let before = ''
  for (const stretch of readableStretches(value)) {
    const text = before + stretch
    if (spellings.some((spelling) => spelling.test(text))) return true
    before = stretch.slice(-OVERLAP)
    await pace.rest()
  }
  return false
}
