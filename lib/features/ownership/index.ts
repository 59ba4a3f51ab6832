/** Records who created a document: wherever the rule `owner` is used, and everywhere with `auth.rbac`. Requests can't set it. */
import type { JsonSchema, SchemaDocument } from '../../../schema/document.ts'
import { createdBy } from '../../access/rules.ts'
import type { Operation } from '../../engine.ts'
import type { Feature } from '../../feature.ts'

const NOBODY = { create: 'nobody', update: 'nobody' }

export const ownership: Feature = {
  name: 'ownership',
  mixin: (document, { auth }) =>
    isOwned(document, auth.rbac === true)
      ? [
          // Next to the form: it describes the document and can't be edited.
          { name: 'createdBy', type: 'relationship', to: 'users', access: NOBODY, admin: { position: 'sidebar', column: false } },
          // An external user has no row to point to.
          { name: 'createdByHost', hidden: true, index: true, access: NOBODY },
        ]
      : [],
  steps: [
    {
      name: 'setCreator',
      stage: 'shape',
      sentence: 'Records who created the document.',
      on: ['create'],
      for: (entity) => entity.fields.some((field) => field.name === 'createdByHost'),
      run: setCreator,
    },
  ],
}

function isOwned(document: SchemaDocument, everywhere: boolean): boolean {
  const { collection, admin } = document['x-cms'] as { collection?: string; admin?: { ownerField?: string } }
  if (collection === undefined || collection === 'users' || collection === 'api-keys') return false
  if (everywhere) return true
  return admin?.ownerField === 'createdBy' || asksForOwner(document)
}

/** Searches the rules of the collection and of every field in it. */
function asksForOwner(schema: unknown): boolean {
  if (typeof schema !== 'object' || schema === null) return false
  const { access } = ((schema as JsonSchema)['x-cms'] ?? {}) as { access?: object }
  return Object.values(access ?? {}).includes('owner') || Object.values(schema).some(asksForOwner)
}

function setCreator(operation: Operation): void {
  const { user } = operation.caller.actor
  if (user?.id === undefined) return
  for (const [name, { equals }] of Object.entries(createdBy(user))) operation.data[name] = operation.doc[name] = equals
}
