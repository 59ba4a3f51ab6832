/** Draws rich texts of every node and mark. */
import fc from 'fast-check'
import { type AttributeKind, MARKS, mayContain, NODES } from '../../lib/rich-text/kinds.ts'
import type { AnyNode } from '../../lib/rich-text/nodes.ts'

const ATTRIBUTES: Record<AttributeKind, fc.Arbitrary<unknown>> = {
  text: fc.string({ maxLength: 5 }),
  flag: fc.boolean(),
  count: fc.integer({ min: 1, max: 6 }),
  number: fc.integer({ min: 0, max: 30 }),
  span: fc.integer({ min: 1, max: 6 }),
  id: fc.integer({ min: 1, max: 9 }),
  slug: fc.constantFrom('posts', 'tags'),
  address: fc.constantFrom('https://example.org/a', '/b', 'mailto:a@example.org'),
  widths: fc.array(fc.option(fc.integer({ min: 20, max: 300 })), { maxLength: 2 }),
}

const attributes = (known: Readonly<Record<string, AttributeKind>>) =>
  fc.record(Object.fromEntries(Object.entries(known).map(([name, kind]) => [name, fc.option(ATTRIBUTES[kind])])), { requiredKeys: [] })

/** Attributes that only make sense together, or that the field limits. */
const OWN: Record<string, fc.Arbitrary<object>> = {
  image: fc.record(
    { media: ATTRIBUTES.id, alt: fc.option(ATTRIBUTES.text), caption: fc.option(ATTRIBUTES.text), width: fc.option(ATTRIBUTES.count) },
    { requiredKeys: ['media'] },
  ),
  file: fc.record({ media: ATTRIBUTES.id }),
  embed: fc.constantFrom({ url: 'https://youtu.be/dQw4w9WgXcQ' }, { url: 'https://vimeo.com/76979871' }),
  contentBlock: fc.record({ blockType: fc.constant('quote'), id: fc.constantFrom('a', 'b'), text: fc.string({ maxLength: 5 }) }),
  mention: fc.record({ collection: ATTRIBUTES.slug, id: ATTRIBUTES.id }),
  link: fc.oneof(
    fc.record({ href: ATTRIBUTES.address, newTab: ATTRIBUTES.flag }),
    fc.record({ collection: ATTRIBUTES.slug, id: ATTRIBUTES.id, anchor: ATTRIBUTES.text }),
  ),
}

const mark = fc
  .constantFrom(...Object.keys(MARKS))
  .chain((type) => (OWN[type] ?? attributes(MARKS[type]!.attributes ?? {})).map((attrs) => ({ type, attrs })))

const PARENTS = ['doc', ...Object.keys(NODES)]

/** By parent: the nodes that it may contain. */
const CHILDREN = new Map(PARENTS.map((parent) => [parent, Object.keys(NODES).filter((child) => mayContain(parent, child))]))

function node(type: string, parent: string, depth: number): fc.Arbitrary<AnyNode> {
  const kind = NODES[type]!
  const marks =
    kind.isInline && !NODES[parent]?.isPlain ? fc.option(fc.array(mark, { maxLength: 2 }), { nil: undefined }) : fc.constant(undefined)
  const own = OWN[type] ?? attributes(kind.attributes ?? {})
  return fc
    .record({
      type: fc.constant(type),
      attrs: kind.attributes ? own : fc.constant(undefined),
      content: content(type, depth + 1),
      marks,
      text: type === 'text' ? fc.string({ minLength: 1, maxLength: 8 }) : fc.constant(undefined),
    })
    .map((made) => JSON.parse(JSON.stringify(made)))
}

function content(parent: string, depth: number): fc.Arbitrary<AnyNode[] | undefined> {
  const types = CHILDREN.get(parent)!.filter((type) => depth < 5 || !NODES[type]!.children)
  if (types.length === 0) return fc.constant(undefined)
  const child = fc.constantFrom(...types).chain((type) => node(type, parent, depth))
  return fc.array(child, { maxLength: depth === 0 ? 6 : 3 })
}

/** A text that a field with every feature, every heading and the block `quote` takes. */
export const richTexts: fc.Arbitrary<AnyNode> = content('doc', 0).map((made) => ({ type: 'doc', content: made }))
