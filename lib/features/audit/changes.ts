/** The values that a change changed, for the audit log: never hidden fields, and of large values only that they changed. */
import { wholeOf } from '../../../schema/model.ts'
import { broughtPassword } from '../../auth/credentials.ts'
import type { Operation } from '../../engine.ts'
import type { Note, NotedChange } from '../../events/note.ts'
import { actionOf } from '../../operations/change-events.ts'
import { differences } from '../../operations/differences.ts'
import { formBefore, formOf } from '../../operations/snapshot.ts'
import { titleIn } from '../../operations/title.ts'
import { Ref } from '../../store/write-set.ts'

/** Their values would be too large for the log. */
const LARGE = ['richText', 'blocks', 'array', 'json']

/** These change the pending draft only, so the document stays published whatever the status of its draft. */
const BESIDE_LIVE: readonly string[] = ['draft', 'discard']

export async function noteOf(operation: Operation): Promise<Note> {
  const { entity, original, intent, intentName } = operation
  const action = actionOf(operation)
  const isClear = intent === undefined || intentName === 'unpublish' || (intent.noted !== undefined && !intent.folds)
  return {
    action,
    target: entity.kind === 'global' ? `global:${entity.slug}` : entity.slug,
    doc: entity.kind === 'global' ? null : (original?.meta?.id ?? new Ref('document', 'id')),
    title: titleIn(entity, operation.name === 'delete' ? original?.doc : operation.doc),
    changes: await changesOf(operation, action),
    detail: isClear ? null : { intent: intentName },
  }
}

async function changesOf(operation: Operation, action: string): Promise<NotedChange[] | null> {
  const { name, original } = operation
  if (name !== 'update' || !original) return null
  const { fields, before, after } = await contents(operation)
  await operation.pace?.rest()
  const found = differences(fields, before, after)
    .filter(({ path }) => path !== 'status' || !BESIDE_LIVE.includes(action))
    .map(({ field, path, before, after }) => (LARGE.includes(field.type.name) ? { field: path } : { field: path, before, after }))
  return broughtPassword(operation) === undefined ? found : [...found, { field: 'password' }]
}

/** Compares the submitted fields; with locales, those of the whole document, so that an entry names the locale. */
async function contents(operation: Operation) {
  const { entity, existing, doc } = operation
  const whole = wholeOf(entity)
  if (whole === entity) return { fields: operation.changed, before: existing.doc, after: doc }
  const names = new Set(operation.changed.map((field) => field.name))
  const fields = whole.fields.filter((field) => names.has(field.name))
  return { fields, before: await formBefore(operation, whole), after: await formOf(operation, whole) }
}
