/** A schema that changes at random: fields at the top, in a group, in rows, in a group of rows, in blocks, of a collection and of a global. */

import type { Roll } from '../harness/dice.ts'

export type Kind = 'text' | 'number' | 'select' | 'relationship'

export interface Leaf {
  name: string
  type: Kind
  hasMany?: boolean
  localized?: boolean
  renamedFrom?: string
}

export const PLACES = ['top', 'seo', 'rows', 'inner', 'block', 'other'] as const
export type Place = (typeof PLACES)[number]
export const BLOCKS = ['block', 'other'] as const

export interface Block {
  place: (typeof BLOCKS)[number]
  slug: string
  renamedFrom?: string
}

export interface Schema {
  slug: string
  renamedFrom?: string
  leaves: Record<Place, Leaf[]>
  hasRows: boolean
  blocks: readonly Block[]
  /** Collections that took a slug which the first one had. */
  others: readonly string[]
}

/** A field keeps its type whatever it is called, so that nothing is converted but on purpose. */
const NAMES: Record<Kind, readonly string[]> = {
  text: ['a', 'b', 'c', 'd'],
  number: ['n', 'm'],
  select: ['s', 't', 'u'],
  relationship: ['r', 'q'],
}
const KINDS = Object.keys(NAMES) as Kind[]
const SLUGS = ['posts', 'articles', 'stories']
const BLOCK_SLUGS: Record<Block['place'], readonly string[]> = { block: ['block', 'film', 'clip'], other: ['other', 'note', 'aside'] }
export const OPTIONS = Array.from({ length: 600 }, (_, n) => `${5_000_000 + n}`)

export const FIRST: Schema = {
  slug: 'posts',
  leaves: Object.fromEntries(
    PLACES.map((place) => [
      place,
      [
        { name: 'a', type: 'text' },
        { name: 'b', type: 'text' },
        { name: 'n', type: 'number' },
        { name: 's', type: 'select', hasMany: true },
        { name: 'r', type: 'relationship' },
      ],
    ]),
  ) as Schema['leaves'],
  hasRows: true,
  blocks: BLOCKS.map((place) => ({ place, slug: place })),
  others: [],
}

/** As the configuration has it. */
export function configOf({ slug, renamedFrom, leaves, hasRows, blocks, others }: Schema): object {
  const at = (place: Place) => [
    { name: 'anchor' },
    ...leaves[place].map((leaf) => ({
      ...leaf,
      ...(leaf.type === 'select' && { options: OPTIONS }),
      ...(leaf.type === 'relationship' && { to: 'tags' }),
    })),
  ]
  const group = (name: string, place: Place) => ({ name, type: 'group', fields: at(place) })
  const fields = [
    ...at('top'),
    group('seo', 'seo'),
    ...(hasRows ? [{ name: 'rows', type: 'array', fields: [...at('rows'), group('inner', 'inner')] }] : []),
    { name: 'layout', type: 'blocks', blocks: blocks.map(({ place, ...block }) => ({ ...block, fields: at(place) })) },
  ]
  const more = { drafts: true, versions: { max: 1000 } }
  return {
    localization: { locales: ['en', 'th'], defaultLocale: 'en' },
    collections: [
      { slug, ...(renamedFrom && { renamedFrom }), ...more, fields },
      { slug: 'tags', fields: [{ name: 'name' }] },
      ...others.map((other) => ({ slug: other, ...more, fields: [{ name: 'a' }] })),
    ],
    globals: [{ slug: 'site', ...more, fields }],
  }
}

/** Nothing where the schema offers nothing to change so. */
type Change = (before: Schema, roll: Roll, former: Former) => Schema | undefined

/** Fields as they were when they left, so that they come back the same. */
export type Former = Map<string, Leaf>

const pick = <T>(list: readonly T[], roll: Roll): T | undefined => list[roll(list.length || 1)]

function leafChange(edit: (leaves: Leaf[], roll: Roll, place: Place, former: Former) => Leaf[] | undefined): Change {
  return (before, roll, former) => {
    const place = pick(PLACES, roll)!
    const leaves = edit(before.leaves[place], roll, place, former)
    return leaves && { ...before, leaves: { ...before.leaves, [place]: leaves } }
  }
}

const one = (edit: (leaf: Leaf, roll: Roll, leaves: readonly Leaf[], place: Place, former: Former) => Leaf | undefined): Change =>
  leafChange((leaves, roll, place, former) => {
    const leaf = pick(leaves, roll)
    const edited = leaf && edit(leaf, roll, leaves, place, former)
    return edited && leaves.map((other) => (other === leaf ? edited : other))
  })

const isFree = (name: string, leaves: readonly Leaf[]) => !leaves.some((leaf) => leaf.name === name)

/** Options and targets refuse what other types may hold, so these never give their names to those. */
const isChosen = ({ type }: Leaf) => type === 'select' || type === 'relationship'

