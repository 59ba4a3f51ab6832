/** Code of other programs: one `<pre>` with one `<code>`, whatever elements its lines were in. Tested by test/admin-components/paste-corpus.test.ts. */
import { STYLE } from './pasted-html.ts'

const LINES = 'div, p, li, ol, ul, tr, table, section, header, figcaption, blockquote'

export function gatherCode(root: HTMLElement): void {
  for (const box of root.querySelectorAll<HTMLElement>(`div[${STYLE}]`))
    if (root.contains(box) && isEditor(box)) box.replaceWith(codeBox(box))
  for (const pre of root.querySelectorAll<HTMLElement>('pre')) {
    if (!root.contains(pre)) continue
    const inside = pre.querySelector<HTMLElement>('code')
    const isLabelled = inside !== null && isLanguage(pre, inside)
    pre.replaceWith(codeBox(isLabelled ? inside : pre, inside?.className || pre.className))
  }
}

/** Code editors copy their lines as `<div>`s in a monospaced font. */
function isEditor(box: HTMLElement): boolean {
  const style = (box.getAttribute(STYLE) ?? '').toLowerCase()
  return /white-space:\s*pre/.test(style) && /font-family:[^;]*(mono|consolas|courier|menlo)/.test(style)
}

/** Chat programs put the name of the language and a button into the box, above the code. */
function isLanguage(pre: HTMLElement, code: HTMLElement): boolean {
  const label = pre.cloneNode(true) as HTMLElement
  for (const other of label.querySelectorAll('code, button')) other.remove()
  const rest = (label.textContent ?? '').trim().toLowerCase()
  return rest !== '' && code.classList.contains(`language-${rest}`)
}

function codeBox(element: HTMLElement, className = ''): HTMLElement {
  const pre = element.ownerDocument.createElement('pre')
  // The last line of code ends with its line break in HTML.
  const text = textOf(element).replace(/\n$/, '')
  pre.append(Object.assign(element.ownerDocument.createElement('code'), { className, textContent: text }))
  return pre
}

function textOf(element: HTMLElement): string {
  let text = ''
  let owesLine = false
  const endLine = () => {
    if (text !== '' && !text.endsWith('\n')) text += '\n'
  }
  const read = (inside: Node) => {
    for (const node of inside.childNodes) {
      const isLine = node instanceof Element && node.matches(LINES)
      if (isLine || owesLine) endLine()
      owesLine = false
      if (node.nodeType === Node.TEXT_NODE) text += node.nodeValue
      else if (node.nodeName === 'BR') text += '\n'
      else read(node)
      if (isLine) owesLine = true
    }
  }
  read(element)
  return text
}
