/** Generates the types of filters and sorting: by the paths of a document's own fields, and one level into related documents.
 * Tested by test/types/types.test.ts.
 */
import { type Entity, type Field, isGroup, type Model } from './model.ts'
import type { TypeNames } from './typescript-names.ts'

/** Which values a path leads to. */
interface Path {
  path: string
  /** The operators for its values. */
  tests: string
  /** It goes through a list, so documents can't be sorted by it. */
  isEach: boolean
  /** The slug of the collection that the path leads to. */
  to?: string
}

export function printPaths(entity: Entity, model: Model, names: TypeNames, locales: readonly string[]): string {
  const title = names.of(entity)
  const own = ownPaths(entity, locales)
  // biome-ignore lint/style/noNonNullAssertion: `checkTogether` refuses relations to unknown content types
  const hops = own.flatMap((one) => (one.to === undefined ? [] : { ...one, target: model.entities.get(one.to)! }))
  const beyond = hops.flatMap(({ path, target, isEach }) =>
    ownPaths(target, locales).flatMap((next) =>
      next.to === undefined ? [] : { path: `${path}.${next.path}`, isEach: isEach || next.isEach },
    ),
  )
  const sorted = [
    `${title}OwnSort`,
    ...hops.flatMap(({ path, target, isEach }) => (isEach ? [] : `\`${path}.\${${names.of(target)}OwnSort}\``)),
    ...beyond.flatMap(({ path, isEach }) => (isEach ? [] : `\`${path}.\${string}\``)),
  ]
  return [
    interfaceOf(`${title}OwnWhere`, [], lines(own)),
    interfaceOf(
      `${title}Where`,
      [`${title}OwnWhere`, ...hops.map(({ path, target }) => `galley.Under<${JSON.stringify(path)}, ${names.of(target)}OwnWhere>`)],
      [
        ...namedIn(entity).flatMap((name) => (own.some(({ path }) => path === name) ? [] : [`${name}?: galley.BooleanTests`])),
        ...[...new Set(beyond.map(({ path }) => `[beyond: \`${path}.\${string}\`]: galley.AnyTests | undefined`))],
        `and?: readonly ${title}Where[]`,
        `or?: readonly ${title}Where[]`,
      ],
    ),
    `export type ${title}OwnSort = ${union(own.filter(({ isEach }) => !isEach).map(({ path }) => path))}`,
    `export type ${title}Sort = \`\${'' | '-'}\${${sorted.join(' | ')}}\``,
  ].join('\n')
}

/** Conditions that are not fields. */
const namedIn = ({ slug, options }: Entity): string[] => [
  ...(options['drafts'] === true ? ['pending'] : []),
  ...(slug === 'users' ? ['invited'] : []),
]

const interfaceOf = (name: string, bases: readonly string[], members: readonly string[]): string =>
  [
    `export interface ${name}${bases.length > 0 ? ` extends ${bases.join(', ')}` : ''} {`,
    ...members.map((member) => `  ${member}`),
    '}',
  ].join('\n')

function lines(paths: readonly Path[]): string[] {
  const all = new Map<string, Set<string>>()
  for (const { path, tests } of paths) all.set(path, (all.get(path) ?? new Set()).add(tests))
  return [...all].map(([path, tests]) => `${JSON.stringify(path)}?: ${[...tests].join(' | ')}`)
}

function ownPaths(entity: Entity, locales: readonly string[]): Path[] {
  const ends = entity.kind === 'collection' ? ['createdAt', 'updatedAt'] : ['updatedAt']
  return [
    ...(entity.kind === 'collection' ? [{ path: 'id', tests: 'galley.NumberTests', isEach: false }] : []),
    ...inFields(entity.fields, '', false, locales),
    ...ends.map((path) => ({ path, tests: 'galley.DateTests', isEach: false })),
  ]
}

const inFields = (fields: readonly Field[], prefix: string, isEach: boolean, locales: readonly string[]): Path[] =>
  fields
    .filter((field) => !field.hidden)
    .flatMap((field) => {
      const path = prefix + field.name
      const paths = isLocalized(field) ? [path, ...locales.map((locale) => `${path}.${locale}`)] : [path]
      return paths.flatMap((one) => atField(field, one, isEach, locales))
    })

function atField(field: Field, path: string, isEach: boolean, locales: readonly string[]): Path[] {
  if (field.to !== undefined) return [{ path, tests: 'galley.RelationTests', isEach: isEach || field.hasMany, to: field.to }]
  if (isGroup(field)) return inFields(field.fields, `${path}.`, isEach, locales)
  if (field.fields) return [...rows(path), ...inFields(field.fields, `${path}.`, true, locales)]
  if (field.blocks)
    return [
      ...rows(path),
      { path: `${path}.blockType`, tests: `galley.TextTests<${union(field.blocks.map(({ slug }) => slug))}>`, isEach: true },
      ...field.blocks.flatMap((block) => inFields(block.fields, `${path}.`, true, locales)),
    ]
  return field.type.queryable ? [{ path, tests: testsOf(field), isEach: isEach || field.hasMany }] : []
}

const rows = (path: string): Path[] => [
  { path, tests: 'galley.RowsTests', isEach: true },
  { path: `${path}.id`, tests: 'galley.TextTests', isEach: true },
]

const TESTS = {
  number: 'NumberTests',
  boolean: 'BooleanTests',
  date: 'DateTests',
  id: 'RelationTests',
  text: 'TextTests',
  json: 'AnyTests',
}

function testsOf({ options, type }: Field): string {
  return `galley.${TESTS[type.holds]}${options ? `<${union(options.map(({ value }) => value))}>` : ''}`
}

/** The copies of a localized field in one locale remain localized. */
export const isLocalized = (field: Field): boolean => field.localized

export const union = (values: readonly (string | number)[]): string => values.map((value) => JSON.stringify(value)).join(' | ') || 'never'
