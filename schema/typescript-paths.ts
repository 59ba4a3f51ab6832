/** Generates the types of paths, for filters and sorting: those of a document's own fields, and one level into related documents.
 * Tested by test/types/types.test.ts.
 */
import { type Entity, type Field, isGroup, type Model } from './model.ts'

/** Which value a path leads to. */
interface Path {
  path: string
  type: string
  /** It goes through a list. */
  isEach: boolean
  /** The slug of the collection that the path leads to. */
  to?: string
}

export function printPaths(entity: Entity, model: Model, locales: readonly string[]): string {
  const { title } = entity
  return [
    ...interfaces(entity, model, locales),
    [
      `export interface ${title}Where extends galley.Conditions<${title}Paths> {`,
      `  and?: readonly ${title}Where[]`,
      `  or?: readonly ${title}Where[]`,
      '}',
    ].join('\n'),
    `export type ${title}Sort = galley.Sort<${title}Paths>`,
  ].join('\n\n')
}

function interfaces(entity: Entity, model: Model, locales: readonly string[]): string[] {
  const { title } = entity
  const own = ownPaths(entity, locales)
  const flags = entity.options['drafts'] === true ? ['  pending: galley.Each<boolean>'] : []
  // biome-ignore lint/style/noNonNullAssertion: `checkTogether` refuses relations to unknown content types
  const hops = own.flatMap((one) => (one.to === undefined ? [] : { ...one, target: model.entities.get(one.to)! }))
  if (hops.length === 0) return [printed(`${title}Paths`, [], [...lines(own), ...flags])]
  const bases = hops.map(({ path, target, isEach }) => {
    const name = `${target.title}${hopsOf(target, locales).length > 0 ? 'Own' : ''}Paths`
    return `galley.Under${isEach ? 'Each' : ''}<${JSON.stringify(path)}, ${name}>`
  })
  const beyond = hops.flatMap(({ path, target }) =>
    hopsOf(target, locales).map((next) => `  [beyond: \`${path}.${next.path}.\${string}\`]: unknown`),
  )
  return [printed(`${title}OwnPaths`, [], lines(own)), printed(`${title}Paths`, [`${title}OwnPaths`, ...bases], [...flags, ...beyond])]
}

const printed = (name: string, bases: readonly string[], members: readonly string[]): string =>
  [`export interface ${name}${bases.length > 0 ? ` extends\n  ${bases.join(',\n  ')}` : ''} {`, ...members, '}'].join('\n')

const hopsOf = (entity: Entity, locales: readonly string[]): Path[] => ownPaths(entity, locales).filter(({ to }) => to !== undefined)

function lines(paths: readonly Path[]): string[] {
  const types = new Map<string, Set<string>>()
  for (const { path, type, isEach } of paths) {
    const known = types.get(path) ?? new Set()
    types.set(path, known.add(isEach ? `galley.Each<${type}>` : type))
  }
  return [...types].map(([path, all]) => `  ${JSON.stringify(path)}: ${[...all].join(' | ')}`)
}

function ownPaths(entity: Entity, locales: readonly string[]): Path[] {
  const ends = entity.kind === 'collection' ? ['createdAt', 'updatedAt'] : ['updatedAt']
  return [
    ...(entity.kind === 'collection' ? [{ path: 'id', type: 'number', isEach: false }] : []),
    ...inFields(entity.fields, '', false, locales),
    ...ends.map((path) => ({ path, type: 'Date', isEach: false })),
  ]
}

const inFields = (fields: readonly Field[], prefix: string, isEach: boolean, locales: readonly string[]): Path[] =>
  fields
    .filter((field) => !field.writeOnly)
    .flatMap((field) => {
      const path = prefix + field.name
      const paths = isLocalized(field) ? [path, ...locales.map((locale) => `${path}.${locale}`)] : [path]
      return paths.flatMap((one) => atField(field, one, isEach, locales))
    })

function atField(field: Field, path: string, isEach: boolean, locales: readonly string[]): Path[] {
  if (field.to !== undefined) return [{ path, type: 'galley.RelationPath', isEach: isEach || field.hasMany, to: field.to }]
  if (isGroup(field)) return inFields(field.fields, `${path}.`, isEach, locales)
  if (field.fields) return [...rows(path), ...inFields(field.fields, `${path}.`, true, locales)]
  if (field.blocks)
    return [
      ...rows(path),
      { path: `${path}.blockType`, type: union(field.blocks.map(({ slug }) => slug)), isEach: true },
      ...field.blocks.flatMap((block) => inFields(block.fields, `${path}.`, true, locales)),
    ]
  return field.type.queryable ? [{ path, type: queriedType(field), isEach: isEach || field.hasMany }] : []
}

const rows = (path: string): Path[] => [
  { path, type: 'galley.RowsPath', isEach: false },
  { path: `${path}.id`, type: 'string', isEach: true },
]

const VALUES = { number: 'number', boolean: 'boolean', date: 'Date', id: 'galley.RelationPath', text: 'string', json: 'unknown' }

const queriedType = (field: Field): string => (field.options ? union(field.options.map(({ value }) => value)) : VALUES[field.type.holds])

/** The copies of a localized field in one locale remain localized. */
export const isLocalized = (field: Field): boolean => field.localized

export const union = (values: readonly (string | number)[]): string => values.map((value) => JSON.stringify(value)).join(' | ') || 'never'
