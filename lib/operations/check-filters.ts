/** Checks the filters and orders that a configuration holds: those of relations, badges and lists. Tested by test/config-check.test.ts. */
import { type Entity, everyField } from '../../schema/model.ts'
import { Caller, system } from '../actor.ts'
import type { Engine } from '../engine.ts'
import { GalleyError } from '../errors.ts'
import { and } from '../query/filter.ts'
import type { Look } from '../query/paths.ts'
import { parseSort, resolveSort } from '../query/sort.ts'
import { resolveWhere } from '../query/where.ts'

export function problemsOfFilters(engine: Engine): string[] {
  return [...engine.model.entities.values()].flatMap((entity) => {
    const { badge, list } = (entity.options['admin'] ?? {}) as { badge?: { where: object }; list?: { sort?: string } }
    return [
      ...(badge ? wrongWhere(`${entity.slug}.admin.badge.where`, badge.where, entity, engine) : []),
      ...(list?.sort !== undefined ? wrongSort(`${entity.slug}.admin.list.sort`, list.sort, entity, engine) : []),
      ...[...everyField(entity.fields)].flatMap(({ path, to, filterOptions }) => {
        const target = engine.model.collections.get(to ?? '')
        if (!target || filterOptions === undefined || typeof filterOptions === 'function') return []
        return wrongWhere(`${entity.slug}.${path}.filterOptions`, filterOptions, target, engine)
      }),
    ]
  })
}

const wrongWhere = (at: string, where: unknown, entity: Entity, engine: Engine): string[] =>
  wrong(at, () => resolveWhere(where, entity, lookOf(engine)))

const wrongSort = (at: string, sort: string, entity: Entity, engine: Engine): string[] =>
  wrong(at, () => resolveSort(parseSort(sort, entity), entity, lookOf(engine), engine.store.dialect))

function wrong(at: string, resolve: () => void): string[] {
  try {
    resolve()
    return []
  } catch (error) {
    if (!(error instanceof GalleyError)) throw error
    return error.errors.map(({ message }) => `${at}: ${message}`)
  }
}

/** The author of a configuration may use every field. */
const lookOf = (engine: Engine): Look => ({
  dialect: engine.store.dialect,
  entity: (slug) => engine.entity(slug),
  rule: () => and(),
  filter: (name, entity) => engine.features.namedFilter(name, entity, new Caller(system)),
  visible: () => 'yes',
})
