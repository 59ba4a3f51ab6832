/** Finds the row that an operation is about. Collections address it by id, globals by scope; this is the only place where they differ.
 * Tested by test/operations/scope-shapes.test.ts.
 */

import { scopeText } from '../access/scope-text.ts'
import type { Operation } from '../engine.ts'
import { badRequest, denied } from '../errors.ts'
import { and, byId, type Filter } from '../query/filter.ts'
import { SCOPE } from '../store/columns.ts'

/** The scope that holds a global's shared value. */
export const SHARED = ''
/** Every database can index text up to this length, in any script. */
const LONGEST_SCOPE = 500

export async function resolveScope(operation: Operation): Promise<void> {
  const { entity, caller } = operation
  if (entity.kind !== 'global' || operation.request.id !== undefined) return
  const scope = entity.code.scope as ((who: object) => unknown) | undefined
  // A preview link shows the value of the scope that it was created in.
  const { context, actor } = caller.actor.pass?.entity === entity.slug ? caller.actor.pass.issuer : caller
  operation.scope = scope ? await askedScope(operation, () => scope({ context, user: actor.user })) : SHARED
  if (operation.scope !== null && operation.scope.length > LONGEST_SCOPE)
    throw badRequest(`The scope of '${entity.slug}' must be at most ${LONGEST_SCOPE} characters; it has ${operation.scope.length}`)
}

/** Like an access rule, a scope function that throws or returns an unusable value denies access. */
async function askedScope({ engine, entity, caller }: Operation, ask: () => unknown): Promise<string | null> {
  try {
    const given = await ask()
    return given === undefined ? SHARED : scopeText(given)
  } catch (error) {
    engine.settings.log.error(`the scope of '${entity.slug}' failed, so access is denied`, { error })
    throw denied(caller.actor)
  }
}

/** The filter for the row itself. Jobs address a global's row by id, so the scope function is not called again. */
export function addressed(operation: Operation): Filter {
  const { request } = operation
  if (request.id !== undefined) return byId(request.id)
  return {
    is: 'test',
    path: [{ is: 'column', name: SCOPE, kind: 'text' }],
    kind: 'text',
    test: 'equals',
    value: operation.scope,
  }
}

export function refuseNoScope(operation: Operation): void {
  if (operation.scope === null) throw badRequest('This global has no value in this scope, so there is nothing to change')
}

export const within = (operation: Operation): Filter => and(addressed(operation), operation.filter)
