/** The type of a rich text by what its field allows; `galley types` uses it. Tested by test/rich-text/typed.test.ts. */
import type { TextFeature } from './kinds.ts'

/**
 * A rich text, as it is read and written.
 *
 * @example
 * type Body = RichText<'heading' | 'bold' | 'link', never, 2 | 3>
 */
export type RichText<
  Features extends TextFeature = Exclude<TextFeature, 'embed' | 'block'>,
  /** The attributes of the blocks that it may contain. */
  Block = never,
  Heading extends number = 1 | 2 | 3 | 4 | 5 | 6,
> = { type: 'doc'; content?: TextBlock<Features, Block, Heading>[] }

/** A target, as the reader sees it: absent at depth 0, null if the reader can't see it. It is ignored on write. */
type Target = { value?: Record<string, unknown> | null }

type Cell<F extends TextFeature, B, H extends number> = {
  attrs?: { colspan?: number | null; rowspan?: number | null; colwidth?: (number | null)[] | null }
  content?: TextBlock<F, B, H>[]
}

type Blocks<F extends TextFeature, B, H extends number> = {
  heading: { type: 'heading'; attrs: { level: H }; content?: Inline<F>[] }
  bulletList: { type: 'bulletList'; content?: { type: 'listItem'; content?: TextBlock<F, B, H>[] }[] }
  orderedList: {
    type: 'orderedList'
    attrs?: { start?: number | null }
    content?: { type: 'listItem'; content?: TextBlock<F, B, H>[] }[]
  }
  taskList: {
    type: 'taskList'
    content?: { type: 'taskItem'; attrs?: { checked?: boolean | null }; content?: TextBlock<F, B, H>[] }[]
  }
  blockquote: { type: 'blockquote'; content?: TextBlock<F, B, H>[] }
  codeBlock: { type: 'codeBlock'; attrs?: { language?: string | null }; content?: { type: 'text'; text: string }[] }
  horizontalRule: { type: 'horizontalRule' }
  table: {
    type: 'table'
    content?: { type: 'tableRow'; content?: ({ type: 'tableHeader' | 'tableCell' } & Cell<F, B, H>)[] }[]
  }
  image: {
    type: 'image'
    attrs: { media?: number | null; alt?: string | null; caption?: string | null; width?: number | null } & Target
  }
  file: { type: 'file'; attrs: { media?: number | null } & Target }
  embed: { type: 'embed'; attrs: { url: string } }
  block: { type: 'contentBlock'; attrs: B }
}

type Marks = {
  bold: { type: 'bold' }
  italic: { type: 'italic' }
  underline: { type: 'underline' }
  strike: { type: 'strike' }
  code: { type: 'code' }
  subscript: { type: 'subscript' }
  superscript: { type: 'superscript' }
  link: {
    type: 'link'
    attrs: {
      href?: string | null
      collection?: string | null
      id?: number | null
      anchor?: string | null
      newTab?: boolean | null
    } & Target
  }
}

type Marked<F extends TextFeature> = { marks?: Marks[Extract<F, keyof Marks>][] }

type Inline<F extends TextFeature> =
  | ({ type: 'text'; text: string } & Marked<F>)
  | ({ type: 'hardBreak' } & Marked<F>)
  | ('mention' extends F ? { type: 'mention'; attrs: { collection: string; id: number } & Target } & Marked<F> : never)

type TextBlock<F extends TextFeature, B, H extends number> =
  | { type: 'paragraph'; content?: Inline<F>[] }
  | Blocks<F, B, H>[Extract<F, keyof Blocks<F, B, H>>]
