/** Access of queries: resolves the paths that a caller filters and sorts by, through relations too, to what that caller may read.
 * Tested by test/access/unreadable-paths.test.ts.
 */
import type { Entity } from '../../schema/model.ts'
import type { Caller } from '../actor.ts'
import { and, type Filter } from '../query/filter.ts'
import type { Look } from '../query/paths.ts'
import { shows, type View } from '../query/view.ts'
import { entitiesIn } from '../query/where.ts'
import type { AccessParts } from './contract.ts'
import type { DocumentAccess } from './documents.ts'
import type { FieldAccess } from './fields.ts'

export class PathAccess {
  readonly #parts: AccessParts
  readonly #documents: DocumentAccess
  readonly #fields: FieldAccess

  constructor(parts: AccessParts, documents: DocumentAccess, fields: FieldAccess) {
    this.#parts = parts
    this.#documents = documents
    this.#fields = fields
  }

  /** Loads what synchronous look-ups need about these entities: their read rules and masks. */
  prepare(entities: readonly Entity[], caller: Caller): void | Promise<void> {
    const waiting: Promise<unknown>[] = []
    for (const entity of entities) {
      const filter = this.#documents.filter(entity, 'read', caller)
      if (filter instanceof Promise) waiting.push(filter)
      const mask = this.#fields.prepare(entity, caller)
      if (mask) waiting.push(mask)
    }
    return waiting.length === 0 ? undefined : Promise.all(waiting).then(() => undefined)
  }

  /** After `prepare`: the read rule combined with the restrictions of features. */
  reading(entity: Entity, caller: Caller, view: View): Filter {
    const restricted = this.#parts.features.restrict(entity, caller, view)
    return caller.actor.kind === 'system' ? restricted : and(caller.answers(entity).read as Filter, restricted)
  }

  /** Resolves paths given by the caller. */
  look(caller: Caller, view: View): Look {
    return {
      dialect: this.#parts.dialect,
      entity: (slug) => this.#parts.formFor(slug, view),
      rule: (entity) => this.reading(entity, caller, view),
      filter: (name, entity) => this.#parts.features.namedFilter(name, entity, caller),
      visible: (field, entity) => {
        if (!shows(view, field)) return 'unknown'
        const mask = this.#fields.mask(entity, caller)
        return mask.denied.has(field) || mask.ask.has(field) ? 'forbidden' : 'yes'
      },
    }
  }

  /** Evaluates the rules of all entities that a caller's `where` and `sort` use, then resolves their paths. */
  async lookFor(where: unknown, sort: readonly string[], entity: Entity, caller: Caller, view: View): Promise<Look> {
    await this.prepare([entity, ...entitiesIn(where, sort, entity, (slug) => this.#parts.formFor(slug, view))], caller)
    return this.look(caller, view)
  }
}
