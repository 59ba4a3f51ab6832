/** Who created a document: kept wherever the rule `owner` is used, and with `auth.rbac` everywhere. Requests can't set it. */
import type { SchemaDocument } from '../../../schema/document.ts'
import type { Feature } from '../../feature.ts'
import type { Operation } from '../../operations/operation.ts'

const FIELD = 'createdBy'

export const ownership: Feature = {
  name: 'ownership',
  mixin: (document, { auth }) =>
    isOwned(document, auth.rbac === true)
      ? [{ name: FIELD, type: 'relationship', to: 'users', access: { create: 'nobody', update: 'nobody' } }]
      : [],
  steps: [
    {
      name: 'setCreator',
      stage: 'shape',
      sentence: 'Notes who created the document.',
      on: ['create'],
      for: (entity) => entity.fields.some((field) => field.name === FIELD),
      run: setCreator,
    },
  ],
}

function isOwned(document: SchemaDocument, everywhere: boolean): boolean {
  const { collection, access, admin } = document['x-cms'] as {
    collection?: string
    access?: object
    admin?: { ownerField?: string }
  }
  if (collection === undefined || collection === 'users' || collection === 'api-keys') return false
  if (everywhere) return true
  return Object.values(access ?? {}).includes('owner') || admin?.ownerField === FIELD
}

function setCreator(operation: Operation): void {
  const { user } = operation.caller.actor
  if (typeof user?.id === 'number') operation.data[FIELD] = operation.doc[FIELD] = user.id
}
