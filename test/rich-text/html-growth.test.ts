/** `fromHTML` takes a time that grows with the length of the HTML, whatever is left open in it. */
import { expect } from 'chai'
import { fromHTML, fromMarkdown } from '../../lib/rich-text/index.ts'
import { oneIn } from '../harness/depth.ts'
import { processorTime } from '../harness/processor-time.ts'

/** What is repeated, in front of it, and behind it. */
type Family = readonly [repeated: string, before?: string, after?: string]

/** Elements that stay open until the end, so each is inside all the earlier ones. */
const OPEN: readonly Family[] = [
  ['<ul><li>x'],
  ['<ol><li><p>x'],
  ['<span>'],
  ['<div>x'],
  ['<b><i>x'],
  ['<dl><dt>x<dd>x'],
  ['<table><tr><td><table><caption>x'],
  ['<li><p><input type=checkbox>'],
  ['<details><summary>x'],
  ['<svg><foreignObject><p>x'],
  ['<blockquote>x'],
  ['<figure><img src=x><figcaption>x'],
]

/** Elements that the next one closes, ends without a beginning, and endless attributes and characters. */
const OTHERS: readonly Family[] = [
  ...['<li>x', '<p>x', '<td>x', '<tr><td>x', '<h1>x', '<a href=/x>x', '<option>x', '<table>', '<ul>', '<thead>', '<form>', '<q>'].map(
    (one): Family => [one],
  ),
  ...['</p>', '</div>', '</br>', '<b><i></b></i>', '<b><p></b></p>', '<p>x<div>y</div>z', '<ul><ul><li>x'].map((one): Family => [one]),
  ...['&', '&amp', '&#', '&notin', '<', '</', '<!--', '<![CDATA[', '<?x', '<!DOCTYPE x>', ' ', '<br>', '<b> </b> '].map(
    (one): Family => [one],
  ),
  ...['<script>', '<style>', '<textarea>', '<select><option>', '<iframe src="https://youtu.be/x">', '<object><source src=x>'].map(
    (one): Family => [one],
  ),
  ['</b>', '<div>'.repeat(500)],
  ['a="', '<p '],
  ['a=1 ', '<p '],
  ['a:b;', '<p style="', '">x'],
  [' 1w,', '<img src=x srcset="', '">'],
  ['language-', '<pre class="', '">x'],
  ['<col span=1000>', '<table>', '<td colspan=1000>x'],
  ['<td colspan=1000>x', '<table><col span=1000>'],
  ['<tbody>', '<table>'],
  ['&#9;j', '<a href="', '">x'],
]

/** Milliseconds of processor time. */
function timeFor([repeated, before = '', after = '']: Family, times: number): number {
  const html = before + repeated.repeat(times) + after
  const spent = processorTime()
  fromHTML(html, { baseURL: 'https://example.org/' })
  return spent()
}

describe('rich-text: long HTML', function () {
  this.timeout(60_000)

  const grows = (family: Family) => {
    const few = Math.min(timeFor(family, 4000), timeFor(family, 4000))
    const many = timeFor(family, 24_000)
    // Six times as much, or thirty-six times for the square; the shortest times are mostly garbage collection.
    expect(many, `${few} ms for a sixth of it`).to.be.below(Math.max(14 * few, 400))
  }

  it('of elements that stay open takes no more than its share @long', () => {
    for (const family of OPEN.slice(0, 2)) grows(family)
  })

  for (const family of oneIn(2, [...OPEN, ...OTHERS]))
    it(`takes no more than its share for ${family.join(' … ').slice(0, 50)} @long`, () => grows(family))

  it('reads as many rows, items and widths as there are @long', () => {
    const many = 130_000
    const widths = Array.from({ length: many }, (_, index) => `/${index} ${index + 1}w`).join()
    const level = '<ul data-stringify-type="unordered-list" data-indent="0"><li>'
    for (const html of [`${level}a</ul>${level}${'<li>x'.repeat(many)}</ul>`, `<img src="/x" width="5" srcset="${widths}">`])
      expect(() => fromHTML(html, { image: ({ src }) => src.length, baseURL: 'https://example.org/' }), html.slice(0, 40)).not.to.throw()
    expect(fromMarkdown(`|a|\n|-|\n${'|\n'.repeat(many)}`).content?.[0]?.content).to.have.length(many + 1)
  })

  it('reads elements that contain no others, inside each other in drawings and formulas @long', () => {
    for (const outer of ['svg', 'math'])
      for (const inside of ['br', 'hr', 'img', 'script', 'style', 'textarea', 'title', 'g', 'select', 'annotation-xml'])
        expect(() => fromHTML(`<${outer}><${inside}>`.repeat(5000)), `${outer}, ${inside}`).not.to.throw()
  })

  it('keeps the text of elements that are too deep, but no script, and what follows them', () => {
    const deep = (inside: string) => `${'<div>'.repeat(400)}${inside}${'</div>'.repeat(400)}<h2>after</h2>`
    const { content } = fromHTML(deep('a<b>b</b><script>hit()</script><p>c<p>d'))
    expect(JSON.stringify(content).match(/"text":"[^"]*"|"heading"/g)).to.deep.equal(['"text":"abcd"', '"heading"', '"text":"after"'])
  })
})
