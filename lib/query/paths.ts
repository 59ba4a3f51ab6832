/** Resolves a dotted path into steps: into groups, rows and blocks, and through relations, subject to the target's own rule.
 * Tested by test/query/model.test.ts.
 */
import {
  type Block,
  childrenOf,
  type Entity,
  type Field,
  type GroupField,
  type Holds,
  isGroup,
  isPerLocale,
  isRelation,
  type Kind,
  type RelationField,
} from '../../schema/model.ts'
import { nearest } from '../../schema/nearest.ts'
import { badQuery, ForbiddenError } from '../errors.ts'
import { columnName, fallbackOf, isList, kindOf, SYSTEM, storedAt } from '../store/columns.ts'
import type { Dialect } from '../store/contract.ts'
import { insideIndexName, partsIndexName } from '../store/index-spec.ts'
import { keysOf } from '../store/keys.ts'
import { type Filter, isInner, type PathStep, type StepPath, shapeOfSteps } from './filter.ts'

const MAX_HOPS = 3

export type ValueKind = Exclude<Holds, 'json'>

/** How paths are resolved for one caller. */
export interface Look {
  dialect: Dialect
  /** `unknown`: treated as if the field did not exist. */
  visible(field: Field, entity: Entity): 'yes' | 'unknown' | 'forbidden'
  /** The read rule for the documents of a hop's target. */
  rule(entity: Entity): Filter
  /** Finds the entity that a relation points to. */
  entity(slug: string): Entity
  /** Refuses a localized field without its locale where all of them are read: a rule that checked one of them would open the others. */
  mustNameLocale?: boolean
  /** Conditions on documents that are not fields. */
  filter?(name: string, entity: Entity): Filter | undefined
}

/** The meaning of a path. In blocks, fields of the same name may differ in type or target: the path means each of them. */
export interface PathTarget {
  ways: readonly [WholeRoute, ...WholeRoute[]]
  /** A list of rows, on which only `exists` is allowed. */
  rows: boolean
  /** The path goes through a list. */
  many: boolean
  bind(kind: Kind, value: unknown): unknown
  bindList(kind: Kind, values: unknown[]): unknown
  containing(text: string): string
  parts: Pick<Dialect['parts'], 'containing' | 'isExact'>
}

/** One route to the values of a path, from a document or from somewhere in it. */
export interface PathRoute {
  steps: readonly PathStep[]
  kind: Kind
  holds: ValueKind
  /** Whether `like` is supported. */
  text: boolean
  rows: boolean
  /** The same steps through a column with an index of these values. */
  indexed?: readonly PathStep[]
}

export function resolvePath(path: string, entity: Entity, look: Look, what: string): PathTarget {
  const walk = new PathWalk(path, look, what)
  const [first, ...others] = walk.from(entity, 0, 0)
  if (!first) throw badQuery(`unknown field '${path}'${walk.suggestion()}`, what)
  const ways: PathTarget['ways'] = [first, ...others]
  const { dialect } = look
  return {
    ways,
    rows: ways.some((route) => route.rows),
    many: ways.some(({ steps }) => steps.some((step) => step.is === 'each' || step.is === 'targets')),
    bind: (kind, value) => dialect.bind(kind, value),
    bindList: (kind, values) => dialect.list(kind, values),
    containing: (text) => dialect.containing(text),
    parts: dialect.parts,
  }
}

/** A route that begins at the document. */
export interface WholeRoute extends PathRoute {
  steps: StepPath
  indexed?: StepPath
}

/** Each method returns the routes from its position; none if the path names nothing that the caller may know about. */
class PathWalk {
  readonly parts: string[]
  readonly path: string
  readonly look: Look
  readonly what: string
  /** The first part that names nothing, and where. */
  private lost: { at: number; fields: readonly Field[]; entity: Entity } | undefined

  constructor(path: string, look: Look, what: string) {
    this.path = path
    this.parts = path.split('.')
    this.look = look
    this.what = what
  }

  from(entity: Entity, at: number, hops: number): WholeRoute[] {
    // biome-ignore lint/style/noNonNullAssertion: no step goes beyond the last part
    const name = this.parts[at]!
    const system = Object.hasOwn(SYSTEM, name) && (entity.kind === 'collection' || name === 'updatedAt') ? SYSTEM[name] : undefined
    if (system && this.isLast(at)) {
      const holds = system.kind === 'id' ? 'id' : 'date'
      return after({ is: 'column', name: system.column, kind: system.kind }, [end(system.kind, { holds })])
    }
    return this.inRow(entity.fields, entity, at, hops)
  }

  private isLast(at: number): boolean {
    return at === this.parts.length - 1
  }

