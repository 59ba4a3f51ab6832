/** The shapes of stored rich text, which is ProseMirror JSON; `kinds.ts` lists the nodes and marks. Tested by test/rich-text/kinds.test.ts. */

/** A stored rich text. Its nodes may have any type: `RichText` is the type of what a field allows. */
export interface RichTextDocument {
  type: 'doc'
  content?: RichTextNode[]
}

/** A paragraph, a picture, a text and so on. */
export interface RichTextNode {
  type: string
  attrs?: Record<string, unknown>
  content?: RichTextNode[]
  marks?: RichTextMark[]
  /** Only in nodes of the type `text`. */
  text?: string
}

/** A property of a text, such as bold or a link. */
export interface RichTextMark {
  type: string
  attrs?: Record<string, unknown>
}

/** A document that a rich text refers to: a file of the media library, the target of a link, or somebody who is mentioned. */
export interface RichTextTarget {
  collection: string
  id: number
}
