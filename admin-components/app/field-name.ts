/** Names the field at a path as the form does: `links.1.url` → `Links › Row 2 › Address`, also in the blocks of a text. Tested by test/admin-components/refusals.test.ts. */
import { humanized, type Key, type Values } from '../texts/texts.ts'
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
    names.push(words.label(field?.label, humanized(step)))
    isInText = field?.type === 'richText'
    inside = [...(field?.fields ?? []), ...(field?.blocks ?? []).flatMap((block) => block.fields)]
  }
  return names.join(' › ')
}