/** In half of the cases `renamedFrom` says where the field was; in the others its values stay there, parked. */
const movedLeaf =
  (froms: readonly Place[], tos: readonly Place[]): Change =>
  (before, roll, former) => {
    const [from, to] = [pick(froms, roll)!, pick(tos, roll)!]
    const leaf = pick(before.leaves[from], roll)
    if (!leaf || !isFree(leaf.name, before.leaves[to])) return undefined
    const isTold = roll(2) === 0
    if (!isTold) former.set(`${from}.${leaf.name}`, leaf)
    const moved = isTold ? { ...leaf, renamedFrom: `${from === 'top' ? '' : from}.${leaf.name}` } : leaf
    const leaves = { ...before.leaves, [from]: before.leaves[from].filter((other) => other !== leaf), [to]: [...before.leaves[to], moved] }
    return { ...before, leaves }
  }

export const CHANGES = {
  add: leafChange((leaves, roll, place, former) => {
    const type = pick(KINDS, roll)!
    const name = pick(
      NAMES[type].filter((free) => isFree(free, leaves)),
      roll,
    )
    if (name === undefined) return undefined
    const fresh = { name, type, ...(type === 'select' && roll(2) === 0 && { hasMany: true }), ...(roll(3) === 0 && { localized: true }) }
    return [...leaves, former.get(`${place}.${name}`) ?? fresh]
  }),
  remove: leafChange((leaves, roll, place, former) => {
    const leaf = pick(leaves, roll)
    if (leaf) former.set(`${place}.${leaf.name}`, leaf)
    return leaf && leaves.filter((other) => other !== leaf)
  }),
  rename: one((leaf, roll, leaves, place, former) => {
    const name = pick(
      NAMES[leaf.type].filter((free) => isFree(free, leaves) && !former.has(`${place}.${free}`)),
      roll,
    )
    return name === undefined ? undefined : { ...leaf, name, renamedFrom: leaf.name }
  }),
  localize: one((leaf) => ({ ...leaf, localized: !leaf.localized })),
  several: one((leaf) => (leaf.type === 'select' || leaf.type === 'relationship' ? { ...leaf, hasMany: !leaf.hasMany } : undefined)),
  removeRows: (before) => ({ ...before, hasRows: !before.hasRows }),
  removeBlock: (before, roll) => {
    const place = pick(BLOCKS, roll)!
    const left = before.blocks.filter((block) => block.place !== place)
    const blocks = left.length < before.blocks.length ? left : [...left, { place, slug: pick(BLOCK_SLUGS[place], roll)! }]
    return blocks.length === 0 ? undefined : { ...before, blocks }
  },
  renameBlock: (before, roll) => {
    const block = pick(before.blocks, roll)!
    const slug = pick(
      BLOCK_SLUGS[block.place].filter((free) => free !== block.slug),
      roll,
    )!
    const renamed = { ...block, slug, renamedFrom: block.slug }
    return { ...before, blocks: before.blocks.map((other) => (other === block ? renamed : other)) }
  },
  renameCollection: (before, roll) => {
    const slug = pick(
      SLUGS.filter((free) => free !== before.slug && !before.others.includes(free)),
      roll,
    )
    return slug === undefined ? undefined : { ...before, slug, renamedFrom: before.slug }
  },
  reuseSlug: (before, roll) => {
    const slug = pick(
      SLUGS.filter((free) => free !== before.slug && !before.others.includes(free)),
      roll,
    )
    return slug === undefined ? undefined : { ...before, others: [...before.others, slug] }
  },
  removeCollection: (before, roll) => {
    const slug = pick(before.others, roll)
    return slug === undefined ? undefined : { ...before, others: before.others.filter((other) => other !== slug) }
  },
  retype: one((leaf) =>
    leaf.type === 'text' || leaf.type === 'number' ? { ...leaf, type: leaf.type === 'text' ? 'number' : 'text' } : undefined,
  ),
  swap: leafChange((leaves, roll) => {
    const [first, second] = [pick(leaves, roll), pick(leaves, roll)]
    if (!first || !second || first === second || (first.type !== second.type && (isChosen(first) || isChosen(second)))) return undefined
    const swapped = (leaf: Leaf, other: Leaf) => ({ ...leaf, name: other.name, renamedFrom: leaf.name })
    return leaves.map((leaf) => (leaf === first ? swapped(first, second) : leaf === second ? swapped(second, first) : leaf))
  }),
  circle: leafChange((leaves) => {
    const round = leaves.filter((leaf) => !isChosen(leaf))
    if (round.length < 3) return undefined
    const nameAfter = (leaf: Leaf) => round[(round.indexOf(leaf) + 1) % round.length]!.name
    return leaves.map((leaf) => (isChosen(leaf) ? leaf : { ...leaf, name: nameAfter(leaf), renamedFrom: leaf.name }))
  }),
  moveIntoGroup: movedLeaf(['top'], ['seo']),
  moveOutOfGroup: movedLeaf(['seo'], ['top']),
} satisfies Record<string, Change>

export type ChangeName = keyof typeof CHANGES

/** After these a process with the schema from before can go on writing. */
export const SHARED_CHANGES: readonly ChangeName[] = ['add', 'remove', 'removeRows', 'removeBlock', 'reuseSlug', 'removeCollection']

/** What `renamedFrom` said has been done. */
export const settled = (schema: Schema): Schema => {
  const { renamedFrom: _, ...rest } = schema
  const leaves = PLACES.map((place) => [place, schema.leaves[place].map(({ renamedFrom: __, ...leaf }) => leaf)])
  const blocks = schema.blocks.map(({ renamedFrom: __, ...block }) => block)
  return { ...rest, leaves: Object.fromEntries(leaves), blocks }
}
