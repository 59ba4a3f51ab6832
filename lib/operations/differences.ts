/** Compares two contents field by field: groups recursively, lists as a whole. Hidden fields are skipped. Tested by test/features/versions.test.ts. */
import { type Field, isGroup } from '../../schema/model.ts'
import { isSameJson } from '../json.ts'
import type { Doc } from '../store/document.ts'

export interface Difference {
  field: Field
  /** `seo.title` */
  path: string
  before: unknown
  after: unknown
}

export function differences(fields: readonly Field[], before: Doc | undefined, after: Doc | undefined, within = ''): Difference[] {
  return fields.flatMap((field) => {
    if (field.hidden) return []
    const [old, now] = [before?.[field.name], after?.[field.name]]
    const path = within + field.name
    if (isGroup(field)) return differences(field.fields, old, now, `${path}.`)
    return isSameJson(old, now) ? [] : [{ field, path, before: old ?? null, after: now ?? null }]
  })
}
