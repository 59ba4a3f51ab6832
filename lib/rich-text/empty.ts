/** Whether a rich text shows nothing at all: it has no words, and nothing that is seen without words. Tested by test/rich-text/empty.test.ts. */
import { NODES } from './kinds.ts'
import { everyNode } from './nodes.ts'

/** Something other than white space and characters without a width. */
const SHOWS = /[^\s\u00ad\u200b-\u200f\u2060\ufeff]/

export function isEmptyText(text: unknown): boolean {
  for (const { node } of everyNode(text)) {
    const { type } = node
    if (type === 'text' ? SHOWS.test(String(node['text'])) : !isBare(type)) return false
  }
  return true
}

/** Paragraphs, lists, tables and line breaks only show what is in them. What galley doesn't know may show something. */
const isBare = (type: unknown): boolean => typeof type === 'string' && (type === 'hardBreak' || NODES[type]?.children !== undefined)
