/** The direction in which a block runs: that of its first letter, as the editor shows it. Tested by test/rich-text/to-html.test.ts. */
import type { RichTextNode } from './document.ts'
import { childrenOf } from './well-formed.ts'

export type Direction = 'ltr' | 'rtl'

const FROM_RIGHT =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Samaritan}\p{Script=Mandaic}\p{Script=Adlam}\p{Script=Hanifi_Rohingya}]/u

/** Undefined if it has no letters. Code always runs from left to right. */
export function directionOf(node: RichTextNode): Direction | undefined {
  if (node.type === 'codeBlock') return 'ltr'
  const letter = firstLetter(node)
  if (letter === undefined) return undefined
  return FROM_RIGHT.test(letter) ? 'rtl' : 'ltr'
}

function firstLetter(node: RichTextNode): string | undefined {
  if (node.text !== undefined) return /\p{L}/u.exec(node.text)?.[0]
  for (const child of childrenOf(node)) {
    const letter = firstLetter(child)
    if (letter !== undefined) return letter
  }
  return undefined
}
