/** Links that lead to another place of the page that they come from. In a text they would lead nowhere, except to a heading that is pasted with them:
 * the words and numbers of the others stay, so that the marks of footnotes are text. Signs that link to the heading next to
 * them, or from a note back to its mark, are left out.
 * Tested by test/admin-components/paste-corpus.test.ts.
 */
import { slugOf } from '../../../../lib/rich-text/heading-ids.ts'
import { isNoteLink, isWayBack } from '../../../../lib/rich-text/note-links.ts'

const HEADINGS = 'h1, h2, h3, h4, h5, h6'
const SIGN_OF_HEADING = /^[#¶§🔗⚓\s]*$/u

export function endPageLinks(root: HTMLElement): void {
  for (const link of root.querySelectorAll<HTMLElement>(`:is(${HEADINGS}) a[href*='#']`))
    if (SIGN_OF_HEADING.test(link.textContent ?? '') && !link.querySelector('img')) link.remove()
  for (const link of root.querySelectorAll<HTMLElement>("a[href*='#']"))
    if (leadsNowhere(link.getAttribute('href') ?? '', root)) {
      if (isWayBack(link.textContent ?? '')) link.remove()
      else link.replaceWith(...link.childNodes)
    }
}

function leadsNowhere(href: string, root: HTMLElement): boolean {
  if (isNoteLink(href)) return true
  if (!href.startsWith('#')) return false
  return ![...root.querySelectorAll(HEADINGS)].some(({ textContent }) => `#${slugOf(textContent ?? '')}` === href.toLowerCase())
}
