/** The chunks of a PNG. */
import type { Heads } from './heads.ts'
import { type Count, type MetadataKind, SMALL } from './part-count.ts'
import { namesPlace } from './place-names.ts'
import { searchParts } from './search-parts.ts'
import { overfull } from './unreadable.ts'

const code = (name: string) => Buffer.from(name, 'latin1').readUInt32BE()
const [ITXT, TEXT, ZTXT, PROFILE, PIXELS, FRAME, LAST, PACKED_EXIF, MANIFEST, PACKET, META] = [
  'iTXt',
  'tEXt',
  'zTXt',
  'iCCP',
  'IDAT',
  'fdAT',
  'IEND',
  'zxIf',
  'caBX',
  'tXMP',
  'meTa',
].map(code)
const EXIF: readonly number[] = ['eXIf', 'exIf'].map(code)
/** Some programs write EXIF with this prefix, as in a JPEG. */
const EXIF_MARK = 'Exif\0\0'
/** Chunks in which Fireworks stores smaller pictures and its own document. */
const PREVIEWS: readonly number[] = ['prVW', 'mkBS', 'mkTS', 'mkBT', 'mkBF'].map(code)
/** A private chunk that every reader skips. */
const SKIPPED = 'skIp'
/** A keyword of 79 characters, a language, and the translated keyword. */
const LONGEST_HEAD = 4096

export async function pngParts(file: Heads, parts: Count): Promise<void> {
  let behind = file.size
  for (let at = 8; at + 12 <= file.size; ) {
    if (!file.has(at, 8)) await file.load(at)
    const length = file.bytes.readUInt32BE(at - file.from)
    const type = file.bytes.readUInt32BE(at - file.from + 4)
    const end = at + 8 + length
    if (end + 4 > file.size) {
      behind = Math.min(behind, at)
      break
    }
    if (length < SMALL || (type !== PIXELS && type !== FRAME)) parts.step()
    const chunk = { at, end }
    const emptied = { chunk, renamed: { at: at + 4, as: SKIPPED } }
    if (EXIF.includes(type)) {
      if (!file.has(at, 14)) await file.load(at)
      const here = at - file.from + 8
      parts.add('exif', at + 8 + (file.bytes.toString('latin1', here, here + 6) === EXIF_MARK ? 6 : 0), end, { chunk })
    } else if (PREVIEWS.includes(type)) parts.add('unread', at + 8, end, emptied)
    else if (type === PACKET) parts.add('xmp', at + 8, end, { chunk })
    else if (type === PACKED_EXIF || type === META) parts.add('unread', at + 8, end, emptied)
    else if (type === MANIFEST) parts.add('manifest', at + 8, end, emptied)
    else if (type === ITXT || type === TEXT || type === ZTXT || type === PROFILE) {
      if (!file.has(at, Math.min(8 + length, 8 + LONGEST_HEAD))) await file.load(at)
      const here = at - file.from + 8
      const { holds, before, isPacked } = textIn(file.bytes.toString('latin1', here, here + Math.min(length, LONGEST_HEAD)), type)
      parts.addText({ at: at + 8, end, packedAt: isPacked ? at + 8 + before : end })
      if (holds)
        parts.add(holds, at + 8 + (holds === 'unread' ? 0 : before), end, ['unread', 'packed'].includes(holds) ? emptied : { chunk })
    }
    at = end + 4
    if (type === LAST) behind = Math.min(behind, at)
  }
  if (parts.isKept) await searchParts(file, parts, { at: behind, end: file.size })
}

/** The content of a text chunk by its keyword, the length of the head before it, and whether it is deflated. */
function textIn(text: string, type: number): { holds?: MetadataKind; before: number; isPacked: boolean } {
  const keyword = text.slice(0, Math.max(0, text.indexOf('\0')))
  const isPacked = type === ZTXT || type === PROFILE || (type === ITXT && text[keyword.length + 1] !== '\0')
  const before = type === TEXT ? keyword.length + 1 : type === ITXT ? behindLanguage(text, keyword.length + 3) : keyword.length + 2
  if (type === PROFILE) return { before, isPacked }
  const isProfile = /^Raw profile type (?!icc$|icm$)/i.test(keyword)
  const isPacket = keyword.toLowerCase() === 'xml:com.adobe.xmp'
  if (isProfile || namesPlace(keyword) || (isPacket && isPacked)) return { holds: 'unread', before, isPacked }
  return { holds: isPacket ? 'xmp' : isPacked ? 'packed' : 'text', before, isPacked }
}

/** The position after the language and the translated keyword, each of which ends with a zero. */
function behindLanguage(text: string, from: number): number {
  const translated = text.indexOf('\0', text.indexOf('\0', from) + 1)
  if (translated < from + 1) throw overfull('has a text with a keyword that is too long')
  return translated + 1
}
