/** Words that end on the wrong side, as words of a language that is written from left to right do in a page that is written from right to left. */
import type { Page } from 'playwright-core'

/** The elements with a word whose last sign, such as an exclamation mark, is to the left of its first letter. */
export const turnedWords = (page: Page, word: string): Promise<string[]> =>
  page.evaluate(`(() => {
    const [word, found] = [${JSON.stringify(word)}, []]
    const walk = document.createTreeWalker(document.querySelector('cms-admin').shadowRoot, NodeFilter.SHOW_TEXT)
    for (let node = walk.nextNode(); node; node = walk.nextNode()) {
      const at = node.data.indexOf(word)
      if (at < 0 || !node.parentElement.checkVisibility()) continue
      const xOf = (index) => { const range = new Range(); range.setStart(node, index); range.setEnd(node, index + 1); return range.getBoundingClientRect().x }
      if (xOf(at + word.length - 1) < xOf(at)) found.push(node.parentElement.outerHTML)
    }
    return found
  })()`)
