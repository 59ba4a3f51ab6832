/** The part of the generated types that tells which features a content type has. Tested by test/types/types.test.ts. */
import type { Entity } from './model.ts'

const FEATURES = ['versions', 'schedule', 'orderable'] as const

export const featuresOf = ({ options }: Entity): string =>
  [
    `  drafts: ${options['drafts'] === true}`,
    // Calls may read the trash or not, where there is one.
    `  trash: ${options['trash'] ? 'boolean' : false}`,
    ...FEATURES.map((word) => `  ${word}: ${Boolean(options[word])}`),
  ].join('\n')
