/** The documents that a text refers to, as a read at `depth` 1 or more delivers them: pictures, files, people, targets of links. Tested by test/rich-text/to-html.test.ts. */
import { isSafeAddress, protocolOf } from './addresses.ts'
import type { RichTextMark, RichTextNode } from './document.ts'

/** A document as the reader may see it; null if it is missing, unreadable, or the read had `depth` 0. */
export type TargetDocument = Readonly<Record<string, unknown>> | null

/** The target of a link to a document. */
export interface LinkTarget {
  collection: string
  id: number
  /** A place in the target, for example the id of a heading. */
  anchor: string | null
  value: TargetDocument
}

/** Somebody, or something, that a text mentions. */
export interface Mention {
  collection: string
  id: number
  value: TargetDocument
}

/** A picture of a text. */
export interface Picture {
  /** The id of its `media` document. */
  media: number
  /** Describes the picture to people who can't see it; that of the media document if the text has none. */
  alt: string
  caption: string
  /** In pixels, if the writer chose one. */
  width: number | null
  value: TargetDocument
}

/** A block in the text: its fields, next to its type and its id. */
export interface ContentBlock {
  readonly blockType: string
  readonly id?: string
  readonly [field: string]: unknown
}

const linkTargetOf = (attrs: Readonly<Record<string, unknown>>): LinkTarget | undefined => {
  const { collection, id, anchor, value } = attrs
  if (typeof collection !== 'string' || typeof id !== 'number') return undefined
  return { collection, id, anchor: typeof anchor === 'string' && anchor !== '' ? anchor : null, value: documentIn(value) }
}

export function mentionOf({ attrs = {} }: RichTextNode): Mention {
  return { collection: String(attrs['collection'] ?? ''), id: Number(attrs['id'] ?? 0), value: documentIn(attrs['value']) }
}

export function pictureOf({ attrs = {} }: RichTextNode): Picture {
  const value = documentIn(attrs['value'])
  return {
    media: Number(attrs['media'] ?? 0),
    alt: textIn(attrs['alt']) || textIn(value?.['alt']),
    caption: textIn(attrs['caption']),
    width: typeof attrs['width'] === 'number' ? attrs['width'] : null,
    value,
  }
}

export function contentBlockOf({ attrs = {} }: RichTextNode): ContentBlock | undefined {
  return typeof attrs['blockType'] === 'string' ? (attrs as unknown as ContentBlock) : undefined
}

/** `@` and the name that the document gives. The reader may see no name: who or what it is stays untold, as does its id. */
export const mentionText = ({ value }: Mention): string => `@${nameIn(value) ?? '…'}`

const nameIn = (value: TargetDocument): string | undefined =>
  ['name', 'title', 'label'].map((field) => textIn(value?.[field])).find((text) => text.trim() !== '')

/** The name of a file, as people know it. */
export const fileNameOf = (value: TargetDocument): string => textIn(value?.['originalName']) || textIn(value?.['filename'])

/** The URL of a file, if a page may load it. */
export function fileAddressOf(value: TargetDocument): string | undefined {
  const url = textIn(value?.['url']).trim()
  const protocol = protocolOf(url)
  return url !== '' && isSafeAddress(url) && [undefined, 'http', 'https'].includes(protocol) ? url : undefined
}

/** The URL of a link; of one to a document, what the callback returns. */
export function hrefOf(
  { attrs = {} }: RichTextMark,
  link: ((target: LinkTarget) => string | null | undefined) | undefined,
): string | undefined {
  if (typeof attrs['href'] === 'string') return linkAddress(attrs['href'])
  const target = linkTargetOf(attrs)
  return target && linkAddress(link?.(target), target.anchor)
}

/** The URL for a link, unless it is unsafe. The anchor is added unless the URL already has one. */
export function linkAddress(href: unknown, anchor: string | null = null): string | undefined {
  if (typeof href !== 'string' || !isSafeAddress(href)) return undefined
  return anchor === null || href.includes('#') ? href : `${href}#${anchor}`
}

const textIn = (value: unknown): string => (typeof value === 'string' ? value : '')

const documentIn = (value: unknown): TargetDocument =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as TargetDocument) : null
