/** The context that the views of a comparison share: the element that shows them, related documents, and what is folded. Tested by test/admin-components/compare.test.ts. */

import type { RelatedDocuments } from '../app/related.ts'
import type { Field } from '../app/schema.ts'
import type { CmsElement } from '../element.ts'

export interface Scene {
  /** The element that shows it. */
  host: CmsElement
  related: RelatedDocuments
  /** Shows only the second state and marks what the first one lacks, for two columns side by side. */
  isOneSide: boolean
}

export interface TextScene extends Scene {
  /** The rich text field, which knows the block types that its text may contain. */
  field: Field | undefined
  isCode: boolean
  /** How many more blocks and runs of text may be drawn now. The rest follows in later frames. */
  room: { left: number }
  /** The first entry of each stretch that the user has unfolded. */
  opened: ReadonlySet<object>
  open(first: object): void
}
