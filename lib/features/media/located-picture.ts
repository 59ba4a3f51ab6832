/** Pictures within a text, in base64, that may have a place in metadata of their own. Metadata itself, in base64, is one as well. */
import type { Pace } from '../../pace.ts'
import { maySpellAddress } from './embedded-addresses.ts'
import { mayTellPlace } from './place-names.ts'
import { lengthOf, readableStretches, type Value, written } from './readable-text.ts'
import { isTrueWithin } from './windows.ts'

/** How the base64 of EXIF and TIFF begins, which tell a place without words. */
const DIRECTORIES = ['SUkqA[A-P]', 'TU0AK[g-v]', 'RXhpZgAA']
/** The same of JPEG, PNG, WebP, GIF, HEIC and XMP. */
const PICTURES = ['[/_]9j[/_]', 'iVBORw0KGg', 'UklGR', 'R0lGOD', 'AAAA[\\w+/-][\\w+/-]Z0eX[A-P]']
const PACKETS = ['PD94cGFja2V0', 'PHg6eG1wbWV0', 'PHJkZjpSREY', 'PD94bWwg']

/** A line may end behind any digit. */
const onLines = (digits: string): string => digits.match(/\[[^[\]]+\]|[^[]/g)!.join(' ?')
const anyOf = (beginnings: string[]): string => beginnings.map(onLines).join('|')

/** Other base64 may have the same digits in its middle. */
const BEGINNING = new RegExp(`(?<![\\w+/-])(?:(${anyOf(DIRECTORIES)})|${anyOf([...PICTURES, ...PACKETS])})`, 'g')
const LONGEST_BEGINNING = 32

/** No shorter text holds a picture and a place. */
const SHORTEST = 50

/** What stands before the content of an address, and before any line of it. */
const IN_ADDRESS = /[, ]$/

/** `besidesAddresses`: others look into the pictures that stand in `data:` addresses. */
export async function holdsLocatedPicture(value: Value, pace: Pace, { besidesAddresses = false } = {}): Promise<boolean> {
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

/** Longer than any word that tells a place. */
const OVERLAP = 64

/** One that has begun, up to the end of the text: what ends it isn't known. */
interface Reading {
  digits: string
  /** The end of what was decoded so far. */
  before: string
}

const digitsOf = (text: string): string => text.replace(/[^\w+/-]+/g, '')

class Pictures {
  /** Four digits stand for three bytes, so that there are four ways to decode a text. */
  readonly #readings: (Reading | undefined)[] = [undefined, undefined, undefined, undefined]
  /** The last characters, in which one may begin. */
  #tail = ''
  /** How many digits stand before those. */
  #count = 0

  /** Tells whether one of them is located. */
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

/** Decodes what has come, but for the last digits where more follow. */
function tellsPlace(reading: Reading, isLast = false): boolean {
  const { digits, before } = reading
  const whole = isLast ? digits.length : digits.length - (digits.length % 4)
  const content = before + Buffer.from(digits.slice(0, whole), 'base64').toString('latin1')
  reading.digits = digits.slice(whole)
  reading.before = content.slice(-OVERLAP)
  return content.includes('Photoshop 3.0') || mayTellPlace(content)
}
