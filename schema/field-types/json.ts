/** Any JSON. */
import { fieldType } from './field-type.ts'

export const json = fieldType({
  name: 'json',
  sentence: 'Any JSON value.',
  json: () => ({}),
  typescript: () => 'unknown',
  scalar: 'JSON',
  holds: 'json',
  queryable: false,
  sample: () => ({}),
})
