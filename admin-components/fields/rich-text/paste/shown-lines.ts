/** Line ends that a page shows, such as those of `white-space: pre-wrap`: line breaks, and blocks of their own around blank lines.
 * As `fromHTML` reads them. Tested by test/admin-components/paste-as-html.test.ts.
 */
import { showsLines } from '../../../../lib/rich-text/html-meaning.ts'
import { STYLE } from './pasted-html.ts'

export const LINES = 'p, h1, h2, h3, h4, h5, h6'
const BLOCKS = `${LINES}, div, li, td, th, blockquote, dd, dt, section, article, main, body`
/** White space between the parts of lists and tables shows nothing. */
const WITHOUT_WORDS = 'ul, ol, menu, dl, table, thead, tbody, tfoot, tr'
const GAP = 'data-gap'

export function breakShownLines(root: HTMLElement): void {
  const texts = root.ownerDocument.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  const found: Text[] = []
  while (texts.nextNode()) if (isShown(texts.currentNode as Text)) found.push(texts.currentNode as Text)
  for (const text of found) breakLines(text)
  for (const gap of root.querySelectorAll<HTMLElement>(`[${GAP}]`)) split(gap)
}

function isShown({ nodeValue, parentElement }: Text): boolean {
  if (!nodeValue?.includes('\n') || parentElement?.closest('pre') || parentElement?.matches(WITHOUT_WORDS)) return false
  for (let element = parentElement; element; element = element.parentElement) {
    const shows = showsLines(element.getAttribute(STYLE) ?? '')
    if (shows !== undefined) return shows
  }
  return false
}

/** Line ends before the first words of a block and after its last ones show nothing. */
function breakLines(text: Text): void {
  const { ownerDocument: document } = text
  const isLine = text.parentElement?.closest(BLOCKS)?.matches(LINES) === true
  const parts = (text.nodeValue ?? '').split(isLine ? /(\n)/ : /(\n[ \t\r]*\n\s*|\n)/)
  const nodes = parts.map((part, at) => {
    if (at % 2 === 0) return part.trim() === '' ? '' : part
    const lineBreak = document.createElement('br')
    if (part.length > 1) lineBreak.setAttribute(GAP, '')
    return lineBreak
  })
  if (!hasWords(text, 'before')) while (nodes.length > 0 && !isWord(nodes[0])) nodes.shift()
  if (!hasWords(text, 'after')) while (nodes.length > 0 && !isWord(nodes.at(-1))) nodes.pop()
  text.replaceWith(...nodes)
}

const isWord = (node: string | HTMLElement | undefined): boolean => typeof node === 'string' && node !== ''

function hasWords(text: Text, side: 'before' | 'after'): boolean {
  const block = text.parentElement?.closest(BLOCKS)
  if (!block) return false
  const range = text.ownerDocument.createRange()
  range.selectNodeContents(block)
  if (side === 'before') range.setEndBefore(text)
  else range.setStartAfter(text)
  return range.toString().trim() !== ''
}

/** Moves everything above a blank line into a separate block. */
function split(gap: HTMLElement): void {
  const block = gap.parentElement?.closest<HTMLElement>(BLOCKS)
  gap.removeAttribute(GAP)
  if (!block || block.querySelector(`:scope ${BLOCKS.split(', ').join(', :scope ')}`)?.contains(gap)) return
  const done = [...block.children].findLast((one) => one.hasAttribute('data-part'))
  const range = gap.ownerDocument.createRange()
  if (done) range.setStartAfter(done)
  else range.setStart(block, 0)
  range.setEndBefore(gap)
  const part = gap.ownerDocument.createElement('div')
  part.setAttribute('data-part', '')
  part.append(range.extractContents())
  if (done) done.after(part)
  else block.prepend(part)
  gap.remove()
}
