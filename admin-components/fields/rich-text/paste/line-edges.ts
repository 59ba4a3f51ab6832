/** Where lines begin and end in pasted HTML, whatever elements they are made of.
 * Tested by test/admin-components/paste-corpus.test.ts.
 */
export const BLOCKS =
  'address, article, aside, blockquote, dd, div, dl, dt, fieldset, figcaption, figure, footer, form, h1, h2, h3, h4, h5, h6, header, hr, li, main, nav, ol, p, pre, section, table, ul'

/** What shows something without words. */
export const WORDLESS = 'img, hr, table, iframe, video, audio, embed, object, [data-upload], [data-embed]'

/** Whether the words of a line are next to it, on this side. */
function isInLine(lineBreak: Node, side: 'previousSibling' | 'nextSibling'): boolean {
  let next = lineBreak[side]
  while (next && (next.nodeName === 'BR' || (next.nodeType !== Node.ELEMENT_NODE && (next.nodeValue ?? '').trim() === '')))
    next = next[side]
  return next !== null && !(next instanceof Element && next.matches(BLOCKS))
}

export const isBetweenWords = (block: Node): boolean => isInLine(block, 'previousSibling') && isInLine(block, 'nextSibling')

/** Removes it along with the blocks and items that hold nothing else. Cells stay. */
export function removeEmptied(element: Element): void {
  const { parentElement } = element
  if (element.matches(BLOCKS) && isBetweenWords(element)) return element.replaceChildren()
  element.remove()
  if (parentElement?.matches('body *, div *, div') && !parentElement.closest('td, th, pre') && isEmpty(parentElement))
    removeEmptied(parentElement)
}

const isEmpty = (element: Element): boolean => (element.textContent ?? '').trim() === '' && !element.querySelector(WORDLESS)

/** ProseMirror keeps the space at the start of a line that follows a block. */
export function trimLineStarts(root: HTMLElement): void {
  const texts = (root.ownerDocument as Document).createTreeWalker(root, NodeFilter.SHOW_TEXT)
  while (texts.nextNode()) {
    const text = texts.currentNode
    if (/^[ \t\n\r\f]/.test(text.nodeValue ?? '') && !text.parentElement?.closest('pre') && isFirstInLine(text, root)) trimStart(text)
  }
}

function isFirstInLine(node: Node, root: Node): boolean {
  let before = node.previousSibling
  while (before && before.nodeType !== Node.ELEMENT_NODE && (before.nodeValue ?? '') === '') before = before.previousSibling
  if (before) return before instanceof Element && before.matches(`${BLOCKS}, br`)
  const { parentNode } = node
  if (!parentNode || parentNode === root) return true
  return (parentNode instanceof Element && parentNode.matches(`${BLOCKS}, td, th`)) || isFirstInLine(parentNode, root)
}

/** Leaves elements as they are. */
export function trimStart(node: Node | null): void {
  if (node?.nodeType === Node.TEXT_NODE) node.nodeValue = (node.nodeValue ?? '').replace(/^[ \t\n\r\f]+/, '')
}
