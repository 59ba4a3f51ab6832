/** The names of stored files: readable, unique, and safe in paths, headers and pages. */
import { randomBytes } from 'node:crypto'

const LONGEST = 60
/** File systems allow 255, and size names add to it. */
const MOST_BYTES = 180
const STORED = /^([\p{L}\p{M}\p{N}-]+-[0-9a-f]{8})(?:\.([A-Za-z0-9_-]+))?\.([a-z0-9]{1,8})$/u

/** `Café menu.PDF` → `Café-menu-1f0c9a2e.pdf`: letters, marks and digits of any script; the extension follows the contents. */
export function storedName(originalName: string, extension: string): string {
  const readable = withoutExtension(originalName)
    .normalize('NFC')
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')
  const letters = [...readable].slice(0, LONGEST)
  while (Buffer.byteLength(letters.join('')) > MOST_BYTES) letters.pop()
  const short = letters.join('').replace(/^-|-$/g, '')
  return `${short === '' ? 'file' : short}-${randomBytes(4).toString('hex')}.${extension}`
}

/** `cat-1f0c9a2e.jpg` → `cat-1f0c9a2e.thumb.jpg` */
export function sizeName(filename: string, size: string): string {
  const dot = filename.lastIndexOf('.')
  return `${filename.slice(0, dot)}.${size}${filename.slice(dot)}`
}

/** Parses a stored name; undefined for any other name. */
export function readName(name: string): { main: string; extension: string } | undefined {
  const [, stem, , extension] = (name.length > 250 ? undefined : STORED.exec(name)) ?? []
  return stem === undefined || extension === undefined ? undefined : { main: `${stem}.${extension}`, extension }
}

/** The name given by the uploader, as displayed: without folders and control characters. */
export function shownName(given: string): string {
  const base = given
    .toWellFormed()
    .replace(/^.*[\\/]/s, '')
    .replace(/[\p{Cc}\p{Cf}\p{Co}]/gu, '')
    .normalize('NFC')
    .trim()
  return [...base].slice(0, 250).join('') || 'file'
}

const withoutExtension = (name: string) => name.replace(/(?<=.)\.[A-Za-z0-9]{1,8}$/, '')
