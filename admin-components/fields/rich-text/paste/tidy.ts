/** Turns HTML of other programs into HTML that says what it means, before it becomes a part of the text: styles into marks, Word's paragraphs into lists.
 * Works on a document that is never shown. Tested by test/admin-components/paste-corpus.test.ts.
 */
import { gatherCode } from './code.ts'
import { gatherLists } from './office-lists.ts'
import { STYLE } from './pasted-html.ts'

export function tidy(root: HTMLElement): void {
  unwrapGoogleDocs(root)
  gatherCode(root)
  gatherLists(root)
  nameStyles(root)
  for (const element of all(root, `[${STYLE}]`)) markStyles(element)
  nestLists(root)
  markTasks(root)
  markHeaders(root)
  removeEmpty(root)
  straightenLinks(root)
}

const all = <E extends HTMLElement = HTMLElement>(root: HTMLElement, selector: string): E[] => [...root.querySelectorAll<E>(selector)]

const styleOf = (element: HTMLElement): string => (element.getAttribute(STYLE) ?? '').toLowerCase()

/** Its whole text is in one `<b>` that isn't bold. */
function unwrapGoogleDocs(root: HTMLElement): void {
  for (const wrapper of all(root, 'b, strong, i, em')) {
    const style = styleOf(wrapper)
    const isPlain = wrapper.matches('b, strong') ? /font-weight:\s*(normal|400)/.test(style) : /font-style:\s*normal/.test(style)
    if (isPlain) wrapper.replaceWith(...wrapper.childNodes)
  }
}

const CLASSES: Readonly<Record<string, string>> = {
  '.MsoTitle': 'h1',
  '.MsoSubtitle': 'h2',
  '.MsoQuote, .MsoIntenseQuote': 'blockquote',
}

/** Word's own paragraph styles. */
function nameStyles(root: HTMLElement): void {
  for (const [selector, name] of Object.entries(CLASSES))
    for (const paragraph of all(root, selector)) {
      const named = paragraph.ownerDocument.createElement(name)
      named.append(...paragraph.childNodes)
      paragraph.replaceWith(named)
    }
}

const MARKS: readonly [tag: string, style: RegExp][] = [
  ['strong', /font-weight:\s*(bold|bolder|[6-9]00)/],
  ['em', /font-style:\s*(italic|oblique)/],
  ['u', /text-decoration(-line)?:[^;]*underline/],
  ['s', /text-decoration(-line)?:[^;]*line-through/],
  ['sub', /vertical-align:\s*sub/],
  ['sup', /vertical-align:\s*super/],
]

/** Links are underlined and headings are bold in any case. */
function markStyles(element: HTMLElement): void {
  if (!element.matches('span, a, font, p, li, div, td')) return
  const style = styleOf(element)
  for (const [tag, pattern] of MARKS) {
    if (!pattern.test(style) || (tag === 'u' && isLink(element)) || (tag === 'strong' && element.closest('h1, h2, h3, h4, h5, h6, th')))
      continue
    const mark = element.ownerDocument.createElement(tag)
    if (element.querySelector('p, ul, ol, table, div')) continue
    mark.append(...element.childNodes)
    element.append(mark)
  }
}

/** Whether all of its text is in a link. */
const isLink = (element: HTMLElement): boolean =>
  element.closest('a') !== null || element.querySelector('a')?.textContent?.trim() === element.textContent?.trim()

/** Some programs put a list directly into a list; it belongs into the item before it. */
function nestLists(root: HTMLElement): void {
  for (const list of all(root, ':is(ul, ol) > :is(ul, ol)')) {
    const before = list.previousElementSibling
    if (before?.matches('li')) before.append(list)
    else list.replaceWith(...list.childNodes)
  }
}

function markTasks(root: HTMLElement): void {
  for (const item of all(root, 'li')) {
    const box = item.querySelector<HTMLInputElement>(
      ':scope > input[type=checkbox], :scope > label > input[type=checkbox], :scope > p > input[type=checkbox]',
    )
    const role = item.getAttribute('role') === 'checkbox' ? item.getAttribute('aria-checked') : null
    if ((!box && role === null) || !item.parentElement) continue
    item.dataset['type'] = 'taskItem'
    item.dataset['checked'] = String(box ? box.hasAttribute('checked') : role === 'true')
    item.parentElement.dataset['type'] = 'taskList'
    box?.remove()
  }
  // Google Docs shows the box as a picture.
  for (const picture of all(root, 'li[data-type=taskItem] img')) picture.remove()
}

/** Cells in the head of a table are headers, whatever they are called. */
function markHeaders(root: HTMLElement): void {
  for (const cell of all(root, 'thead td')) {
    const header = cell.ownerDocument.createElement('th')
    for (const name of ['colspan', 'rowspan']) if (cell.hasAttribute(name)) header.setAttribute(name, cell.getAttribute(name) ?? '')
    header.append(...cell.childNodes)
    cell.replaceWith(header)
  }
}

const BLOCKS =
  'address, article, aside, blockquote, dd, div, dl, dt, fieldset, figcaption, figure, footer, form, h1, h2, h3, h4, h5, h6, header, hr, li, main, nav, ol, p, pre, section, table, ul'

/** Blank lines between paragraphs were a way to make space. */
function removeEmpty(root: HTMLElement): void {
  for (const gap of all(root, 'p, div, :is(body, div) > br, br.Apple-interchange-newline'))
    if (
      !gap.closest('li, td, th, pre') &&
      (gap.textContent ?? '').trim() === '' &&
      !gap.querySelector('img, hr, table, iframe, video, [data-upload]') &&
      !(gap.matches('br') && isInLine(gap, 'previousSibling') && isInLine(gap, 'nextSibling'))
    )
      gap.remove()
}

/** Whether the words of a line are next to it, on this side. */
function isInLine(lineBreak: Node, side: 'previousSibling' | 'nextSibling'): boolean {
  let next = lineBreak[side]
  while (next && (next.nodeName === 'BR' || (next.nodeType !== Node.ELEMENT_NODE && (next.nodeValue ?? '').trim() === '')))
    next = next[side]
  return next !== null && !(next instanceof Element && next.matches(BLOCKS))
}

/** Google's links lead through Google. */
function straightenLinks(root: HTMLElement): void {
  for (const link of all<HTMLAnchorElement>(root, 'a[href]')) {
    const href = link.getAttribute('href') ?? ''
    if (/^https?:\/\/www\.google\.[a-z.]+\/url\?/.test(href) && URL.canParse(href)) {
      const target = new URL(href).searchParams.get('q') ?? new URL(href).searchParams.get('url')
      if (target) link.setAttribute('href', target)
    }
    if ((link.textContent ?? '') === '' && !link.querySelector('img')) link.remove()
  }
}
