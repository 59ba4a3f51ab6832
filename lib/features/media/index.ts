/** The built-in collection of files, so that upload fields have something to point to. Its documents are made by uploads alone. */
import type { Feature } from '../../feature.ts'

export const media: Feature = {
  name: 'media',
  collections: () => [
    {
      slug: 'media',
      useAsTitle: 'filename',
      icon: 'image',
      access: { read: 'anyone', create: 'nobody', update: 'loggedIn', delete: 'loggedIn' },
      fields: [
        ...['filename', 'originalName', 'mimeType', 'url'].map((name) => ({ name, access: WRITTEN_BY_US })),
        ...['filesize', 'width', 'height'].map((name) => ({
          name,
          type: 'number',
          integer: true,
          access: WRITTEN_BY_US,
        })),
        { name: 'alt' },
        { name: 'sizes', type: 'json', access: WRITTEN_BY_US },
      ],
    },
  ],
}

const WRITTEN_BY_US = { create: 'nobody', update: 'nobody' }
