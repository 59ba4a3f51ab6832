/** A group that was set to `null`. Tested by test/operations/groups-in-hooks.test.ts. */
import { type Field, isGroup } from '../../schema/model.ts'
import { isList } from '../store/columns.ts'
import type { Doc } from '../store/document.ts'

/** A value for each of its fields; hidden ones are left out, so they keep theirs. */
export const emptiedGroup = (fields: readonly Field[]): Doc =>
  Object.fromEntries(
    fields
      .filter((field) => !field.hidden)
      .map((field) => [field.name, isGroup(field) ? emptiedGroup(field.fields) : isList(field) ? [] : null]),
  )
