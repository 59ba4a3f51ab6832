/** A cache of compiled printers, one per entity and combination of view and access. Tested by test/query/printer.test.ts. */
import { type Entity, everyField, isRelation } from '../../schema/model.ts'
import type { Access } from '../access/access.ts'
import type { Caller } from '../actor.ts'
import { compilePrinter, type Printer } from './printer.ts'
import { type View, viewKey } from './view.ts'

export class Printers {
  readonly #access: Access
  readonly #entity: (slug: string, view: View) => Entity
  readonly #printers = new WeakMap<Entity, Map<string, Printer | undefined>>()
  readonly #targets = new WeakMap<Entity, readonly string[]>()

  constructor(access: Access, entity: (slug: string, view: View) => Entity) {
    this.#access = access
    this.#entity = entity
  }

  /** `joins`: which targets of its single relations are read with the row; their rules have been evaluated. */
  of(entity: Entity, caller: Caller, view: View, joins?: (target: Entity) => boolean): Printer | undefined {
    let kept = this.#printers.get(entity)
    if (!kept) {
      kept = new Map()
      this.#printers.set(entity, kept)
    }
    const access = this.#access
    const mask = access.fields.mask(entity, caller)
    let key = mask.key === '' ? viewKey(view) : `${viewKey(view)} ${mask.key}`
    if (joins)
      for (const target of this.targetsOf(entity, view))
        key += joins(target) ? ` +${target.form ?? ''}${access.fields.mask(target, caller).key}` : ' -'
    const known = kept.get(key)
    if (known !== undefined || kept.has(key)) return known
    if (kept.size > 500) kept.clear()
    const deeper: View = { ...view, depth: view.depth - 1, select: undefined }
    const printer = compilePrinter(entity, view, mask, {
      ...(joins && {
        joining: (relation, alias) => {
          const target = this.#entity(relation.to, view)
          return joins(target) ? compilePrinter(target, deeper, access.fields.mask(target, caller), { alias }) : undefined
        },
      }),
    })
    kept.set(key, printer)
    return printer
  }

  /** The entities that its single relations point to. */
  targetsOf(entity: Entity, view: View): readonly Entity[] {
    let slugs = this.#targets.get(entity)
    if (!slugs) {
      const single = [...everyField(entity.fields)].filter(isRelation).filter((field) => !field.hasMany)
      slugs = [...new Set(single.map((field) => field.to))]
      this.#targets.set(entity, slugs)
    }
    return slugs.map((slug) => this.#entity(slug, view))
  }
}
