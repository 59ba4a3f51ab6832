/** The options of `fromHTML` and `fromMarkdown`. Tested by test/rich-text/from-html.test.ts. */
import type { EmbedProvider } from './embeds.ts'
import type { FeatureLimits } from './within-features.ts'

/** How `fromHTML` and `fromMarkdown` read what they are given. */
export interface FromHTMLOptions extends FeatureLimits {
  /** The id of the media document for a picture; `null` if you leave it out knowingly, `undefined` to have it reported. @default pictures leave their caption or description */
  image?: (picture: { src: string; alt: string; caption: string; width: number | null }) => number | null | undefined
  /** The address that relative URLs belong to. @default they stay relative */
  baseURL?: string
  /** Sites whose players, and whose URLs in a paragraph of their own, become embeds. @default all that galley knows */
  embeds?: readonly EmbedProvider[]
  /** An empty line between blocks separates paragraphs, and a single line end is a line break, as in the texts of WordPress. @default false */
  blankLines?: boolean
  /** Called for everything that can't be kept: what kind it is, such as `video`, and which one. @default it is dropped silently */
  omitted?: (kind: string, what: string) => void
}
