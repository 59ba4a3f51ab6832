/** The options of a rich text field as the editor uses them: features, heading levels, block types and providers of embeds.
 * Tested by test/admin-components/rich-text-settings.test.ts.
 */
import type { EmbedProvider } from '../../../lib/rich-text/embeds.ts'
import { HEADING_LEVELS, TEXT_FEATURES, TEXT_FEATURES_ON_REQUEST, type TextFeature } from '../../../lib/rich-text/kinds.ts'
import type { Field } from '../../app/schema.ts'

export interface TextSettings {
  features: ReadonlySet<TextFeature>
  headings: readonly number[]
  blocks: NonNullable<Field['blocks']>
  embeds: readonly EmbedProvider[]
}

export function settingsOf({ features, headings = HEADING_LEVELS, blocks = [], embeds = [] }: Field): TextSettings {
  const named = features ?? TEXT_FEATURES.filter((one) => !TEXT_FEATURES_ON_REQUEST.includes(one))
  return { features: new Set(named), headings, blocks, embeds }
}
