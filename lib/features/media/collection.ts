/** The built-in collection of files. What tells of the file itself is written by uploads alone. */
import type { EntityConfig } from '../../../schema/build.ts'
import type { Settings } from '../../settings.ts'
import { addressOf, keyOf } from './storages.ts'

export const MEDIA = 'media'

/** What the file tells of itself. */
export const FACTS = ['filename', 'originalName', 'mimeType', 'filesize', 'width', 'height', 'url', 'sizes', 'original'] as const

export interface FileFacts {
  filename: string
  originalName: string
  mimeType: string
  filesize: number
  width: number | null
  height: number | null
  /** Stored as the key of the file, shown as its address. */
  url: string
  sizes: Record<string, SizeFacts>
  /** Of a cropped picture, the whole one: never shown. */
  original: Pick<SizeFacts, 'filename' | 'url'> | null
}

export interface SizeFacts {
  filename: string
  width: number
  height: number
  filesize: number
  url: string
}

const OURS = { access: { create: 'nobody', update: 'nobody' } }
const part = (name: string) => ({ name, type: 'number', min: 0, max: 100 })

export function mediaCollection(settings: Settings): EntityConfig {
  const shown = (key: string | null) => (key === null ? null : addressOf(settings, key))
  const sizesShown = (sizes: Record<string, SizeFacts> | null) =>
    Object.fromEntries(Object.entries(sizes ?? {}).map(([name, size]) => [name, { ...size, url: shown(size.url) }]))
  return {
    slug: MEDIA,
    useAsTitle: 'filename',
    icon: 'image',
    access: { read: 'anyone' },
    fields: [
      { name: 'filename', index: true, ...OURS },
      { name: 'originalName', ...OURS },
      { name: 'mimeType', ...OURS },
      { name: 'filesize', type: 'number', integer: true, ...OURS },
      { name: 'width', type: 'number', integer: true, ...OURS },
      { name: 'height', type: 'number', integer: true, ...OURS },
      { name: 'alt' },
      { name: 'url', shown, ...OURS },
      { name: 'sizes', type: 'json', shown: sizesShown, ...OURS },
      { name: 'original', type: 'json', hidden: true, ...OURS },
      { name: 'focalPoint', type: 'group', fields: [part('x'), part('y')] },
      { name: 'crop', type: 'group', fields: [part('x'), part('y'), part('width'), part('height')] },
    ],
  }
}

/** The keys of every file that a document has. */
export function keysOf({ url, sizes, original }: Partial<FileFacts>): string[] {
  return [url, ...Object.values(sizes ?? {}).map((size) => size.url), original?.url].filter((key) => typeof key === 'string')
}

/** A document as it lies in the public or in the private storage. */
export const keyIn = (filename: string, doc: { private?: unknown }): string => keyOf(filename, doc.private === true)
