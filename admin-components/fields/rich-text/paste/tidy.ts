/** Turns HTML of other programs into HTML that says what it means, before it becomes a part of the text: styles into marks, Word's paragraphs into lists.
 * Works on a document that is never shown. Tested by test/admin-components/paste-corpus.test.ts.
 */
import {
  DIVISIONS,
  DRAWN,
  DRAWN_FORMULA,
  isBlockStyle,
  isHidden,
  MARKS_OF_STYLES,
  MARKS_OF_TAGS,
  stylesIn,
  TAGS_OF_MARKS,
  UNREAD,
} from '../../../../lib/rich-text/html-meaning.ts'
import { isRaisedMark } from '../../../../lib/rich-text/note-links.ts'
import { gatherCode } from './code.ts'
import { BLOCKS, isBetweenWords, trimStart, WORDLESS } from './line-edges.ts'
import { gatherLists } from './office-lists.ts'
import { endPageLinks } from './page-links.ts'
import { STYLE } from './pasted-html.ts'
import { breakShownLines, LINES } from './shown-lines.ts'
import { nestByIndent } from './slack-lists.ts'

export function tidy(root: HTMLElement): void {
  nameFormulas(root)
  for (const unread of all(root, [...UNREAD, ...DRAWN, `.${DRAWN_FORMULA}`, '[hidden]'].join())) unread.remove()
  for (const element of all(root, `[${STYLE}]`)) if (isHidden(element.getAttribute(STYLE) ?? '')) element.remove()
  unwrapGoogleDocs(root)
  gatherCode(root)
  gatherLists(root)
  breakShownLines(root)
  nameStyles(root)
  nameMarks(root)
  for (const element of all(root, `[${STYLE}]`)) markStyles(element)
  takeOnlyCell(root)
  separateLines(root)
  nestByIndent(root)
  nestLists(root)
  markTasks(root)
  markHeaders(root)
  removeEmpty(root)
  straightenLinks(root)
  endPageLinks(root)
}

const all = <E extends HTMLElement = HTMLElement>(root: HTMLElement, selector: string): E[] => [...root.querySelectorAll<E>(selector)]

/** A formula is read as its source, if it is there. */
function nameFormulas(root: HTMLElement): void {
  for (const formula of all(root, 'math')) {
    const source = formula.querySelector('annotation[encoding*=tex]')
    if (source) formula.replaceWith(source.textContent ?? '')
  }
}

