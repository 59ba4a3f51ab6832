/** The configuration of uploads. */
import type { JsonSchema } from '../../../schema/document.ts'
import { closed, flag, listOf, text, texts } from '../../option-schemas.ts'
import type { WithDefaults } from '../../settings.ts'
import type { StorageAdapter } from '../../storage/contract.ts'

declare module '../../options.ts' {
  interface Options {
    /** Which files may be uploaded, and where they are stored. */
    upload?: UploadConfig
  }
}

declare module '../../settings.ts' {
  interface Settings {
    upload: WithDefaults<UploadConfig, 'dir' | 'maxFileSize' | 'mimeTypes' | 'imageSizes' | 'folders' | 'keepMetadata'>
  }
}

export interface UploadConfig {
  /** The folder for files on the local disk, unless `storage` says where they are kept. @default 'uploads' */
  dir?: string
  /** The largest file, in bytes. @default 10485760 */
  maxFileSize?: number
  /** MIME types, `type/*`, or the groups `documents`, `office`, `archives`, by content. @default ['image/*', 'application/pdf'] */
  mimeTypes?: readonly string[]
  /** Where files are stored. @default the local disk */
  storage?: StorageAdapter
  /** Sizes rendered from each image. @default [] */
  imageSizes?: readonly { name: string; width: number; height?: number; fit?: 'cover' | 'contain' | 'inside' }[]
  /** Hosts that files may be fetched from. @default off */
  fromURL?: { allowedHosts: readonly string[]; allowPrivate?: boolean }
  /** Where private files are stored. @default `storage`, without public addresses */
  privateStorage?: StorageAdapter
  /** Folders in the media library. @default false */
  folders?: boolean
  /** Keeps location data in originals. @default false */
  keepMetadata?: boolean
}

/** `*`, or a host that may begin with `*.` and may have a port. */
const host: JsonSchema = {
  type: 'string',
  pattern: '^(\\*|((\\*\\.)?[^*/?#@:[\\]]+|\\[[0-9a-fA-F:.]+\\])(:[0-9]+)?)$',
  description: "a host such as 'images.example.org', '*.example.org' or 'localhost:8080', or '*'",
}

export const mediaConfig: Record<string, JsonSchema> = {
  upload: {
    ...closed({
      dir: { ...text, default: 'uploads' },
      maxFileSize: { type: 'integer', minimum: 1, default: 10485760 },
      mimeTypes: { ...texts, default: ['image/*', 'application/pdf'] },
      storage: {},
      imageSizes: {
        ...listOf(
          closed(
            {
              name: text,
              width: { type: 'integer', minimum: 1 },
              height: { type: 'integer', minimum: 1 },
              fit: { enum: ['cover', 'contain', 'inside'], default: 'cover' },
            },
            ['name', 'width'],
          ),
        ),
        default: [],
      },
      fromURL: closed({ allowedHosts: { ...listOf(host), minItems: 1 }, allowPrivate: { ...flag, default: false } }, ['allowedHosts']),
      privateStorage: {},
      folders: { ...flag, default: false },
      keepMetadata: { ...flag, default: false },
    }),
    default: {},
  },
}
