/** The built-in collection of files. Only uploads write the fields that describe the file itself. */
import type { EntityConfig } from '../../../schema/build.ts'
import type { SizeFacts } from '../../local/types.ts'
import type { Settings } from '../../settings.ts'
import { addressOf, keyOf } from './storages.ts'

export const MEDIA = 'media'

/** The fields that describe the file itself. */
export const FACTS = ['filename', 'originalName', 'mimeType', 'filesize', 'width', 'height', 'url', 'sizes', 'original'] as const

export interface FileFacts {
  filename: string
  originalName: string
  mimeType: string
  filesize: number
  width: number | null
  height: number | null
  /** Stored as the file's key, returned as its URL. */
  url: string
  sizes: Record<string, SizeFacts>
  /** The whole picture behind a cropped one; never returned. */
  original: Pick<SizeFacts, 'filename' | 'url'> | null
}

const OURS = { access: { create: 'nobody', update: 'nobody' } }
const part = (name: string) => ({ name, type: 'number', min: 0, max: 100 })

export function mediaCollection(settings: Settings): EntityConfig {
  const shown = (key: string | null) => (key === null ? null : addressOf(settings, key))
  const sizesShown = (sizes: Record<string, SizeFacts> | null) =>
    Object.fromEntries(Object.entries(sizes ?? {}).map(([name, size]) => [name, { ...size, url: shown(size.url) }]))
  return {
    slug: MEDIA,
    useAsTitle: 'originalName',
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

/** The keys of all files of a document. */
export function fileKeysOf({ url, sizes, original }: Partial<FileFacts>): string[] {
  return [url, ...Object.values(sizes ?? {}).map((size) => size.url), original?.url].filter((key) => typeof key === 'string')
}

/** The key of a document's file in the public or private storage. */
export const keyIn = (filename: string, doc: { private?: unknown }): string => keyOf(filename, doc.private === true)
