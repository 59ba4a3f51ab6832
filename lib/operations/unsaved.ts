/** The content of a global that was never saved: its defaults. Tested by test/operations/given-back.test.ts. */
import { type Entity, type Field, isGroup } from '../../schema/model.ts'
import type { Doc } from '../store/document.ts'
import { merge } from './merge.ts'
import { receive } from './receive.ts'

export const unsaved = ({ fields }: Entity): Doc => merge(fields, undefined, defaults(fields))

/** Only constant defaults; functions run when something is saved. */
function defaults(fields: readonly Field[]): Record<string, unknown> {
  const given = fields.flatMap((field) => {
    if (isGroup(field)) return [[field.name, defaults(field.fields)]]
    return field.defaultValue === undefined || typeof field.defaultValue === 'function'
      ? []
      : [[field.name, structuredClone(field.defaultValue)]]
  })
  return receive(fields, Object.fromEntries(given))
}
