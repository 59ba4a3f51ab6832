/** Pictures and files of the media library as HTML: a `<figure>` whose `srcset` lists the sizes of the picture, a link with the name and size of a file. Tested by test/rich-text/to-html.test.ts. */
import { element, escapeHTML, openTag } from './html-text.ts'
import { fileAddressOf, fileNameOf, type Picture, type TargetDocument } from './targets.ts'

interface Size {
  url: string
  width: number
}

/** Empty if the media document is missing. */
export function figureOf({ value, alt, caption, width }: Picture, sizes: string | undefined): string {
  const url = fileAddressOf(value)
  if (!value || url === undefined) return ''
  if (typeof value['mimeType'] === 'string' && !value['mimeType'].startsWith('image/')) return fileOf(value)
  const [full, height] = [lengthIn(value['width']), lengthIn(value['height'])]
  const shown = width ?? full
  const candidates = full === undefined || height === undefined ? [] : [...smaller(value, full / height), { url, width: full }]
  const isResponsive = candidates.length > 1
  const image = openTag('img', {
    src: url,
    srcset: isResponsive && candidates.map((one) => `${inSrcset(one.url)} ${one.width}w`).join(', '),
    sizes: isResponsive && (sizes ?? `(min-width: ${shown}px) ${shown}px, 100vw`),
    alt,
    width: shown,
    height: full && height && shown && Math.round((shown * height) / full),
    loading: 'lazy',
  })
  return element('figure', {}, image + (caption.trim() && element('figcaption', {}, escapeHTML(caption))))
}

/** Sizes of another shape show another part of the picture, so they can't replace it. */
function smaller(value: NonNullable<TargetDocument>, ratio: number): Size[] {
  const full = lengthIn(value['width']) ?? 0
  const found = new Map<number, Size>()
  for (const size of Object.values(objectIn(value['sizes']))) {
    const one = objectIn(size)
    const [url, width, height] = [fileAddressOf(one), lengthIn(one['width']), lengthIn(one['height'])]
    if (url === undefined || width === undefined || height === undefined || width >= full) continue
    if (Math.abs(width / ratio - height) <= 1 + height / 100) found.set(width, { url, width })
  }
  return [...found.values()].sort((a, b) => a.width - b.width)
}

/** Spaces and commas separate the candidates. */
const inSrcset = (url: string): string => url.replace(/[\s,]/g, (character) => `%${character.charCodeAt(0).toString(16).padStart(2, '0')}`)

export function fileOf(value: TargetDocument): string {
  const url = fileAddressOf(value)
  if (!value || url === undefined) return ''
  const size = typeof value['filesize'] === 'number' ? sizeText(value['filesize']) : ''
  const link = element('a', { href: url, download: true }, escapeHTML(fileNameOf(value) || url))
  return element('p', { class: 'file' }, link + (size && ` ${element('span', {}, size)}`))
}

const UNITS = ['bytes', 'kB', 'MB', 'GB', 'TB']

/** For example `1.2 MB`. */
function sizeText(bytes: number): string {
  if (!(bytes >= 0)) return ''
  const power = Math.min(UNITS.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3))
  const amount = bytes / 1000 ** power
  return `${amount < 10 && power > 0 ? amount.toFixed(1) : Math.round(amount)} ${UNITS[power]}`
}

const lengthIn = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isFinite(value) && value > 0 ? Math.round(value) : undefined

const objectIn = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
