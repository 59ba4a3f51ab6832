/** `fromHTML` keeps every word that a page shows, in whatever elements it stands, and however deep. */
import { expect } from 'chai'
import { fromHTML, toText } from '../../lib/rich-text/index.ts'
import { inDepth, seedOr } from '../harness/depth.ts'
import { dice } from '../harness/dice.ts'

const ELEMENTS =
  'table caption colgroup thead tbody tfoot tr td th p h2 h4 ul ol li menu dl dt dd blockquote pre code figure figcaption div section a span b i em sub q br hr input label details summary button center font ruby rt fieldset legend address mark article'.split(
    ' ',
  )

/** Random elements with words between them, closed or not, and the words in their order. */
function page(seed: number): { html: string; words: string[] } {
  const roll = dice(seed)
  const words: string[] = []
  const word = () => {
    words.push(`w${words.length}w`)
    return words.at(-1)
  }
  const inside = (level: number): string => {
    let html = roll(2) === 0 ? ` ${word()} ` : ''
    const children = level > 60 ? 0 : roll(level < 3 ? 5 : 3)
    for (let n = 0; n < children; n++) {
      const name = ELEMENTS[roll(ELEMENTS.length)]!
      html += `<${name}>${inside(level + 1)}${roll(10) === 0 ? '' : `</${name}>`}`
      if (roll(3) === 0) html += ` ${word()} `
    }
    return html
  }
  const html = inside(0)
  return { html, words }
}

const wordsOf = (html: string) => toText(fromHTML(html)).match(/w\d+w/g) ?? []

describe('rich-text: the words of HTML', () => {
  it('are all there, once, in any mixture of elements @long', () => {
    const start = seedOr(1)
    for (let seed = start; seed < start + inDepth(50, 3_000); seed++) {
      const { html, words } = page(seed)
      expect(wordsOf(html).sort(), `TEST_SEED=${seed}: ${html}`).to.deep.equal([...words].sort())
    }
  })

  const NESTS = [
    'table td',
    'table tr',
    'table',
    'tr td',
    'table caption',
    'table tbody',
    'ul li',
    'ul',
    'blockquote p',
    'div',
    'b',
    'pre',
    'figure figcaption',
    'p',
    'a',
    'h2',
  ]
  for (const nest of NESTS)
    it(`is there below any number of ${nest}`, () => {
      const tags = nest
        .split(' ')
        .map((name) => `<${name}>`)
        .join('')
      for (const levels of [1, 19, 20, 21, 39, 40, 41, 99, 100, 101, 199, 200, 201, 3000])
        expect(wordsOf(`${tags.repeat(levels)}w1w`), `${levels} times`).to.deep.equal(['w1w'])
    })
})
