/** A change that writes nothing in its language is not refused for what that language lacks, if another language has it.
 * Tested by test/features/another-language-first.test.ts.
 */
import { derived } from '../../schema/derived.ts'
import { everyField, type Field, fieldsOfRow, hasRows, isGroup, wholeOf } from '../../schema/model.ts'
import { isMissing, type Refusal } from '../../schema/validators.ts'
import type { Operation } from '../engine.ts'
import type { Doc } from '../store/document.ts'
import { isObjectOf } from './receive.ts'
import { formBefore, formOf } from './snapshot.ts'

/** Those of the missing values that the change has to answer for. */
export async function answeredFor(found: readonly Refusal[], operation: Operation): Promise<readonly Refusal[]> {
  const { engine, entity, original, data } = operation
  const whole = wholeOf(entity)
  if (found.length === 0 || !original || whole === entity || writesWords(entity.fields, data, original.doc)) return found
  const [after, before] = [await formOf(operation, whole), await formBefore(operation, whole)]
  const inAll = engine.validators(whole).required(after, before)
  return found.filter(({ field }) => inAll.some((one) => one.field === field || one.field?.startsWith(`${field}.`)))
}

/** Whether a value of the one language is given that is not there yet. */
function writesWords(fields: readonly Field[], given: Doc, before: Doc | undefined): boolean {
  return fields.some((field) => {
    const [value, earlier] = [given[field.name], before?.[field.name]]
    if (value === undefined || !hasWords(field)) return false
    if (field.localized) return !(isMissing(field, value) && isMissing(field, earlier))
    if (isGroup(field)) return isObjectOf(value) && writesWords(field.fields, value, isObjectOf(earlier) ? earlier : undefined)
    if (!hasRows(field) || !Array.isArray(value)) return false
    const known = new Map(Array.isArray(earlier) ? earlier.map((row) => [row?.id, row]) : [])
    return value.some((row) => isObjectOf(row) && writesWords(fieldsOfRow(field, row), row, known.get(row['id'])))
  })
}

const hasWords: (field: Field) => boolean = derived(
  (field: Field) => field.localized || [...everyField([field])].some(({ localized }) => localized),
)
