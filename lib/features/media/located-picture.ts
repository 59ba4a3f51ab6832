/** Base64 pictures within a text whose metadata may contain a location. Base64 metadata alone counts as well. */
import type { Pace } from '../../pace.ts'
import { maySpellAddress } from './embedded-addresses.ts'
import { mayTellPlace } from './place-names.ts'
import { lengthOf, type MetadataValue, readableStretches, written } from './readable-text.ts'
import { isTrueWithin } from './windows.ts'

/** How base64 EXIF and TIFF begin, which state a location without words. */
const DIRECTORIES = ['SUkqA[A-P]', 'TU0AK[g-v]', 'RXhpZgAA']
/** The same for JPEG, PNG, WebP, GIF, HEIC and XMP. */
const PICTURES = ['[/_]9j[/_]', 'iVBORw0KGg', 'UklGR', 'R0lGOD', 'AAAA[\\w+/-][\\w+/-]Z0eX[A-P]']
const PACKETS = ['PD94cGFja2V0', 'PHg6eG1wbWV0', 'PHJkZjpSREY', 'PD94bWwg']

/** A line may end after any digit. */
const onLines = (digits: string): string => Array.from(digits.matchAll(/\[[^[\]]+\]|[^[]/g), ([digit]) => digit).join(' ?')
const anyOf = (beginnings: string[]): string => beginnings.map(onLines).join('|')

/** Other base64 may contain the same digits in the middle. */
const BEGINNING = new RegExp(`(?<![\\w+/-])(?:(${anyOf(DIRECTORIES)})|${anyOf([...PICTURES, ...PACKETS])})`, 'g')
const LONGEST_BEGINNING = 32

/** No shorter text holds both a picture and a location. */
const SHORTEST = 50

/** What precedes the content of a `data:` URL, and each of its lines. */
const IN_ADDRESS = /[, ]$/

/** `besidesAddresses`: skips pictures in `data:` URLs, which are checked elsewhere. */
export async function holdsLocatedPicture(value: MetadataValue, pace: Pace, { besidesAddresses = false } = {}): Promise<boolean> {
  if (lengthOf(value) < SHORTEST) return false
  const pictures = new Pictures()
  let spellsAddress: Promise<boolean> | undefined
  const isPassedOver = async (before: string) => {
    if (!besidesAddresses || !IN_ADDRESS.test(before)) return false
    spellsAddress ??= isTrueWithin(written(value), maySpellAddress, pace)
    return spellsAddress
  }
  for (const stretch of readableStretches(value)) {
    if (await pictures.read(stretch, isPassedOver)) return true
    await pace.rest()
  }
  return pictures.end()
}

/** Longer than any word that indicates a location. */
const OVERLAP = 64

/** A picture that has begun, read to the end of the text, because its end isn't known. */
interface Reading {
  digits: string
  /** The end of what was decoded so far. */
  before: string
}

const digitsOf = (text: string): string => text.replace(/[^\w+/-]+/g, '')

class Pictures {
  /** Four digits encode three bytes, so a text can be decoded at four offsets. */
  readonly #readings: (Reading | undefined)[] = [undefined, undefined, undefined, undefined]
  /** The last characters, in which a picture may begin. */
  #tail = ''
  /** How many digits come before the tail. */
  #count = 0

  /** Returns whether one of the pictures contains a location. */
  async read(stretch: string, isPassedOver: (before: string) => Promise<boolean>): Promise<boolean> {
    const more = digitsOf(stretch)
    for (const reading of this.#readings) if (reading) reading.digits += more
    const text = this.#tail + stretch
    let [at, count] = [0, this.#count]
    for (const { 0: found, 1: directory, index } of text.matchAll(BEGINNING)) {
      count += digitsOf(text.slice(at, index)).length
      at = index
      if (index + found.length <= this.#tail.length || this.#readings[count % 4]) continue
      if (await isPassedOver(text.slice(Math.max(0, index - 1), index))) continue
      if (directory !== undefined) return true
      this.#readings[count % 4] = { digits: digitsOf(text.slice(index)), before: '' }
    }
    const kept = Math.min(text.length, LONGEST_BEGINNING)
    this.#count += digitsOf(text.slice(0, text.length - kept)).length
    this.#tail = text.slice(text.length - kept)
    return this.#readings.some((reading) => reading !== undefined && tellsPlace(reading))
  }

  end(): boolean {
    return this.#readings.some((reading) => reading !== undefined && tellsPlace(reading, true))
  }
}

/** Decodes the digits so far, except for an incomplete last group if more follow. */
function tellsPlace(reading: Reading, isLast = false): boolean {
  const { digits, before } = reading
  const whole = isLast ? digits.length : digits.length - (digits.length % 4)
  const content = before + Buffer.from(digits.slice(0, whole), 'base64').toString('latin1')
  reading.digits = digits.slice(whole)
  reading.before = content.slice(-OVERLAP)
  return content.includes('Photoshop 3.0') || mayTellPlace(content)
}
