/** The options of a rich text field, with all defaults filled in. Tested by test/schema/rich-text.test.ts. */
import { EMBED_PROVIDERS, type EmbedProvider } from '../lib/rich-text/embeds.ts'
import { HEADING_LEVELS, TEXT_FEATURES, TEXT_FEATURES_ON_REQUEST, type TextFeature } from '../lib/rich-text/kinds.ts'
import type { JsonSchema } from './document.ts'
import type { Block, RichTextOptions } from './model.ts'

/** `own`: the words of the field. */
export function richTextOptions(own: JsonSchema, blocks: readonly Block[]): RichTextOptions {
  const features: readonly TextFeature[] =
    own['features'] ??
    TEXT_FEATURES.filter(
      (feature) => !TEXT_FEATURES_ON_REQUEST.includes(feature) || own[feature === 'embed' ? 'embeds' : 'blocks'] !== undefined,
    )
  const has = (feature: TextFeature) => features.includes(feature)
  const embeds: readonly EmbedProvider[] = own['embeds'] ?? EMBED_PROVIDERS
  return Object.freeze({
    features,
    headings: has('heading') ? (own['headings'] ?? HEADING_LEVELS) : [],
    blocks: has('block') ? blocks : [],
    embeds: has('embed') ? embeds : [],
    unknown: own['unknown'] ?? 'refuse',
  })
}

/** Each option that has no effect without a feature. */
export const OPTION_OF: readonly (readonly [feature: TextFeature, option: 'headings' | 'blocks' | 'embeds'])[] = [
  ['heading', 'headings'],
  ['block', 'blocks'],
  ['embed', 'embeds'],
]

/** Whether a field allows what it would allow without any option. */
export function isDefault({ features, headings }: RichTextOptions): boolean {
  const usual = richTextOptions({}, [])
  const same = (some: readonly unknown[], others: readonly unknown[]) =>
    some.length === others.length && some.every((one) => others.includes(one))
  return same(features, usual.features) && same(headings, usual.headings)
}
