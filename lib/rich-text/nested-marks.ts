/** Text with its marks as a tree, so that a mark over several pieces of text is written once: one link instead of three. Tested by test/rich-text/to-html.test.ts. */
import type { RichTextMark, RichTextNode } from './document.ts'

export interface MarkedText {
  mark: RichTextMark
  content: NestedText[]
}

/** A text, a line break or a mention; or a mark with everything that it covers. */
export type NestedText = MarkedText | RichTextNode

/** Expects the marks in the order of `well-formed.ts`. */
export function nested(nodes: readonly RichTextNode[]): NestedText[] {
  const all: NestedText[] = []
  const open: (MarkedText & { key: string })[] = []
  for (const { marks = [], ...node } of nodes) {
    const keys = marks.map((mark) => JSON.stringify(mark))
    const shared = keys.findIndex((key, index) => open[index]?.key !== key)
    open.length = shared < 0 ? keys.length : shared
    for (const [index, mark] of marks.entries()) {
      if (index < open.length) continue
      const marked = { mark, content: [], key: keys[index] ?? '' }
      ;(open.at(-1)?.content ?? all).push(marked)
      open.push(marked)
    }
    ;(open.at(-1)?.content ?? all).push(node)
  }
  return all
}
