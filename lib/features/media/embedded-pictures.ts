/** Pictures that stand in a drawing as `data:` addresses: found, decoded, and put back at the same length. It doesn't know what is changed in them. */
import { Pace } from '../../pace.ts'
import { mayTellPlace } from './place-names.ts'
import { unreadable } from './unreadable.ts'

/** More than any program embeds. */
const MOST = 200

const ADDRESS = /data:image\/[\w.+-]{1,100}((?:;[\w.=+-]{1,100})*),/gi
const DIGITS = /[A-Za-z0-9+/]+/y
/** Programs break long lines, some with references. */
const BREAK = /(?:\s|&#(?:9|10|13|x0*[9adAD]);)+/y

/** Whether something changed. */
export async function changePictures(drawing: Buffer, change: (picture: Buffer) => Promise<Buffer>): Promise<boolean> {
  const text = drawing.toString('latin1')
  const pace = new Pace()
  let isChanged = false
  let count = 0
  for (const { 0: address, 1: words, index } of text.matchAll(ADDRESS)) {
    if (++count > MOST) throw unreadable('holds too many pictures')
    const begin = index + address.length
    if (!words!.toLowerCase().endsWith(';base64')) expectNoPlace(text, begin)
    else isChanged = (await changeOne(drawing, text, begin, change, pace)) || isChanged
  }
  return isChanged
}

/** One that isn't in base64 can't be changed in place. */
function expectNoPlace(text: string, begin: number): void {
  const end = text.slice(begin).search(/["']/)
  const spelled = text.slice(begin, end < 0 ? undefined : begin + end)
  const said = spelled.replace(/%([\da-f]{2})/gi, (_, digits) => String.fromCharCode(Number.parseInt(digits, 16)))
  if (mayTellPlace(said)) throw unreadable('holds a picture that tells a place and is not in base64')
}

async function changeOne(
  drawing: Buffer,
  text: string,
  begin: number,
  change: (picture: Buffer) => Promise<Buffer>,
  pace: Pace,
): Promise<boolean> {
  const lines: { at: number; digits: string }[] = []
  for (let at = begin; ; ) {
    const digits = taken(DIGITS, text, at)
    if (digits !== '') lines.push({ at, digits })
    const step = digits.length || taken(BREAK, text, at).length
    at += step
    if (step > 0) await pace.rest()
    else if (text[at] === '%') throw unreadable('holds a picture whose base64 is escaped')
    else break
  }
  const before = Buffer.from(lines.map(({ digits }) => digits).join(''), 'base64')
  const after = await change(before)
  if (after.equals(before)) return false
  const encoded = after.toString('base64')
  let from = 0
  for (const { at, digits } of lines) {
    drawing.write(encoded.slice(from, from + digits.length), at, 'latin1')
    from += digits.length
    await pace.rest()
  }
  return true
}

function taken(pattern: RegExp, text: string, at: number): string {
  pattern.lastIndex = at
  return pattern.exec(text)?.[0] ?? ''
}
