/** Loads the code that merges rich texts along with the first document that has one. If it can't be loaded, a text is merged as a whole.
 * Tested by test/admin-components/merge-texts.test.ts.
 */
import type { Field } from '../app/schema.ts'
import { isText } from './map-fields.ts'

let code: typeof import('./merge-texts.ts') | undefined

export const textMerge = () => code?.mergeTexts

export async function loadTextMerge(fields: readonly Field[]): Promise<void> {
  if (!code && haveText(fields)) code = await import('./merge-texts.ts').catch(() => undefined)
}

const haveText = (fields: readonly Field[]): boolean =>
  fields.some((field) => isText(field) || haveText(field.fields ?? []) || field.blocks?.some((block) => haveText(block.fields)))
