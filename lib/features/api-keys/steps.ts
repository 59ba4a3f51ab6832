/** Creates a key: generated here, returned once in the response, stored as a digest. */

import { randomBytes } from 'node:crypto'
import type { Entity } from '../../../schema/model.ts'
import { isOutside } from '../../actor.ts'
import { Attached } from '../../attached.ts'
import { digest, randomToken } from '../../auth/tokens.ts'
import type { Operation } from '../../engine.ts'
import { ForbiddenError, GalleyError } from '../../errors.ts'
import type { Step } from '../../operations/stages.ts'
import { wrongPermissions } from './permissions.ts'

const isKeys = (entity: Entity) => entity.slug === 'api-keys'

/** The keys of operations in progress. */
const made = new Attached<Operation, string>()

export const keySteps: readonly Step[] = [
  {
    name: 'makeKey',
    stage: 'shape',
    sentence: 'Generates an API key for the requesting user.',
    on: ['create'],
    for: isKeys,
    run: makeKey,
  },
  {
    name: 'checkPermissions',
    stage: 'check',
    sentence: 'Refuses API key permissions for things that don’t exist.',
    on: ['create', 'update'],
    for: isKeys,
    run: checkPermissions,
  },
  {
    name: 'showKey',
    stage: 'present',
    sentence: 'Returns a new API key, only this once.',
    on: ['create'],
    for: isKeys,
    run: showKey,
  },
]

function makeKey(operation: Operation): void {
  const { engine, caller, data, doc } = operation
  const { user } = caller.actor
  if (isOutside(user)) throw new ForbiddenError('Only users of the CMS itself can have API keys')
  const prefix = randomBytes(4).toString('hex')
  const key = `cms_${prefix}_${randomToken()}`
  made.set(operation, key)
  const own = { prefix, hash: digest(engine.settings.secret, 'key', key), ...(typeof user?.id === 'number' && { user: user.id }) }
  Object.assign(data, own)
  Object.assign(doc, own)
}

function checkPermissions({ engine, data }: Operation): void {
  const refusals = wrongPermissions(data['permissions'], engine)
  if (refusals.length > 0) throw new GalleyError('VALIDATION', refusals)
}

function showKey(operation: Operation): void {
  const { shown } = operation
  const object = shown?.object ?? (shown && JSON.parse(shown.text))
  if (shown) operation.shown = { rev: shown.rev, object: { ...object, key: made.get(operation) } }
}