  private inRow(fields: readonly Field[], entity: Entity, at: number, hops: number): WholeRoute[] {
    const field = this.find(fields, entity, at)
    if (!field) return []
    if (isGroup(field)) return this.isLast(at) ? this.refuse(field) : this.inRow(field.fields, entity, at + 1, hops)
    if (this.namesLocale(field, at)) return this.inRow(field.locales, entity, at + 1, hops)
    const fallback = fallbackOf(field)
    if (isRelation(field) && field.hasMany) {
      const path = storedAt(field)
      const step: PathStep = { is: 'targets', entity: entity.slug, path, ...(field.fallback !== undefined && { fallback: field.fallback }) }
      return after(step, this.relation(field, at, hops))
    }
    const name = columnName(field)
    const parts = field.indexedParts ? partsIndexName(entity.slug, name, fallback !== undefined) : undefined
    const step: PathStep = { is: 'column', name, kind: kindOf(field), ...(fallback !== undefined && { fallback }), ...(parts && { parts }) }
    return this.value(field, entity, at, hops).map((route) => {
      const { indexed = [], kind } = route
      const path = indexed.filter(isInner)
      if (path.length === 0 || path.length < indexed.length) return afterStep(step, route)
      const index = insideIndexName(entity.slug, name, fallback !== undefined, { path, kind })
      return { ...afterStep(step, route), indexed: [{ ...step, inside: { index, kind } }, ...path] }
    })
  }

  private inJson(fields: readonly Field[], entity: Entity, at: number, hops: number): PathRoute[] {
    const field = this.find(fields, entity, at)
    if (!field) return []
    if (isPerLocale(field)) return this.isLast(at) ? this.refuse(field) : this.inJson(field.fields, entity, at + 1, hops)
    if (this.namesLocale(field, at)) return this.inJson(field.locales, entity, at + 1, hops)
    const { own, instead } = keysOf(field)
    const step: PathStep = { is: 'key', names: [own, ...instead], kind: kindOf(field) }
    if (!isGroup(field)) return after(step, this.value(field, entity, at, hops))
    return this.isLast(at) ? this.refuse(field) : after(step, this.inJson(field.fields, entity, at + 1, hops))
  }

  private namesLocale(field: Field, at: number): field is Field & { locales: readonly Field[] } {
    return field.locales?.some((one) => one.name === this.parts[at + 1]) ?? false
  }

  /** The field has been reached; now its value. */
  private value(field: Field, entity: Entity, at: number, hops: number): PathRoute[] {
    if (field.fields || field.blocks) return this.rows(field, entity, at, hops)
    if (isList(field)) return after({ is: 'each' }, this.single(field, at, hops))
    return this.single(field, at, hops)
  }

  private single(field: Field, at: number, hops: number): PathRoute[] {
    if (isRelation(field)) return this.relation(field, at, hops)
    if (!this.isLast(at)) return []
    if (!field.type.queryable) throw badQuery(`'${this.path}' can't be queried`, this.what)
    const { kind, holds, text } = field.type
    // Types that hold JSON can't be queried.
    return [end(kind, { text, holds: holds as ValueKind, ...(field.index && { indexed: [] }) })]
  }

  private rows({ fields, blocks }: Field, entity: Entity, at: number, hops: number): PathRoute[] {
    if (this.isLast(at)) {
      const known: PathStep[] = blocks ? [{ is: 'each', blocks: blocks.map(({ slug }) => slug) }] : []
      return [end('json', { steps: known, rows: true })]
    }
    // biome-ignore lint/style/noNonNullAssertion: it is not the last part
    const name = this.parts[at + 1]!
    if (this.isLast(at + 1) && (name === 'id' || (name === 'blockType' && blocks))) {
      const each: PathStep = { is: 'each', ...(blocks && { blocks: blocks.map(({ slug }) => slug) }) }
      return after(each, after({ is: 'key', names: [name], kind: 'text' }, [end('text', { text: true })]))
    }
    // biome-ignore lint/style/noNonNullAssertion: rows that are not blocks have fields
    if (!blocks) return after({ is: 'each' }, this.inJson(fields!, entity, at + 1, hops))
    return this.inBlocks(blocks, entity, at + 1, hops)
  }

  /** Groups blocks in which the path resolves to the same steps. All other blocks are left out: nothing visible has that name there. */
  private inBlocks(blocks: readonly Block[], entity: Entity, at: number, hops: number): PathRoute[] {
    const alike = new Map<string, { route: PathRoute; slugs: string[] }>()
    for (const { slug, fields } of blocks)
      for (const route of this.inJson(fields, entity, at, hops)) {
        // Each type of block has its own index.
        const key = shapeOfWay(route) + (route.indexed ? slug : '')
        const same = alike.get(key)
        if (same) same.slugs.push(slug)
        else alike.set(key, { route, slugs: [slug] })
      }
    return [...alike.values()].flatMap(({ route, slugs }) => after({ is: 'each', blocks: slugs }, [route]))
  }

