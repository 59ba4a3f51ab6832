/** Links that lead to another place of the page that they come from. In a text they would lead nowhere, except to a heading that is pasted with them:
 * the words and numbers of the others stay, so that the marks of footnotes are text. Signs that link to the heading next to
 * them, or from a note back to its mark, are left out.
 * Tested by test/admin-components/paste-corpus.test.ts.
 */
import { idsOfTitles, placeIn } from '../../../../lib/rich-text/heading-ids.ts'
import { isNoteLink, isWayBack, joinsMark } from '../../../../lib/rich-text/note-links.ts'

const HEADINGS = 'h1, h2, h3, h4, h5, h6'
const SIGN_OF_HEADING = /^[#¶§🔗⚓\s]*$/u

export function endPageLinks(root: HTMLElement): void {
  for (const link of root.querySelectorAll<HTMLElement>(`:is(${HEADINGS}) a[href*='#']`))
    if (SIGN_OF_HEADING.test(link.textContent ?? '') && !link.querySelector('img')) link.remove()
  const ids = idsByName(root)
  for (const link of root.querySelectorAll<HTMLElement>("a[href*='#']")) {
    const href = link.getAttribute('href') ?? ''
    const isNote = isNoteLink(href)
    if (!isNote && !href.startsWith('#')) continue
    const id = isNote ? undefined : (ids.get(placeIn(href)) ?? ids.get(placeIn(href).toLowerCase()))
    if (id !== undefined) link.setAttribute('href', `#${id}`)
    else if (isWayBack(link.textContent ?? '')) link.remove()
    else {
      if (isNote) partFromNote(link)
      link.replaceWith(...link.childNodes)
    }
  }
}

/** As in `fromHTML`: a space between the number of a note and its words. */
function partFromNote(mark: HTMLElement): void {
  const line = mark.closest<HTMLElement>('p, li, div')
  if (!line || mark.closest('sup') || mark.querySelector('sup')) return
  const { before, after } = wordsAround(line, mark)
  if (before.trim() === '' && joinsMark(after)) mark.append(' ')
}

function wordsAround(line: HTMLElement, mark: HTMLElement): { before: string; after: string } {
  const [before, after] = [0, 1].map(() => (line.ownerDocument as Document).createRange()) as [Range, Range]
  before.setStart(line, 0)
  before.setEndBefore(mark)
  after.setStartAfter(mark)
  after.setEnd(line, line.childNodes.length)
  return { before: before.toString(), after: after.toString() }
}

/** The ids that headings will have, by the names that the page gives them. */
function idsByName(root: HTMLElement): Map<string, string> {
  const headings = [...root.querySelectorAll<HTMLElement>(HEADINGS)]
  const made = idsOfTitles(headings.map(({ textContent }) => textContent ?? ''))
  const ids = new Map(made.map((id) => [id, id]))
  for (const [at, heading] of headings.entries())
    for (const named of [heading, ...heading.querySelectorAll('[id], a[name]'), ...anchorsAbove(heading)])
      for (const name of [named.getAttribute('id'), named.getAttribute('name')]) if (name) ids.set(name, made[at] ?? '')
  return ids
}

/** Names of a place right above the heading: empty elements, and sections that begin with it. */
function anchorsAbove(heading: Element): Element[] {
  const above = heading.previousElementSibling
  if (above)
    return above.textContent?.trim() === '' && !above.querySelector('img') ? [above, ...above.querySelectorAll('[id], a[name]')] : []
  const section = heading.parentElement
  return section?.matches('section, article, div') ? [section] : []
}