/** Its whole text is in one `<b>` that isn't bold. */
function unwrapGoogleDocs(root: HTMLElement): void {
  for (const wrapper of all(root, 'b, strong, i, em')) {
    const isOn = MARKS_OF_STYLES[wrapper.matches('b, strong') ? 'bold' : 'italic']
    const isPlain = isOn?.(stylesIn(wrapper.getAttribute(STYLE) ?? '')) === false
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

/** Keys, quoted titles and inserted words are marks too, and quotations have quotation marks. */
function nameMarks(root: HTMLElement): void {
  for (const element of all(root, '[class]')) if (isRaisedMark(element.className)) raise(element)
  for (const [tag, mark] of Object.entries(MARKS_OF_TAGS))
    if (TAGS_OF_MARKS[mark] !== tag) for (const element of all(root, tag)) rename(element, TAGS_OF_MARKS[mark] as string)
  for (const quotation of all(root, 'q')) quotation.replaceWith('“', ...quotation.childNodes, '”')
}

function raise(element: HTMLElement): void {
  const raised = element.ownerDocument.createElement('sup')
  raised.append(...element.childNodes)
  element.append(raised)
}

function rename(element: HTMLElement, tag: string): void {
  const renamed = element.ownerDocument.createElement(tag)
  renamed.append(...element.childNodes)
  if (element.hasAttribute(STYLE)) renamed.setAttribute(STYLE, element.getAttribute(STYLE) ?? '')
  element.replaceWith(renamed)
}

/** Links are underlined and headings are bold in any case. */
function markStyles(element: HTMLElement): void {
  if (!element.matches('span, a, font, p, li, div, td')) return
  const styles = stylesIn(element.getAttribute(STYLE) ?? '')
  for (const [name, isOn] of Object.entries(MARKS_OF_STYLES)) {
    if (!isOn(styles) || (name === 'underline' && isLink(element)) || (name === 'bold' && element.closest('h1, h2, h3, h4, h5, h6, th')))
      continue
    const mark = element.ownerDocument.createElement(TAGS_OF_MARKS[name] as string)
    if (element.querySelector('p, ul, ol, table, div')) continue
    mark.append(...element.childNodes)
    element.append(mark)
  }
}

/** Whether all of its text is in a link. */
const isLink = (element: HTMLElement): boolean =>
  element.closest('a') !== null || element.querySelector('a')?.textContent?.trim() === element.textContent?.trim()

/** One cell of a spreadsheet is words, whose marks stay. */
function takeOnlyCell(root: HTMLElement): void {
  const [cell, other] = all(root, 'td, th')
  if (!cell || other || all(cell, '*').some((one) => one.matches(`${BLOCKS}, img`) || isOnItsOwnLine(one))) return
  const [words, whole] = [cell, root].map(({ textContent }) => (textContent ?? '').trim())
  if (words === '' || words !== whole) return
  const line = cell.ownerDocument.createElement('p')
  line.append(...cell.childNodes)
  cell.closest('table')?.replaceWith(line)
}

/** Elements that the editor reads as blocks, or in tables. */
const KNOWN = 'div, figure, figcaption, caption, thead, tbody, tfoot, tr, td, th'

/** Elements that a page shows on lines of their own, whatever their name. */
function separateLines(root: HTMLElement): void {
  for (const element of all(root, '*')) {
    if (!isOnItsOwnLine(element) || element.closest(LINES) || element.matches(KNOWN)) continue
    if (DIVISIONS.includes(element.localName)) rename(element, 'div')
    else if (!element.matches(BLOCKS)) wrap(element)
  }
  for (const line of all(root, LINES)) breakLine(line)
}

const isOnItsOwnLine = (element: Element): boolean =>
  DIVISIONS.includes(element.localName) || (!element.matches('br, img') && isBlockStyle(element.getAttribute(STYLE) ?? ''))

function wrap(element: HTMLElement): void {
  const box = element.ownerDocument.createElement('div')
  element.replaceWith(box)
  box.append(element)
  trimStart(box.nextSibling)
}

/** As in `fromHTML`: a line break on both sides of a division, if words are there. */
function breakLine(line: HTMLElement): void {
  let words: Node | undefined
  let last: Node | undefined
  const endLine = () => {
    last = words ?? last
    words = undefined
  }
  const read = (inside: Node) => {
    for (const node of [...inside.childNodes]) {
      const isDivision = node instanceof HTMLElement && isOnItsOwnLine(node)
      if (isDivision) endLine()
      if (node.nodeName === 'BR') words = undefined
      else if (node.nodeType !== Node.TEXT_NODE) read(node)
      else if (/^[ \t\n]*$/.test(node.nodeValue ?? '')) node.nodeValue = words ? node.nodeValue : ''
      else {
        if (last) breakBetween(last, node)
        last = undefined
        words = node
      }
      if (isDivision) endLine()
      if (isDivision && DIVISIONS.includes(node.localName)) rename(node, 'span')
    }
  }
  read(line)
}

function breakBetween(before: Node, after: Node): void {
  before.nodeValue = (before.nodeValue ?? '').replace(/[ \t\n]+$/, '')
  trimStart(after)
  after.parentNode?.insertBefore((after.ownerDocument as Document).createElement('br'), after)
}

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
    const tick = role ?? (item.hasAttribute('data-inline-task-id') ? String(item.classList.contains('checked')) : takeTick(item))
    if ((!box && tick === null) || !item.parentElement) continue
    item.dataset['type'] = 'taskItem'
    item.dataset['checked'] = String(box ? box.hasAttribute('checked') : tick === 'true')
    box?.remove()
  }
  for (const list of all(root, 'ul, ol')) separateTasks(list)
  // Google Docs shows the box as a picture.
  for (const picture of all(root, 'li[data-type=taskItem] img')) picture.remove()
}

/** As in `fromHTML`: tasks and other items that follow each other are in lists of their own, and tasks have no numbers. */
function separateTasks(list: HTMLElement): void {
  const isTask = (item: Element) => item instanceof HTMLElement && item.dataset['type'] === 'taskItem'
  const items = [...list.children]
  if (!items.some(isTask)) return
  const parts: HTMLElement[] = []
  for (const [index, item] of items.entries()) {
    const before = items[index - 1]
    if (!before || isTask(before) !== isTask(item)) {
      const part = list.ownerDocument.createElement(isTask(item) ? 'ul' : list.localName)
      if (isTask(item)) part.dataset['type'] = 'taskList'
      else if (index === 0 && list.hasAttribute('start')) part.setAttribute('start', list.getAttribute('start') ?? '')
      parts.push(part)
    }
    parts.at(-1)?.append(item)
  }
  list.replaceWith(...parts)
}

/** In front of an item, where a program writes its tasks like Markdown. */
const TICK = /^\s*\[([ xX])\]\s+/

/** Takes the check box away that is written in front of the words. */
function takeTick(item: HTMLElement): 'true' | 'false' | null {
  let first: Node | undefined = item
  while (first && first.nodeType !== Node.TEXT_NODE)
    first = [...first.childNodes].find((node) => node.nodeName !== 'UL' && node.nodeName !== 'OL' && (node.textContent ?? '').trim() !== '')
  const [tick, state] = TICK.exec(first?.nodeValue ?? '') ?? []
  if (!first || tick === undefined) return null
  first.nodeValue = (first.nodeValue ?? '').slice(tick.length)
  return state === ' ' ? 'false' : 'true'
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

/** Blank lines between paragraphs were a way to make space. What separates words goes on separating them. */
function removeEmpty(root: HTMLElement): void {
  for (const gap of all(root, 'p, div, :is(body, div) > br, br.Apple-interchange-newline'))
    if (!gap.closest('li, td, th, pre') && (gap.textContent ?? '').trim() === '' && !gap.querySelector(WORDLESS)) {
      if (!isBetweenWords(gap)) gap.remove()
      else if (gap.matches('p')) rename(gap, 'div')
    }
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
