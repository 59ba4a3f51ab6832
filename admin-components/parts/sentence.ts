/** A text with elements, such as links, in its places. Tested by test/admin-components/deeds.test.ts. */
import type { TemplateResult } from 'lit'

/** `text` as `t` returns it without values: its places are still in braces. */
export const sentence = (text: string, parts: Readonly<Record<string, TemplateResult | string>>): (TemplateResult | string)[] =>
  text.split(/(\{\w+\})/).map((piece) => parts[piece.slice(1, -1)] ?? piece)
