/** Lists of Slack, whose levels stand next to each other. */
import { expect } from 'chai'
import { fromHTML } from '../../lib/rich-text/from-html.ts'
import { toHTML } from '../../lib/rich-text/to-html.ts'

const list = (tag: string, level: number, ...items: string[]) =>
  `<${tag} class="p-rich_text_list p-rich_text_list__${tag === 'ul' ? 'bullet' : 'ordered'}" data-indent="${level}" data-border="0">${items.map((one) => `<li data-stringify-indent="${level}">${one}</li>`).join('')}</${tag}>`

const CASES: [what: string, html: string, wanted: string][] = [
  [
    'deeper and back',
    list('ul', 0, 'one') + list('ul', 1, 'a', 'b') + list('ol', 2, 'deep') + list('ul', 1, 'c') + list('ul', 0, 'two'),
    '<ul><li>one<ul><li>a</li><li>b<ol><li>deep</li></ol></li><li>c</li></ul></li><li>two</li></ul>',
  ],
  [
    'two levels at once, with white space between them',
    `<div>${list('ul', 0, 'one')}\n ${list('ul', 2, 'deep')}\n${list('ul', 1, 'a')}</div>`,
    '<ul><li>one<ul><li>deep</li><li>a</li></ul></li></ul>',
  ],
  ['kinds of a level', list('ul', 0, 'one') + list('ol', 0, 'first'), '<ul><li>one</li></ul><ol><li>first</li></ol>'],
  ['that begin inside', list('ul', 2, 'deep') + list('ul', 0, 'one'), '<ul><li>deep</li></ul><ul><li>one</li></ul>'],
  ['apart', `${list('ul', 0, 'one')}<p>x</p>${list('ul', 1, 'a')}`, '<ul><li>one</li></ul><p>x</p><ul><li>a</li></ul>'],
  ['of others', '<ul data-indent="0"><li>a</li></ul><ul data-indent="1"><li>b</li></ul>', '<ul><li>a</li></ul><ul><li>b</li></ul>'],
]

describe('rich text: lists of Slack', () => {
  for (const [what, html, wanted] of CASES) it(what, () => expect(toHTML(fromHTML(html))).to.equal(wanted))

  it('in any number and depth @long', () => {
    const all = Array.from({ length: 20_000 }, (_, at) => list('ul', at % 3 === 0 ? at : at % 3, `${at}`)).join('')
    const html = toHTML(fromHTML(all))
    expect(html.split('<li>')).to.have.length(20_001)
  })
})