  private relation(field: RelationField, at: number, hops: number): PathRoute[] {
    if (this.isLast(at)) return [end('id', { holds: 'id', ...(field.index && { indexed: [] }) })]
    if (hops === MAX_HOPS) throw badQuery(`'${this.path}' goes through more than ${MAX_HOPS} relationships`, this.what)
    const entity = this.look.entity(field.to)
    return after({ is: 'hop', entity, rule: this.look.rule(entity) }, this.from(entity, at + 1, hops + 1))
  }

  /** A field may be readable in one block and not in another: a path that matches both is refused. */
  private find(fields: readonly Field[], entity: Entity, at: number): Field | undefined {
    const field = fields.find((one) => one.name === this.parts[at])
    const view = field && this.look.visible(field, entity)
    if (view === 'forbidden') throw new ForbiddenError(`You may not use the field '${this.path}' here`, 'FIELD_FORBIDDEN')
    if (field && view === 'yes') return this.look.mustNameLocale ? field : inDefaultLocale(field, this.parts[at + 1])
    this.lost ??= { at, fields, entity }
    return undefined
  }

  /** Which path was meant, of those that the caller may use. */
  suggestion(): string {
    if (!this.lost) return ''
    const { at, fields, entity } = this.lost
    const known = fields.filter((field) => this.look.visible(field, entity) === 'yes').map(({ name }) => name)
    const found = nearest(
      this.parts[at] as string,
      fields === entity.fields && this.isLast(at) ? [...known, ...Object.keys(SYSTEM)] : known,
    )
    return found === undefined ? '' : `. did you mean '${this.parts.with(at, found).join('.')}'?`
  }

  private refuse(group: GroupField): never {
    const [first] = group.fields
    throw badQuery(
      isPerLocale(group)
        ? `'${this.path}' has a value for each locale, since 'locale' is 'all'; name one, such as '${this.path}.${first?.name}'`
        : `'${this.path}' is a group; name one of its fields`,
      this.what,
    )
  }
}

/** With all locales, a localized field means its value in the default locale, unless the path goes on with another. */
function inDefaultLocale(field: Field, next: string | undefined): Field {
  if (!isPerLocale(field) || field.fields.some(({ name }) => name === next)) return field
  return field.fields.find(({ wasPlain }) => wasPlain) ?? field
}

const end = (kind: Kind, found: Partial<PathRoute>): PathRoute => ({ steps: [], kind, holds: 'text', text: false, rows: false, ...found })

const after = (step: PathStep, ways: readonly PathRoute[]): WholeRoute[] => ways.map((route) => afterStep(step, route))

const afterStep = (step: PathStep, { indexed, ...route }: PathRoute): WholeRoute => ({
  ...route,
  steps: [step, ...route.steps],
  ...(indexed && (indexed.length > 0 || isInner(step)) && { indexed: [step, ...indexed] }),
})

function shapeOfWay({ steps, kind, holds, text, rows }: PathRoute): string {
  const values: unknown[] = []
  return JSON.stringify([shapeOfSteps(steps, values), kind, values, holds, text, rows])
}

/** The entities that a path may go through, so that their rules can be evaluated beforehand. */
export function hopsOf(path: string, entity: Entity, find: (slug: string) => Entity): Entity[] {
  const found = new Set<Entity>()
  let fields = entity.fields
  const rest = path.split('.')
  for (const [index, part] of rest.slice(0, -1).entries()) {
    const named = fields.filter((one) => one.name === part).map((one) => inDefaultLocale(one, rest[index + 1]))
    fields = named.flatMap((field) => {
      const locales = field.locales?.some((one) => one.name === rest[index + 1]) ? field.locales : undefined
      if (locales || field.to === undefined) return locales ?? childrenOf(field)
      const target = find(field.to)
      found.add(target)
      return target.fields
    })
  }
  return [...found]
}

/** The fields of `sort` or `select`: a text with commas, or a list of texts. */
export function fieldNames(given: string | readonly string[], option: 'sort' | 'select'): string[] {
  const list = typeof given === 'string' ? given.split(',') : given
  if (!Array.isArray(list) || list.some((one) => typeof one !== 'string'))
    throw badQuery("must be the name of a field or a list of names, such as ['title']", option)
  return list.map((one) => one.trim()).filter(Boolean)
}
