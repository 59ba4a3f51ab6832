/** Folders of the media library, and which of them are private: their contents are private as well. Tested by test/features/media/private.test.ts. */
import type { Feature } from '../../feature.ts'
import { routesWithout } from '../../http/content.ts'
import { folderSteps } from './steps.ts'
import { FOLDERS, hideContents } from './tree.ts'

export const folders: Feature = {
  name: 'folders',
  collections: ({ upload }) =>
    upload.folders
      ? [
          {
            slug: FOLDERS,
            useAsTitle: 'name',
            icon: 'folder',
            fields: [
              { name: 'name', required: true, maxLength: 100 },
              { name: 'parent', type: 'relationship', to: FOLDERS },
              { name: 'private', type: 'boolean', defaultValue: false },
              { name: 'place', hidden: true, unique: true, access: { create: 'nobody', update: 'nobody' } },
            ],
          },
        ]
      : [],
  mixin: (document, { upload }) =>
    upload.folders && document['x-cms'].collection === 'media'
      ? [
          { name: 'folder', type: 'relationship', to: FOLDERS },
          { name: 'private', type: 'boolean', defaultValue: false, index: true },
        ]
      : [],
  steps: folderSteps,
  routes: ({ upload }) => (upload.folders ? [] : routesWithout(FOLDERS, 'upload: { folders: true }')),
  jobs: [{ name: 'folders', run: hideContents }],
}
