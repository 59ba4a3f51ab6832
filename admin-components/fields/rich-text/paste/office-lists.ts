/** Word and older LibreOffice write a list as paragraphs whose style says which list and level they belong to, with the bullet as text.
 * Tested by test/admin-components/paste-corpus.test.ts.
 */
import { STYLE } from './pasted-html.ts'

interface Entry {
  paragraph: HTMLElement
  list: string
  level: number
  isOrdered: boolean
  start: number
}

export function gatherLists(root: HTMLElement): void {
  let open: { list: HTMLElement; level: number; name: string }[] = []
  let last: Element | undefined
  for (const entry of [...root.querySelectorAll<HTMLElement>(`p[${STYLE}*="mso-list"]`)].flatMap(entryOf)) {
    const { paragraph, list, level } = entry
    const isNext = last !== undefined && paragraph.previousElementSibling === last
    if (!isNext || open[0]?.name !== list) open = []
    open = open.filter((one) => one.level <= level)
    const tag = entry.isOrdered ? 'OL' : 'UL'
    if (open.at(-1)?.level === level && open.at(-1)?.list.tagName !== tag) open.pop()
    if (open.at(-1)?.level !== level) open.push({ list: begin(entry, open.at(-1)?.list), level, name: list })
    const item = paragraph.ownerDocument.createElement('li')
    open.at(-1)?.list.append(item)
    item.append(paragraph)
    last = open[0]?.list
  }
}

function entryOf(paragraph: HTMLElement): Entry[] {
  const [, list = '', level = '1'] = /mso-list:\s*(l\d+)\s+level(\d+)/i.exec(paragraph.getAttribute(STYLE) ?? '') ?? []
  const marker =
    paragraph.querySelector('[data-marker]') ?? paragraph.querySelector(`[${STYLE}*="mso-list:Ignore" i], [${STYLE}*="mso-list: Ignore" i]`)
  const sign = (marker?.textContent ?? '').replaceAll('\u00a0', ' ').trim()
  marker?.remove()
  if (list === '') return []
  const number = /^\(?(\d+|[a-z]|[ivxlc]+)[.)]/i.exec(sign)?.[1]
  return [
    { paragraph, list, level: Number(level), isOrdered: number !== undefined, start: /^\d+$/.test(number ?? '') ? Number(number) : 1 },
  ]
}

function begin({ paragraph, isOrdered, start }: Entry, parent: HTMLElement | undefined): HTMLElement {
  const list = paragraph.ownerDocument.createElement(isOrdered ? 'ol' : 'ul')
  if (isOrdered && start !== 1) list.setAttribute('start', String(start))
  const item = parent?.lastElementChild
  if (item) item.append(list)
  else paragraph.before(list)
  return list
}
