/** The types of rich texts that are declared in code: their nodes, marks and blocks. Tested by test/types/types.test.ts. */
import type { TextFeature } from './rich-text/kinds.ts'
import type { RichText } from './rich-text/typed.ts'

/** `Block` is the type of its blocks. */
export type TextOf<F, Block> = F extends { features: unknown } | { headings: unknown } | { blocks: unknown } | { embeds: unknown }
  ? RichText<FeaturesOf<F>, Block, LevelsOf<F>>
  : RichText

/** The blocks of a field, or `never`. */
export type BlocksInText<F> = F extends { blocks: readonly (infer Block)[] } ? Block : never

/** A block that is declared elsewhere, by its slug. */
// biome-ignore lint/suspicious/noExplicitAny: the fields of the block are in another declaration
export type BlockBySlug<Slug> = { [field: string]: any; id?: string; blockType: Slug }

type FeaturesOf<F> = F extends { features: readonly (infer Feature extends TextFeature)[] }
  ? Feature
  :
      | Exclude<TextFeature, 'embed' | 'block'>
      | (F extends { blocks: unknown } ? 'block' : never)
      | (F extends { embeds: unknown } ? 'embed' : never)

type LevelsOf<F> = F extends { headings: readonly (infer Level extends number)[] } ? Level : 1 | 2 | 3 | 4 | 5 | 6
