/** Finds parts of the configuration's features that nothing reads, or that have another shape. Tested by test/wrong-features.test.ts. */
import { unknownOption } from '../schema/nearest.ts'
import { kindOf } from '../schema/plain-object.ts'
import type { Feature } from './feature.ts'

type Shape = 'a function' | 'an object' | 'a list' | 'a text'

const SHAPES: Readonly<Record<keyof Feature, Shape>> = {
  name: 'a text',
  config: 'an object',
  check: 'a function',
  checkEntity: 'a function',
  checkModel: 'a function',
  collections: 'a function',
  languages: 'a function',
  mixin: 'a function',
  tables: 'a function',
  columns: 'a function',
  indexes: 'a function',
  leading: 'a function',
  steps: 'a list',
  intents: 'an object',
  mayLack: 'a function',
  received: 'a function',
  unsettable: 'a function',
  form: 'a function',
  restrict: 'a function',
  filters: 'an object',
  order: 'a function',
  hidesSaves: 'a function',
  overlay: 'a function',
  rules: 'an object',
  routes: 'a function',
  rootRoutes: 'a function',
  site: 'a function',
  create: 'an object',
  attempt: 'a function',
  shownOnce: 'a function',
  choices: 'a function',
  authenticate: 'a function',
  knowsRole: 'a function',
  admits: 'a function',
  limit: 'a function',
  limitFields: 'a function',
  opens: 'a function',
  local: 'an object',
  options: 'an object',
  answered: 'a function',
  keeps: 'a function',
  outgoing: 'a function',
  queues: 'an object',
  jobs: 'a list',
  retentionTime: 'a function',
  commands: 'a list',
  slugChanged: 'a function',
  hear: 'a function',
  attention: 'a function',
  start: 'a function',
  stop: 'a function',
}

/** One line per problem. */
export const wrongFeatures = (features: readonly unknown[]): string[] =>
  features.flatMap((feature, index) => wrongIn(feature).map((problem) => `features[${index}]${problem}`))

export const isFeature = (value: unknown): value is Feature => typeof value === 'object' && value !== null && wrongIn(value).length === 0

/** A class may have its slots on its prototype. */
function wrongIn(feature: unknown): string[] {
  // The schema of the options reports what is not an object.
  if (typeof feature !== 'object' || feature === null) return []
  const given = feature as Record<string, unknown>
  const unknown = Object.keys(given).filter((name) => given[name] !== undefined && !Object.hasOwn(SHAPES, name))
  return [
    ...(given['name'] === undefined ? [': needs a name'] : []),
    ...unknown.map((name) => `: ${unknownOption(name, Object.keys(SHAPES))}`),
    ...Object.entries(SHAPES).flatMap(([name, shape]) =>
      hasShape(given[name], shape) ? [] : [`.${name}: must be ${shape}, not ${kindOf(given[name])}`],
    ),
  ]
}

function hasShape(value: unknown, shape: Shape): boolean {
  if (value === undefined) return true
  if (shape === 'a function') return typeof value === 'function'
  if (shape === 'a text') return typeof value === 'string' && value !== ''
  return typeof value === 'object' && value !== null && Array.isArray(value) === (shape === 'a list')
}
