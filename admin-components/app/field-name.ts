/** Names the field at a path as the form does: `links.1.url` → `Links › Row 2 › Address`, also in the blocks of a text. Tested by test/admin-components/refusals.test.ts. */
import { english, humanized, type Key, type Values } from '../texts/texts.ts'
import type { Field, Label } from './schema.ts'

/** The language of the admin, as the app speaks it. */
interface Words {
  t(key: Key, values?: Values): string
  label(label: Label | undefined, otherwise?: string): string
}

export function fieldName(words: Words, fields: readonly Field[], path: string): string {
  const names: string[] = []
  let inside = fields
  let isInText = false
  for (const step of path.split('.')) {
    if (isInText && /^(content|attrs|\d+)$/.test(step)) continue
    if (/^\d+$/.test(step)) {
      names.push(words.t('rows.row', { number: Number(step) + 1 }))
      continue
    }
    const field = inside.find(({ name }) => name === step)
    // A language of the field, or a place inside a rich text.
    if (!field && names.length > 0) break
    names.push(fieldLabel(words, field, step))
    isInText = field?.type === 'richText'
    inside = [...(field?.fields ?? []), ...(field?.blocks ?? []).flatMap((block) => block.fields)]
  }
  return names.join(' › ')
}

/** The label of a field, also of one that every document has and that no form lists, such as `status`. */
export function fieldLabel(words: Words, field: Pick<Field, 'label'> | undefined, name: string): string {
  const ofAll = `column.${name}`
  return !field && Object.hasOwn(english, ofAll) ? words.t(ofAll as Key) : words.label(field?.label, humanized(name))
}
