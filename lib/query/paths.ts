/** A dotted path → the steps to its value: into groups, rows and blocks, and through relationships under the target's own rule. */
import { type Block, childrenOf, type Entity, type Field, type Kind } from '../../schema/model.ts'
import { badQuery, ForbiddenError } from '../errors.ts'
import { columnName, fallbackOf, isList, kindOf, SYSTEM, storedAt } from '../store/columns.ts'
import type { Dialect } from '../store/contract.ts'
import { keysOf } from '../store/keys.ts'
import type { Filter, Step } from './filter.ts'

export const MAX_HOPS = 3

/** How paths are looked up for one caller. */
export interface Look {
  dialect: Dialect
  /** `unknown`: as if it did not exist. */
  visible(field: Field, entity: Entity): 'yes' | 'unknown' | 'forbidden'
  /** The rule under which the documents of a hop's target are seen. */
  rule(entity: Entity): Filter
  /** What relation targets are called by. */
  entity(slug: string): Entity
  /** What may be asked of documents that no field says. */
  filter?(name: string, entity: Entity): Filter | undefined
}

export type Holds = 'text' | 'date' | 'number' | 'boolean' | 'id'

export interface Target {
  steps: readonly Step[]
  kind: Kind
  holds: Holds
  /** `like` makes sense. */
  text: boolean
  /** A list of rows: nothing but `exists` can be asked of it. */
  rows: boolean
  /** Somewhere on the way are several values. */
  many: boolean
  field?: Field
  bind(value: unknown): unknown
  bindList(values: unknown[]): unknown
  containing(text: string): string
}

export function resolvePath(path: string, entity: Entity, look: Look, what: string): Target {
  return new PathWalk(path, look, what).from(entity)
}

class PathWalk {
  readonly parts: string[]
  readonly steps: Step[] = []
  readonly path: string
  readonly look: Look
  readonly what: string
  #at = 0
  #hops = 0
  #many = false

  constructor(path: string, look: Look, what: string) {
    this.path = path
    this.parts = path.split('.')
    this.look = look
    this.what = what
  }

