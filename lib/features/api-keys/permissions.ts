/** The permissions of a key: those it lists, and never more than its owner's. */
import type { Entity } from '../../../schema/model.ts'
import { didYouMean } from '../../../schema/nearest.ts'
import type { Verb } from '../../access/contract.ts'
import type { Caller } from '../../actor.ts'
import type { Engine } from '../../engine.ts'
import type { Refusal } from '../../errors.ts'

const OPERATIONS = {
  collections: ['read', 'create', 'update', 'delete', 'publish'],
  globals: ['read', 'update', 'publish'],
} as const

export function limitByKey(_engine: Engine, entity: Entity, verb: Verb, { actor }: Caller): false | undefined {
  if (!actor.key) return undefined
  if (entity.slug === 'api-keys' || (entity.slug === 'users' && verb !== 'read')) return false
  const listed = actor.key.permissions[entity.kind === 'global' ? 'globals' : 'collections']?.[entity.slug]
  return listed?.includes(verb) ? undefined : false
}

/** The errors in submitted permissions. */
export function wrongPermissions(given: unknown, { model }: Engine): Refusal[] {
  const refuse = (path: string, message: string) => [{ field: `permissions${path}`, message }]
  if (given === null || given === undefined) return []
  if (!isObject(given)) return refuse('', 'must be an object')
  return Object.entries(given).flatMap(([kind, slugs]) => {
    if (kind !== 'collections' && kind !== 'globals') return refuse(`.${kind}`, `is unknown; there are 'collections' and 'globals'`)
    if (!isObject(slugs)) return refuse(`.${kind}`, 'must be an object')
    const known = [...model[kind].values()].filter((entity) => !entity.internal && entity.slug !== 'api-keys').map((entity) => entity.slug)
    const listed = Object.entries(slugs)
    // Searching for the nearest name takes time for each wrong one.
    if (listed.length > known.length + 100) return refuse(`.${kind}`, `names more ${kind} than there are`)
    return listed.flatMap(([slug, operations]) => {
      const allowed: readonly string[] = slug === 'users' ? ['read'] : OPERATIONS[kind]
      if (!known.includes(slug)) return refuse(`.${kind}.${slug}`, `does not exist. ${didYouMean(slug, known)}`.trim())
      if (!Array.isArray(operations) || operations.some((one) => !allowed.includes(one)))
        return refuse(`.${kind}.${slug}`, `must be a list of: ${allowed.join(', ')}`)
      return []
    })
  })
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)
