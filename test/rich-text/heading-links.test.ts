/** Links of a page to its headings lead to the ids that `toHTML` gives these. */
import { expect } from 'chai'
import { fromHTML, toHTML } from '../../lib/rich-text/index.ts'

/** What `#…` of the page becomes. */
const CASES: [headings: string, href: string, wanted: string][] = [
  ['<h2 id="sec">Section one</h2>', '#sec', '#section-one'],
  ['<h2><a name="Toc9"></a>Section two</h2>', '#Toc9', '#section-two'],
  ['<h2><span id="s">Section</span></h2>', '#s', '#section'],
  ['<h2 id="a">Same</h2><h2 id="b">Same</h2>', '#b', '#same-2'],
  ['<h2 id="ก">หัวข้อ</h2>', '#%E0%B8%81', '#หัวข้อ'],
  ['<h2 id="sec">Section</h2>', '#nope', '#nope'],
  ['<h2 id="sec">Section</h2>', '#%', '#%'],
  ['<h2 id="sec">Section</h2>', 'https://other.example/#sec', 'https://other.example/#sec'],
]

describe('rich text: links to headings', () => {
  for (const [headings, href, wanted] of CASES)
    it(`${href} and ${headings}`, () => {
      const html = toHTML(fromHTML(`<p><a href="${href}">x</a></p>${headings}`))
      expect(decodeURI(/<a href="([^"]*)"/.exec(html)?.[1]?.replace(/%$/, '%25') ?? '').replace(/%25$/, '%')).to.equal(wanted)
      if (wanted !== href) expect(html).to.include(` id="${wanted.slice(1)}"`)
    })
})
