/** Files of the media library. Tested by test/field-types.test.ts. */
import { fieldType, LIST_WORDS } from './field-type.ts'
import { madeTargets } from './sample-targets.ts'

export const upload = fieldType({
  name: 'upload',
  sentence: 'One or several files of the media library.',
  json: () => ({ type: 'integer' }),
  scalar: 'Media',
  holds: 'id',
  queryable: true,
  many: true,
  words: ['relation', 'mimeTypes', 'folder', 'filterOptions', ...LIST_WORDS],
  sample: madeTargets,
})