  from(entity: Entity): Target {
    const name = this.parts[this.#at]!
    const system = Object.hasOwn(SYSTEM, name) && (entity.kind === 'collection' || name === 'updatedAt') ? SYSTEM[name] : undefined
    if (system && this.last) {
      this.steps.push({ is: 'column', name: system.column, kind: system.kind })
      return this.end(system.kind, { holds: system.kind === 'id' ? 'id' : 'date' })
    }
    return this.inRow(entity.fields, entity)
  }

  private get last(): boolean {
    return this.#at === this.parts.length - 1
  }

  private inRow(fields: readonly Field[], entity: Entity): Target {
    const [field] = this.find(fields, entity) as [Field]
    if (field.type.name === 'group') return this.last ? this.refuse() : this.deeper(() => this.inRow(field.fields!, entity))
    if (field.locales?.some((one) => one.name === this.parts[this.#at + 1])) return this.deeper(() => this.inRow(field.locales!, entity))
    if (field.to !== undefined && field.hasMany) {
      this.#many = true
      this.steps.push({
        is: 'targets',
        entity: entity.slug,
        path: storedAt(field),
        ...(field.fallback !== undefined && { fallback: field.fallback }),
      })
      return this.relation(field)
    }
    const fallback = fallbackOf(field)
    this.steps.push({ is: 'column', name: columnName(field), kind: kindOf(field), ...(fallback !== undefined && { fallback }) })
    return this.value([field], entity)
  }

  private inJson(fields: readonly Field[], entity: Entity): Target {
    const found = this.find(fields, entity)
    const [field] = found as [Field]
    if (field.perLocale) return this.last ? this.refuse() : this.deeper(() => this.inJson(found.flatMap(childrenOf), entity))
    if (field.locales?.some((one) => one.name === this.parts[this.#at + 1]))
      return this.deeper(() =>
        this.inJson(
          found.flatMap(({ locales = [] }) => locales),
          entity,
        ),
      )
    const names = found.map(keysOf).flatMap(({ own, instead }) => [own, ...instead])
    this.steps.push({ is: 'key', names: [...new Set(names)], kind: kindOf(field) })
    if (field.type.name === 'group') return this.last ? this.refuse() : this.deeper(() => this.inJson(found.flatMap(childrenOf), entity))
    return this.value(found, entity)
  }

  /** A field whose value has been reached, or several of the same name in different blocks. */
  private value(found: readonly Field[], entity: Entity): Target {
    const [field] = found as [Field]
    if (field.fields || field.blocks) return this.rows(found, entity)
    if (isList(field)) {
      this.#many = true
      this.steps.push({ is: 'each' })
    }
    if (field.to !== undefined) return this.relation(field)
    if (!this.last) return this.unknown()
    if (!field.type.queryable) throw badQuery(`'${this.path}' can't be asked for`, this.what)
    return this.end(field.type.kind, { field, text: field.type.text, holds: holdsOf(field) })
  }

  private rows(found: readonly Field[], entity: Entity): Target {
    const [field] = found as [Field]
    if (this.last && !field.blocks) return this.end('json', { field, rows: true })
    const blocks = found.flatMap((one) => one.blocks ?? [])
    this.steps.push({ is: 'each', ...(field.blocks && { blocks: this.blocksAlong(blocks) }) })
    if (this.last) return this.end('json', { field, rows: true })
    this.#many = true
    return this.deeper(() => {
      const name = this.parts[this.#at]!
      if (this.last && (name === 'id' || (name === 'blockType' && field.blocks))) {
        this.steps.push({ is: 'key', names: [name], kind: 'text' })
        return this.end('text', { text: true })
      }
      return this.inJson(found.flatMap(childrenOf), entity)
    })
  }

  /** The types of blocks that may hold what comes next. In others, and in unknown ones, only what nobody sees has such a name. */
  private blocksAlong(blocks: readonly Block[]): string[] {
    const next = this.parts[this.#at + 1]
    const isOfAll = next === undefined || next === 'id' || next === 'blockType'
    return blocks.filter(({ fields }) => isOfAll || fields.some(({ name }) => name === next)).map(({ slug }) => slug)
  }

  private relation(field: Field): Target {
    if (this.last) return this.end('id', { field, holds: 'id' })
    if (++this.#hops > MAX_HOPS) throw badQuery(`'${this.path}' goes through more than ${MAX_HOPS} relationships`, this.what)
    const entity = this.look.entity(field.to!)
    this.steps.push({ is: 'hop', entity, rule: this.look.rule(entity) })
    return this.deeper(() => this.from(entity))
  }

  private deeper(next: () => Target): Target {
    this.#at++
    return next()
  }

  /** Blocks may share a name: all of them must be readable. */
  private find(fields: readonly Field[], entity: Entity): Field[] {
    const named = fields.filter((field) => field.name === this.parts[this.#at])
    const views = named.map((field) => this.look.visible(field, entity))
    if (named.length === 0 || views.includes('unknown')) return this.unknown()
    if (views.includes('forbidden')) throw new ForbiddenError(`You may not use the field '${this.path}' here`, 'FIELD_FORBIDDEN')
    return named
  }

  private unknown(): never {
    throw badQuery(`unknown field '${this.path}'`, this.what)
  }

  private refuse(): never {
    throw badQuery(`'${this.path}' is a group; name one of its fields`, this.what)
  }

  private end(kind: Kind, found: Partial<Target>): Target {
    const { dialect } = this.look
    return {
      steps: this.steps,
      kind,
      holds: 'text',
      text: false,
      rows: false,
      many: this.#many,
      bind: (value) => dialect.bind(kind, value),
      bindList: (values) => dialect.list(kind, values),
      containing: (text) => dialect.containing(text),
      ...found,
    }
  }
}

function holdsOf(field: Field): Holds {
  if (field.type.kind === 'text') return field.type.text ? 'text' : 'date'
  return field.type.kind as Holds
}

/** The entities that a path goes through, so that their rules can be asked beforehand. */
export function hopsOf(path: string, entity: Entity, find: (slug: string) => Entity): Entity[] {
  const found: Entity[] = []
  let fields = entity.fields
  const rest = path.split('.')
  for (const [index, part] of rest.slice(0, -1).entries()) {
    const field: Field | undefined = fields.find((one) => one.name === part)
    if (!field) break
    if (field.locales?.some((one) => one.name === rest[index + 1])) {
      fields = field.locales
      continue
    }
    if (field.to !== undefined) {
      const target = find(field.to)
      found.push(target)
      fields = target.fields
    } else fields = field.fields ?? field.blocks?.flatMap((block) => [...block.fields]) ?? []
  }
  return found
}
