/** Markdown that takes other parsers the square of its length, or overflows their stack. */
import { expect } from 'chai'
import { htmlOfMarkdown } from '../../admin-components/fields/rich-text/paste/markdown-html.ts'
import type { RichTextNode } from '../../lib/rich-text/document.ts'
import { fromHTML } from '../../lib/rich-text/from-html.ts'
import { fromMarkdown } from '../../lib/rich-text/from-markdown.ts'
import { textContent } from '../../lib/rich-text/well-formed.ts'
import { processorTime } from '../harness/processor-time.ts'
import { expectValid } from './documents.ts'

const secondsFor = (work: () => unknown): number => {
  const spent = processorTime()
  work()
  return spent() / 1000
}

describe('rich text: long and deep Markdown', () => {
  for (const text of ['!', '__a', '> a\nb\n'])
    it(`reads 100 kB of ${JSON.stringify(text)} at once`, () => {
      expect(secondsFor(() => htmlOfMarkdown(text.repeat(100_000 / text.length)))).to.be.below(3)
    })

  for (const text of ['>', '> ', '- ', '1. ', '> - ', '*a ', '[', '![', '<b>', '<blockquote>', '<ul><li>'])
    it(`reads ${JSON.stringify(text)} at any depth`, () => {
      for (const read of [fromMarkdown, fromHTML]) {
        const doc = read(`${text.repeat(3000)}word`)
        expect(textContent(doc.content as RichTextNode[])).to.match(/word$/)
        expectValid(doc)
      }
    })

  it('keeps all text of a long paragraph, quote and list @long', () => {
    const words = Array.from({ length: 20_000 }, (_, index) => `w${index}`)
    for (const markdown of [words.join(' *a* '), `> ${words.join('\n> ')}`, `> ${words.join('\n')}`, `- ${words.join('\n- ')}`]) {
      const text = textContent(fromMarkdown(markdown).content as RichTextNode[])
      expect(text.match(/w\d+/g)?.join('')).to.equal(text.replace(/ a(?= )|\s/g, ''))
      expect(text.endsWith('w19999')).to.equal(true)
    }
  })

  it('keeps the tabs of code in items', () => {
    const code = 'all:\n\tcc -o x\ty\n\n\t\tz'
    const fenced = (indent: string, fence: string) => [fence, ...code.split('\n'), fence].map((line) => indent + line).join('\n')
    for (const markdown of [
      `- a\n\n${fenced('  ', '```')}\n- b`,
      `10. a\n\n${fenced('    ', '~~~~')}`,
      `- ${fenced('  ', '```').trimStart()}`,
      `- - ${fenced('    ', '```').trimStart()}`,
      fenced('', '```'),
      `> - a\n>\n${fenced('>   ', '```')}`,
    ])
      expect(textContent(fromMarkdown(markdown).content as RichTextNode[]), markdown).to.contain(code)
  })

  it('drops NUL characters', () => {
    for (const read of [fromMarkdown, fromHTML]) expect(textContent(read('a\0b').content as RichTextNode[])).to.equal('ab')
  })
})
