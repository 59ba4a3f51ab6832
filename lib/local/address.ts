/** The address of a document: the slug and id in a collection, or the slug of a global. Everything below it works the same for both.
 * Tested by test/local/handles.test.ts.
 */
import type { Entity } from '../../schema/model.ts'
import { kindOf } from '../../schema/plain-object.ts'
import type { Actor } from '../actor.ts'
import type { Engine } from '../engine.ts'
import { badRequest } from '../errors.ts'
import { entityNamed, idOf } from './call.ts'

export interface Address {
  entity: Entity
  id?: number
}

/** The address of a document in a collection. */
export interface DocumentAddress extends Address {
  id: number
}

export function documentAt(engine: Engine, actor: Actor, slug: string, id: unknown): DocumentAddress {
  const entity = entityNamed(engine, 'collection', slug, actor)
  // No document has such an id, but code that hands in a whole document should not be told that there is none.
  if (typeof id !== 'number' && typeof id !== 'string') throw badRequest(`must be the id of a document, not ${kindOf(id)}`, 'id')
  return { entity, id: idOf(id) }
}

export const globalAt = (engine: Engine, actor: Actor, slug: string): Address => ({ entity: entityNamed(engine, 'global', slug, actor) })

/** Refuses calls that need a feature that the entity doesn't use. */
export function needs({ slug, options }: Entity, word: 'drafts' | 'versions' | 'schedule' | 'trash' | 'orderable'): void {
  if (!options[word]) throw badRequest(`'${slug}' has no ${NAMES[word]}; add '${word}: true' to its schema to use this`)
}

const NAMES = { drafts: 'drafts', versions: 'versions', schedule: 'schedule', trash: 'trash', orderable: 'manual order' }
